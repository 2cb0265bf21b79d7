private import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A folder that nobody but the program's user can write to, held open.
///
/// Files in it appear under their names whole or not at all.
struct PrivateFolder: ~Copyable {
  /// Why a folder or a file in it can't be used.
  struct Refusal: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
  }

  private static let partialSuffix = ".partial"
  /// A file that is being written for longer than this was given up, in seconds.
  private static let longestWriting = 3600

  private let path: String
  private let descriptor: Int32

  /// Opens the folder at `path`.
  ///
  /// - Parameter creates: whether it is made where it is not there, with the folders above it.
  init(path: String, creates: Bool) throws(Refusal) {
    if creates, !Self.make(path) { throw Self.refusal("can't be made") }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.refusal("can't be opened") }
    var status = stat()
    guard fstat(folder, &status) == 0, Self.isPrivate(status) else {
      close(folder)
      throw Refusal(reason: "belongs to another user, or others can write to it")
    }
    self.path = path
    descriptor = folder
  }

  deinit { close(descriptor) }

  /// What a file holds, which counts as used now; `nil` where it is not there, holds nothing or
  /// more than `most` bytes, can't be read, or is not the user's alone to write.
  func contents(of name: String, most: Int) -> FileContents? {
    // Neither a link to elsewhere nor a pipe, which would let the opening wait.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Self.isPrivate(status),
      (1...most).contains(Int(status.st_size))
    else { return nil }
    let contents = FileContents(reading: file, count: Int(status.st_size))
    if contents != nil { futimens(file, nil) }
    return contents
  }

  /// Writes a file, in place of one of that name if there is one.
  func write(_ bytes: [UInt8], to name: String) throws(Refusal) {
    let number = UInt64.random(in: 0...UInt64.max)
    let partial = "\(name).\(String(number, radix: 36))\(Self.partialSuffix)"
    let file = openat(
      descriptor, partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.refusal("can't be written to") }
    var isWritten = bytes.withUnsafeBytes { Self.write($0, to: file) }
    // Some file systems say only here that a disk is full.
    if close(file) != 0 { isWritten = false }
    guard isWritten, renameat(descriptor, partial, descriptor, name) == 0 else {
      let refusal = Self.refusal("can't be written to")
      unlinkat(descriptor, partial, 0)
      throw refusal
    }
  }

  /// Removes the least recently used files whose names end in `suffix` until no more than `most`
  /// are left, and what was left half-written long ago.
  func prune(suffix: String, most: (files: Int, bytes: Int)) {
    let now = time(nil)
    var files: [(name: String, used: timespec, bytes: Int)] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      #if canImport(Darwin)
        let used = status.st_mtimespec
      #else
        let used = status.st_mtim
      #endif
      if name.hasSuffix(suffix) {
        files.append((name, used, Int(status.st_size)))
      } else if name.hasSuffix(Self.partialSuffix),
        used.tv_sec < now - Self.longestWriting
      {
        unlinkat(descriptor, name, 0)
      }
    }
    files.sort { ($1.used.tv_sec, $1.used.tv_nsec) < ($0.used.tv_sec, $0.used.tv_nsec) }
    var bytes = 0
    for (index, file) in files.enumerated() {
      bytes += file.bytes
      if index >= most.files || bytes > most.bytes { unlinkat(descriptor, file.name, 0) }
    }
  }

  private static func isPrivate(_ status: stat) -> Bool {
    status.st_uid == geteuid() && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// Makes a folder and those above it; whether it is there now.
  private static func make(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    let above = (path as NSString).deletingLastPathComponent
    guard errno == ENOENT, !above.isEmpty, above != path, make(above) else { return false }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Darwin)
        let count = Darwin.write(file, part.baseAddress, part.count)
      #elseif canImport(Musl)
        let count = Musl.write(file, part.baseAddress, part.count)
      #else
        let count = Glibc.write(file, part.baseAddress, part.count)
      #endif
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// With the system's own word for the last failure.
  private static func refusal(_ fault: String) -> Refusal {
    Refusal(reason: "\(fault): \(String(cString: strerror(errno)))")
  }
}
