import CFFmpeg
import Glibc

/// An open file that is being read: the owner of its descriptor.
final class InputFile {
  let descriptor: Int32
  private let opened: stat

  /// Opens a file for reading.
  ///
  /// - Throws: `MediaError.Code.failedTransfer` with the POSIX error.
  init(path: String) throws(MediaError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let reason = errno
      if descriptor >= 0 { close(descriptor) }
      throw MediaError(
        .failedTransfer, "cannot be opened", cause: String(cString: strerror(reason)),
        systemError: reason)
    }
    self.descriptor = descriptor
    opened = status
  }

  deinit { close(descriptor) }

  /// Bytes when it was opened.
  var size: Int64 { Int64(opened.st_size) }

  /// Whether it begins as a list of other files does (RFC 8216).
  var isPlaylist: Bool {
    let mark = Array("#EXTM3U".utf8)
    var start = [UInt8](repeating: 0, count: mark.count)
    return pread(descriptor, &start, start.count, 0) == start.count && start == mark
  }

  /// Whether somebody has written to the file since it was opened.
  var hasChanged: Bool {
    var now = stat()
    guard fstat(descriptor, &now) == 0 else { return true }
    return now.st_size != opened.st_size || now.st_mtim.tv_sec != opened.st_mtim.tv_sec
      || now.st_mtim.tv_nsec != opened.st_mtim.tv_nsec
  }

  /// Whether a file of the given format ends before it should, as far as its bytes tell; demuxers
  /// make do with what is there.
  func isCutShort(as format: String) -> Bool {
    switch format {
    case "avi":
      // RIFF's header promises a number of bytes after its first eight.
      var header = [UInt8](repeating: 0, count: 8)
      guard pread(descriptor, &header, 8, 0) == 8, header.starts(with: Array("RIFF".utf8)) else {
        return false
      }
      return size < header[4...].reversed().reduce(0) { $0 << 8 | Int64($1) } + 8
    case "mpegts":
      // Packets have 188 bytes, on some media with 4 or 16 more.
      return [188, 192, 204].allSatisfy { size % $0 != 0 }
    default:
      return false
    }
  }
}
