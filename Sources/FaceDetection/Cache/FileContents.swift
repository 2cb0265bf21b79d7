#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A file's bytes in memory that nothing else uses, freed with the last reference.
///
/// Not mapped: what happens to the file later must not reach a network that reads from here.
final class FileContents {
  /// The bytes, for as long as the object lives.
  let bytes: UnsafeRawBufferPointer

  /// Reads `count` bytes from the start of an open file; `nil` where it has fewer or can't be read.
  init?(reading file: Int32, count: Int) {
    // OpenVINO may use what it is given as it lies there, in the processor's widest units.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    bytes = UnsafeRawBufferPointer(memory)
    var place = 0
    while place < count {
      let part = UnsafeMutableRawBufferPointer(rebasing: memory[place...])
      let got = pread(file, part.baseAddress, part.count, off_t(place))
      if got > 0 {
        place += got
      } else if got == 0 || errno != EINTR {
        return nil
      }
    }
  }

  /// Reads the whole file at `path`; `nil` where it can't be read.
  convenience init?(ofFile path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    self.init(reading: file, count: Int(status.st_size))
  }

  deinit { bytes.deallocate() }
}
