#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file descriptor that is closed when its owner lets it go.
struct Descriptor: ~Copyable, Sendable {
  /// The system's number of it.
  let number: Int32

  /// Takes over an open descriptor.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Hands the descriptor over to somebody else, who has to close it.
  consuming func released() -> Int32 {
    let number = number
    discard self
    return number
  }
}
