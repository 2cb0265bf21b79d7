#if canImport(Glibc)
  import Glibc

  // <bits/fcntl-linux.h>; the Swift module of glibc does not show it.
  private let setLease: Int32 = 1024

  // The system tells the holder of a lease by this signal that somebody wants to write, and a process
  // that does not expect it ends.
  private let ignoresLeaseSignal: Bool = {
    var action = sigaction()
    guard sigaction(SIGIO, nil, &action) == 0 else { return false }
    guard unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0 else {
      return true
    }
    action.__sigaction_handler.sa_handler = SIG_IGN
    return sigaction(SIGIO, &action, nil) == 0
  }()
#endif

/// Whether a file that is open for reading alone is open for writing in any process of this machine.
///
/// It follows from whether the system grants a lease for reading, `F_SETLEASE` of `fcntl`, which is
/// given back at once; whoever opens the file for writing just then waits for that, or with
/// `O_NONBLOCK` is told to try again.
///
/// - Returns: `nil` where that can't be seen: on most network shares, on other systems than Linux, and
///   of others' files.
func isOpenForWriting(_ descriptor: Int32) -> Bool? {
  #if canImport(Glibc)
    guard ignoresLeaseSignal else { return nil }
    if fcntl(descriptor, setLease, F_RDLCK) == 0 {
      _ = fcntl(descriptor, setLease, F_UNLCK)
      return false
    }
    return errno == EAGAIN ? true : nil
  #else
    return nil
  #endif
}
