import Glibc

/// A text file that is replaced as a whole: readers see what it held or what it holds now, and a crash
/// leaves one of the two.
public enum TextFile {
  /// Puts a text in place of what a file held, or makes the file; everybody may read it (mode 0644).
  ///
  /// The text is written to a hidden file in the same folder, which takes the name once its bytes are
  /// on the disk. What a symbolic link leads to is replaced, not the link.
  ///
  /// - Throws: `TextFileError`; what the file held is still there then.
  public static func replace(_ path: String, with text: String) throws(TextFileError) {
    let target = try target(of: path)
    let folder = folder(of: target)
    var template = Array("\(folder)/.anonymize-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw failure(
        .uncreatable, path, "cannot be created", advice: "name a file in a folder that takes one")
    }
    defer { close(descriptor) }
    do throws(TextFileError) {
      // Kept from programs that are started meanwhile.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      try write(Array(text.utf8), to: descriptor, path)
      guard fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0 else {
        throw failure(.failedTransfer, path, "cannot be written to the disk")
      }
      guard rename(template, target) == 0 else {
        throw failure(
          .uncreatable, path, "cannot be given its name", advice: "name a file that can be replaced"
        )
      }
    } catch {
      unlink(template)
      throw error
    }
    sync(folder)
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(TextFileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw failure(.failedTransfer, path, "cannot be written")
      }
    }
  }

  /// Where the file is that a name leads to.
  private static func target(of path: String) throws(TextFileError) -> String {
    var status = stat()
    guard lstat(path, &status) == 0 else { return path }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    guard !isLink || stat(path, &status) == 0, let whole = realpath(path, nil) else {
      throw failure(
        .uncreatable, path, "leads to no file", advice: "remove the link, or name another file")
    }
    defer { free(whole) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw TextFileError(
        code: .uncreatable, path: path, message: "is not a regular file",
        advice: "name a file, or a new one", cause: nil)
    }
    return isLink ? String(cString: whole) : path
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // The new name is on the disk only once the folder is. Some file systems cannot sync a folder; the
  // file is there all the same.
  private static func sync(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func failure(
    _ code: TextFileError.Code, _ path: String, _ message: String,
    advice: String = "make room or mend the disk, then try again"
  ) -> TextFileError {
    TextFileError(
      code: code, path: path, message: message, advice: advice,
      cause: String(cString: strerror(errno)))
  }
}
