#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Folder {
  /// Hands out what lies in the folder, in the file system's order: its name with a zero at the end,
  /// how long that is without, and the kind that `readdir` tells, of which file systems may say
  /// `DT_UNKNOWN`.
  func forEachName(
    _ body: (_ name: UnsafePointer<CChar>, _ count: Int, _ kind: UInt8) throws(SystemFault) -> Void
  ) throws(SystemFault) {
    // Reading moves a place that a descriptor shares with its copies, hence a new one; the stream
    // closes it in the end.
    let descriptor = Descriptor(
      try withDescriptor { number throws(SystemFault) in
        try systemCall { openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      })
    guard let stream = fdopendir(descriptor.number) else { throw SystemFault(number: errno) }
    _ = descriptor.released()
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return }
        if errno == EINTR { continue }
        throw SystemFault(number: errno)
      }
      // An entry is only as long as its name.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name),
        let kindOffset = MemoryLayout<dirent>.offset(of: \.d_type)
      else { throw SystemFault(number: ENOSYS) }
      let start = UnsafeRawPointer(entry)
      let name = (start + offset).assumingMemoryBound(to: CChar.self)
      let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
      if bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) { continue }
      try body(name, bytes.count, start.load(fromByteOffset: kindOffset, as: UInt8.self))
    }
  }
}
