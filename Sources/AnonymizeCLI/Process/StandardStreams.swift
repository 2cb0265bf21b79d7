import Glibc

/// What the process does with the streams that it was started with.
enum StandardStreams {
  /// Makes the streams safe to use, whatever the caller has done with them.
  ///
  /// A stream that is closed is opened on /dev/null: the footage would get its number otherwise,
  /// and messages would be written into it. Footage that is to go to standard output fails, as it
  /// would have. Writing to a pipe that nobody reads becomes an error of that write instead of the
  /// end of the process.
  static func secure() {
    // A descriptor opens at the lowest free number, so those below must be open first.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes all of a text; false when that failed, with the reason in `errno`.
  ///
  /// Waits where the descriptor is set not to block and takes nothing at the moment.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    write(Array(text.utf8)[...], to: descriptor)
  }

  /// Writes all of some bytes, likewise.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          _ = isWritable(descriptor, within: -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// Whether a descriptor takes bytes at once, or within some milliseconds; -1 waits for ever.
  static func isWritable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&request, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}
