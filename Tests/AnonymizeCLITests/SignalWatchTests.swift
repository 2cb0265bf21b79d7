import Dispatch
import Glibc
import Testing

@testable import AnonymizeCLI

@Suite struct SignalWatchTests {
  @Test func `each signal is told with its count, and the first is kept`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let told = DispatchSemaphore(value: 0)
      let watch = SignalWatch([SIGUSR1, SIGUSR2]) { signal, count in
        told.signal()
        if signal == SIGUSR1, count == 2 { _exit(42) }
      }
      kill(getpid(), SIGUSR2)
      told.wait()
      guard watch.first == SIGUSR2 else { _exit(1) }
      kill(getpid(), SIGUSR1)
      told.wait()
      guard watch.first == SIGUSR2 else { _exit(2) }
      withExtendedLifetime(watch) {
        kill(getpid(), SIGUSR1)
        DispatchSemaphore(value: 0).wait()
      }
    }
  }

  @Test func `a signal is told even if the process was started with it blocked`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      let watch = SignalWatch([SIGTERM]) { _, _ in _exit(42) }
      withExtendedLifetime(watch) {
        kill(getpid(), SIGTERM)
        DispatchSemaphore(value: 0).wait()
      }
    }
  }

  @Test func `an ignored signal is known for it`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_DFL)
      #expect(!SignalWatch.isIgnored(SIGHUP))
      signal(SIGHUP, SIG_IGN)
      #expect(SignalWatch.isIgnored(SIGHUP))
    }
  }
}
