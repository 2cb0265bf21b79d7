#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Folder {
  /// Lets nobody but its owner into it.
  func makePrivate() throws(ArchiveError) {
    do throws(SystemFault) {
      try withDescriptor { folder throws(SystemFault) in
        _ = try systemCall { fchmod(folder, 0o700) }
      }
    } catch {
      throw ArchiveError(.uncreatable, path: path, "can't be closed to others", error)
    }
  }

  /// Makes a symbolic link in the folder, whether there is something where it leads or not.
  func makeLink(named name: String, to target: String) throws(ArchiveError) {
    do throws(SystemFault) {
      try withDescriptor { descriptor throws(SystemFault) in
        _ = try systemCall { symlinkat(target, descriptor, name) }
      }
    } catch {
      throw ArchiveError(.uncreatable, path: "\(path)/\(name)", "can't be created", error)
    }
  }

  /// The names of all that lies in a folder below it, in no order; none where there is no such folder.
  func names(in path: RelativePath) -> [[UInt8]] {
    guard let folder = try? folder(at: path) else { return [] }
    return folder.names
  }

  /// The names of all that lies in it, in no order; fewer where it can't be read to its end.
  var names: [[UInt8]] {
    var names: [[UInt8]] = []
    try? forEachName { name, count, _ in
      names.append(Array(UnsafeRawBufferPointer(start: name, count: count)))
    }
    return names
  }

  /// Removes what has a path, with all that lies in it where it is a folder; links are not followed.
  /// What can't be removed stays.
  func removeTree(at path: RelativePath) {
    if (try? remove(at: path)) == true { return }
    for name in names(in: path) {
      guard let below = RelativePath(bytes: path.bytes + [UInt8(ascii: "/")] + name) else {
        continue
      }
      removeTree(at: below)
    }
    guard let holder = try? path.folder.map({ try folder(at: $0) }) ?? self else { return }
    try? holder.withDescriptor { folder throws(SystemFault) in
      _ = try systemCall { unlinkat(folder, terminated(path.name), AT_REMOVEDIR) }
    }
  }
}
