import Foundation
import TestSupport

struct TerminalFailure: Error, CustomStringConvertible {
  let description: String
}

/// A program that believes to run in a terminal of 100 by 30; the test types and reads what it
/// draws.
final class PseudoTerminal: @unchecked Sendable {
  /// `TIOCSPTLCK` and `TIOCGPTN` of Linux, which Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let master: Int32
  private let process = Process()
  private let lock = NSLock()
  private var output: [UInt8] = []

  /// Starts `messageai` with the arguments, in `folder`. The executable is the one
  /// built beside the tests.
  init(_ arguments: [String], environment: [String: String], folder: URL? = nil) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, Self.setLock, &lock) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      throw TerminalFailure(description: "no pseudo-terminal")
    }
    var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    let terminal = FileHandle(fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY), closeOnDealloc: true)
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("messageai")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = programEnvironment(adding: environment)
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    Thread.detachNewThread { [self] in readAll() }
  }

  /// Ends the program if it still runs.
  func close() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// What has been drawn so far, control sequences included.
  var text: String { lock.withLock { String(decoding: output, as: UTF8.self) } }

  func type(_ keys: String) throws {
    let bytes = Array(keys.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else { throw TerminalFailure(description: "typing failed") }
  }

  /// Forgets what has been drawn, so that what comes next can be waited for.
  func forget() {
    lock.withLock { output = [] }
  }

  func wait(for wanted: String) async throws {
    do {
      try await eventually("\(wanted) is drawn") { self.text.contains(wanted) }
    } catch let error as TimedOut {
      throw TerminalFailure(description: "\(error.description); there is: \(text.suffix(2_000))")
    }
  }

  func waitForEnd() async throws -> Int32 {
    try await eventually("the program ends") { !self.process.isRunning }
    return process.terminationStatus
  }

  private func readAll() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(master, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      lock.withLock { output += buffer[0..<count] }
    }
  }
}
