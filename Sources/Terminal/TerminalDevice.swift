import Foundation

/// The terminal in raw mode on its alternate screen, until `close`.
package final class TerminalDevice {
  private static let enter = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[2J"

  /// Throws when standard input or output is no terminal.
  package init() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw TerminalFailure("The chat needs a terminal.")
    }
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw TerminalFailure("The terminal cannot be set up.") }
    TerminalRestorer.arm(saved)
    var raw = saved
    cfmakeraw(&raw)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else {
      throw TerminalFailure("The terminal cannot be set up.")
    }
    write(Self.enter)
  }

  package func close() {
    TerminalRestorer.restore()
  }

  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  func write(_ text: String) {
    TerminalRestorer.writeAll(Array(text.utf8))
  }

  /// Bytes as they are typed, read on a thread of its own; ends with standard input.
  func input() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        continuation.yield(Array(buffer[0..<count]))
      }
      continuation.finish()
    }
    return stream
  }
}
