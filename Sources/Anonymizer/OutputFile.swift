import Foundation

/// The file that a job writes: hidden under a partial name until it is whole, then published at
/// once.
///
/// The partial file lies beside the target and carries an advisory lock while it is written, so
/// that two runs for one target do not mix, and so that what a dead run left behind can be told
/// from what a living one is writing.
final class OutputFile {
  /// The name that readers will see, as the user gave it.
  let path: String
  /// The name that is written under.
  let partialPath: String
  /// Open for reading and writing; closed by `deinit`.
  let descriptor: Int32

  private let replaces: Bool
  private var isPublished = false

  /// The partial name that belongs to an output.
  static func partialPath(for path: String) -> String { path + ".partial" }

  /// Creates and locks the partial file, in place of one that a dead run left behind.
  ///
  /// - Throws: `AnonymizationError`: `uncreatableOutput`, or `busy` where another run holds it.
  init(path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    partialPath = OutputFile.partialPath(for: path)
    descriptor = try OutputFile.createLocked(partialPath, for: path)
  }

  deinit {
    // Still under the lock: no other run can have taken the file over.
    if !isPublished, isAtPartialPath { unlink(partialPath) }
    close(descriptor)
  }

  /// Gives the whole file its final name, once its bytes are safe on the disk.
  ///
  /// - Parameter isWanted: asked last before the name is given; throws to call it off.
  /// - Throws: `AnonymizationError`: `failedTransfer` where the disk refuses, `uncreatableOutput`
  ///   where the name has been taken in the meantime and must not be replaced.
  func publish(ifWanted isWanted: () throws -> Void) throws {
    guard fsync(descriptor) == 0 else {
      throw OutputFile.failure(.failedTransfer, path, "cannot be written to the disk")
    }
    try isWanted()
    guard isAtPartialPath else {
      throw AnonymizationError(
        .failedTransfer, path: partialPath, "was removed while it was written",
        advice: "run it again")
    }
    if replaces {
      guard rename(partialPath, path) == 0 else {
        throw OutputFile.failure(.uncreatableOutput, path, "cannot be given its name")
      }
    } else {
      // A link fails where a rename would replace what has appeared since the job began.
      if link(partialPath, path) == 0 {
        unlink(partialPath)
      } else if errno == EEXIST {
        throw AnonymizationError(
          .uncreatableOutput, path: path, "exists", advice: "add --overwrite to replace it")
      } else if FileManager.default.fileExists(atPath: path) || rename(partialPath, path) != 0 {
        throw OutputFile.failure(.uncreatableOutput, path, "cannot be given its name")
      }
    }
    isPublished = true
    syncFolder()
  }

  /// Takes the published file away again, unless something else has its name by now.
  func retract() {
    guard isPublished, OutputFile.identity(of: descriptor) == OutputFile.identity(at: path) else {
      return
    }
    unlink(path)
    syncFolder()
  }

  // The name itself is on the disk only once the folder is. Some file systems cannot sync a folder;
  // the file is published all the same then.
  private func syncFolder() {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // Somebody else may have removed the partial file, and another run made its own.
  private var isAtPartialPath: Bool {
    OutputFile.identity(of: descriptor) == OutputFile.identity(at: partialPath)
  }

  private static func createLocked(_ path: String, for output: String) throws -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        // Another run may take the new file for a dead run's before it is locked.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, identity(of: descriptor) == identity(at: path)
        {
          return descriptor
        }
        close(descriptor)
        continue
      }
      guard errno == EEXIST else { throw failure(.uncreatableOutput, output, "cannot be created") }
      try removeLeftover(path, of: output)
    }
  }

  // What a dead run left behind is not locked. It is removed rather than emptied: under another
  // name it may be somebody's file.
  private static func removeLeftover(_ path: String, of output: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT { return }
    defer { if descriptor >= 0 { close(descriptor) } }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else {
      throw AnonymizationError(
        .uncreatableOutput, path: path, "is in the way and is not a file of an earlier run",
        advice: "remove it")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else {
        throw failure(.uncreatableOutput, path, "cannot be locked")
      }
      throw AnonymizationError(
        .busy, path: output, "is being written by another run", advice: "try again later")
    }
    // Between opening and locking, the run that held it may have removed or published it.
    guard identity(of: descriptor) == identity(at: path) else { return }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw failure(.uncreatableOutput, path, "cannot be removed")
    }
  }

  private struct Identity: Equatable {
    let device: dev_t
    let inode: ino_t
  }

  private static func identity(of descriptor: Int32) -> Identity? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return Identity(device: status.st_dev, inode: status.st_ino)
  }

  private static func identity(at path: String) -> Identity? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Identity(device: status.st_dev, inode: status.st_ino)
  }

  private static func failure(
    _ code: AnonymizationError.Code, _ path: String, _ message: String
  ) -> AnonymizationError {
    let reason = errno
    let isFull = AnonymizationError.ofTransfer(reason) == .fullDisk
    return AnonymizationError(
      isFull ? .fullDisk : code, path: path, message, advice: systemAdvice(for: reason),
      cause: String(cString: strerror(reason)))
  }
}

/// The folder that a path leads into.
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// What a user can do about a POSIX error on a file.
func systemAdvice(for reason: Int32) -> String? {
  switch reason {
  case ENOSPC, EDQUOT: "free some space and run it again"
  case EACCES, EPERM: "check the permissions of the file and its folder"
  case EROFS: "choose a folder that can be written to"
  case ENOENT, ENOTDIR: "create the folder first"
  case ENAMETOOLONG: "choose a shorter name"
  case EIO: "check the disk"
  case EPIPE: "keep the reading side open to the end"
  case ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ECONNRESET:
    "check the address and the network"
  default: nil
  }
}
