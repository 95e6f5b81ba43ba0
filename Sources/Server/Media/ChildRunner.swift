import Foundation
import ServerCore
import Subprocess

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

  /// Ends a child that is late, or that nobody waits for any longer.
  private func start(_ command: [String]) async -> Outcome {
    await withTaskGroup(of: Outcome.self) { group in
      group.addTask { await end(of: command) }
      group.addTask {
        // Ends early only when the child has ended or nobody waits.
        try? await Task.sleep(for: .seconds(bounds.patience))
        return .notFinished
      }
      defer { group.cancelAll() }
      return await group.next() ?? .notFinished
    }
  }

  private func end(of command: [String]) async -> Outcome {
    do {
      let result = try await run(limited: command)
      if Task.isCancelled { return .notFinished }
      return result.terminationStatus.isSuccess ? .finished(result.closureResult) : .failed
    } catch {
      return .notFinished
    }
  }

  private func run(
    limited command: [String]
  ) async throws -> ExecutionResult<Data, SequenceOutput, DiscardedOutput> {
    // A bound that the system does not know is left out. Linux gives an idle task's processor at
    // once to whoever else wants it; a nice one may keep it for some milliseconds.
    let limits =
      "ulimit -v \(bounds.memory >> 10) 2>/dev/null; ulimit -t \(bounds.seconds); ulimit -f \(bounds.fileBytes >> 9); "
      + "ulimit -c 0; " + (bounds.isIdle ? "command -v chrt >/dev/null && exec chrt --idle 0 \"$@\"; " : "")
      + "exec nice -n 10 \"$@\""
    // Not Foundation's `Process`: it reads behind its list of open files when there are more than
    // some 1,300, as on a server with as many connections.
    return try await Subprocess.run(
      .path("/bin/sh"), arguments: Arguments(["-c", limits, "sh"] + command),
      environment: .custom([
        "PATH": Self.path, "VIPS_BLOCK_UNTRUSTED": "1", "VIPS_WARNING": "1", "VIPS_CONCURRENCY": "1", "LC_ALL": "C",
      ]), input: .none, output: .sequence, error: .discarded
    ) { execution in
      var printed = Data()
      for try await piece in execution.standardOutput {
        piece.withUnsafeBytes { printed.append(contentsOf: $0.prefix(bounds.printed - printed.count)) }
      }
      return printed
    }
  }
}
