#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file that is open for reading.
final class OpenFile: Sendable {
  private let owned: Descriptor
  private let path: String

  /// Opens a file below a folder.
  init(at path: RelativePath, in folder: Folder) throws(ArchiveError) {
    owned = try folder.openFile(at: path)
    self.path = folder.path(of: path)
  }

  /// Does something with its descriptor, which stays open until that returns.
  func withDescriptor<Value, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // A file may be let go of right after its last mention.
    defer { withExtendedLifetime(self) {} }
    return try body(owned.number)
  }

  /// How it is now.
  var status: FileStatus {
    get throws(ArchiveError) {
      do throws(SystemFault) {
        return try withDescriptor { descriptor throws(SystemFault) in
          try FileStatus(of: descriptor)
        }
      } catch {
        throw ArchiveError(.failedTransfer, path: path, "can't be looked at", error)
      }
    }
  }

  /// Brings what it holds to the disk.
  func sync() throws(ArchiveError) {
    do throws(SystemFault) {
      try withDescriptor { descriptor throws(SystemFault) in
        _ = try systemCall { fsync(descriptor) }
      }
    } catch {
      throw ArchiveError(.failedTransfer, path: path, "can't be written to the disk", error)
    }
  }

  /// Up to `most` bytes from an offset on; fewer only at the end.
  func bytes(from offset: Int64, most: Int) throws(ArchiveError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    var filled = 0
    while filled < most {
      do throws(SystemFault) {
        let count = try withDescriptor { descriptor throws(SystemFault) in
          try systemCall {
            bytes.withUnsafeMutableBytes {
              pread(
                descriptor, $0.baseAddress.map { $0 + filled }, most - filled,
                off_t(offset) + off_t(filled))
            }
          }
        }
        if count == 0 { break }
        filled += count
      } catch {
        throw ArchiveError(.failedTransfer, path: path, "can't be read", error)
      }
    }
    bytes.removeLast(most - filled)
    return bytes
  }
}
