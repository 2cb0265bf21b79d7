private import COpenVINO

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A file for OpenVINO to write to, which is gone with this value.
///
/// OpenVINO does not say where a disk was too full for what it wrote. On Linux the file is in memory
/// therefore. Elsewhere it still takes its room while its contents are written once more, with a
/// look at every result, beside it.
struct ScratchFile: ~Copyable {
  /// Where it can be opened by this process.
  let path: String
  private let descriptor: Int32

  /// A new empty file, in the folder where it has to be on a disk.
  init(in folder: String) throws(PrivateFolder.Refusal) {
    #if canImport(Darwin)
      var template = Array("\(folder)/XXXXXX.partial".utf8CString)
      descriptor = mkstemps(&template, Int32(".partial".utf8.count))
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      descriptor = copenvino_memory_file()
      path = "/proc/self/fd/\(descriptor)"
    #endif
    guard descriptor >= 0 else {
      throw PrivateFolder.Refusal(
        reason: "no file can be made: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(descriptor)
    #if canImport(Darwin)
      unlink(path)
    #endif
  }

  /// What was written to it; `nil` where that is nothing or more than `most` bytes.
  func contents(most: Int) -> FileContents? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, (1...most).contains(Int(status.st_size)) else {
      return nil
    }
    return FileContents(reading: descriptor, count: Int(status.st_size))
  }
}
