import Foundation

/// Gives the terminal back as it was, after a crash too.
///
/// A signal handler can reach nothing but static storage: the one place of the program that has
/// some.
enum TerminalRestorer {
  private static let leave: StaticString = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  nonisolated(unsafe) private static var saved = termios()
  nonisolated(unsafe) private static var isArmed = false
  /// What each signal did before, by its number: reports of crashes are written there.
  nonisolated(unsafe) private static var former: UnsafeMutablePointer<sigaction>?

  static func arm(_ settings: termios) {
    saved = settings
    isArmed = true
    guard former == nil else { return }
    let fatal = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: Int(fatal.max() ?? 0) + 1)
    for number in fatal { sigaction(number, nil, actions + Int(number)) }
    former = actions
    for number in fatal {
      signal(number) { number in
        TerminalRestorer.restore()
        // Raised again where the program was, once this returns.
        if let former = TerminalRestorer.former { sigaction(number, former + Int(number), nil) }
        raise(number)
      }
    }
  }

  /// Only calls what a signal handler may call. The second time it does nothing.
  static func restore() {
    guard isArmed else { return }
    isArmed = false
    _ = write(STDOUT_FILENO, leave.utf8Start, leave.utf8CodeUnitCount)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
  }

  static func writeAll(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count, let start = buffer.baseAddress {
        let count = write(STDOUT_FILENO, start + sent, buffer.count - sent)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        sent += count
      }
    }
  }
}
