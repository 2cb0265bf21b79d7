#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the system refused a call: its `errno`.
struct SystemFault: Error, Hashable, Sendable, CustomStringConvertible {
  var number: Int32

  /// The system's words for it.
  var description: String { String(cString: strerror(number)) }

  /// Whether there is no space left, or a quota is used up.
  var isFullDisk: Bool { number == ENOSPC || number == EDQUOT }

  /// What a user can do about it.
  var advice: String? {
    switch number {
    case ENOSPC, EDQUOT: "free some space and run it again"
    case EACCES, EPERM: "check the permissions of it and of the folders above it"
    case EROFS: "choose a folder that can be written to"
    case ENOENT, ENOTDIR: "check that it is there and that its disk is mounted"
    case ELOOP: "name what the link leads to"
    case ENAMETOOLONG: "choose a shorter name"
    case EIO: "check the disk"
    case ESTALE, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH, ENOTCONN:
      "check the network share"
    // Somebody on another machine has it open, who is now asked to let it go.
    case EAGAIN: "try again later"
    case EMFILE, ENFILE: "allow more open files with ulimit -n"
    default: nil
    }
  }
}

/// Makes a call again that a signal interrupted, and turns its -1 into an error.
@discardableResult
func systemCall<Value: SignedInteger>(_ call: () -> Value) throws(SystemFault) -> Value {
  while true {
    let value = call()
    if value != -1 { return value }
    let number = errno
    if number != EINTR { throw SystemFault(number: number) }
  }
}

/// A file's name as C takes it.
func terminated(_ name: some Sequence<UInt8>) -> [CChar] {
  var bytes = name.map { CChar(bitPattern: $0) }
  bytes.append(0)
  return bytes
}
