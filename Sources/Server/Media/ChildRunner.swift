import Foundation
import ServerCore
import Synchronization

/// Runs commands on files from strangers: a few at once, behind everything else, each with bounds.
struct ChildRunner: Sendable {
  /// What one child has.
  struct Bounds: Sendable {
    /// Bytes.
    var memory = 1 << 30
    /// Of work.
    var seconds = 20
    /// Bytes of a file that it writes.
    var fileBytes = 64 << 20
    /// Seconds after which a child is ended that got no processor, or does nothing.
    var patience = 120.0
    /// Whether it has a processor only when nobody else wants it.
    var isIdle = true
    /// Bytes that it prints; what comes after them is dropped.
    var printed = 1 << 20
  }

  enum Outcome: Sendable {
    /// With what it has printed.
    case finished(Data)
    /// It reported an error, was ended, or came to a bound.
    case failed
    /// Not started, or ended for want of time: nothing was learnt of the file.
    case notFinished
  }

  private let gate: AsyncGate
  private let bounds: Bounds

  init(atOnce: Int, bounds: Bounds = Bounds()) {
    gate = AsyncGate(places: atOnce)
    self.bounds = bounds
  }

  /// Those of the commands that are not on this machine.
  static func missing(_ commands: [String]) -> [String] {
    let folders = path.split(separator: ":")
    return commands.filter { command in
      !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(command)") }
    }
  }

  private static var path: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  func run(_ command: [String]) async -> Outcome {
    await gate.pass { await start(command) }
  }

  private func start(_ command: [String]) async -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // A bound that the system does not know is left out. Linux gives an idle task's processor at
    // once to whoever else wants it; a nice one may keep it for some milliseconds.
    let limits =
      "ulimit -v \(bounds.memory >> 10) 2>/dev/null; ulimit -t \(bounds.seconds); ulimit -f \(bounds.fileBytes >> 9); "
      + "ulimit -c 0; " + (bounds.isIdle ? "command -v chrt >/dev/null && exec chrt --idle 0 \"$@\"; " : "")
      + "exec nice -n 10 \"$@\""
    process.arguments = ["-c", limits, "sh"] + command
    process.environment = [
      "PATH": Self.path, "VIPS_BLOCK_UNTRUSTED": "1", "VIPS_WARNING": "1", "VIPS_CONCURRENCY": "1", "LC_ALL": "C",
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let printed = Printed(most: bounds.printed)
    let deadline = Deadline()
    let status = await withCheckedContinuation { (continuation: CheckedContinuation<Int32?, Never>) in
      process.terminationHandler = { process in
        continuation.resume(returning: process.terminationReason == .exit ? process.terminationStatus : -1)
      }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(returning: nil)
        return
      }
      // Waits on a thread: the events of a pipe are lost when its number was another one's before.
      Thread.detachNewThread { printed.readAll(of: output.fileHandleForReading) }
      let identifier = process.processIdentifier
      DispatchQueue.global().asyncAfter(deadline: .now() + bounds.patience) { [weak process] in
        guard let process, process.isRunning, process.processIdentifier == identifier else { return }
        deadline.hasPassed.withLock { $0 = true }
        kill(identifier, SIGKILL)
      }
    }
    guard let status else { return .notFinished }
    guard status == 0 else { return deadline.hasPassed.withLock { $0 } ? .notFinished : .failed }
    return .finished(await printed.whole())
  }
}

/// Whether a child was ended because its time was over.
private final class Deadline: Sendable {
  let hasPassed = Mutex(false)
}

/// What a child prints, up to a bound.
private final class Printed: Sendable {
  private struct State {
    var data = Data()
    var hasEnded = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private static let piece = 64 << 10
  private let most: Int
  private let state = Mutex(State())

  init(most: Int) {
    self.most = most
  }

  /// Blocks until the child has closed its end.
  func readAll(of pipe: FileHandle) {
    // What cannot be read any more is the end too.
    while let data = try? pipe.read(upToCount: Self.piece), !data.isEmpty {
      state.withLock { $0.data.append(data.prefix(max(0, most - $0.data.count))) }
    }
    let waiter = state.withLock { state in
      state.hasEnded = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits for the end.
  func whole() async -> Data {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiter = continuation }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
    return state.withLock { $0.data }
  }
}
