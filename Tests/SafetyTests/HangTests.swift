import AIProviders
import Domain
import Foundation
import Intelligence
import Synchronization
import TestSupport
import Testing
import WireProtocol

extension Safety {
  /// A provider that has taken requests and says nothing holds up nobody but those who asked it.
  @Suite("A provider that hangs", .timeLimit(.minutes(5)))
  struct HangTests {
    /// Keeps every request until it is let go.
    private final class Gate: Sendable {
      private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

      var waiting: Int { state.withLock { $0.waiting.count } }

      func wait() async {
        await withCheckedContinuation { continuation in
          let isOpen = state.withLock { state in
            if !state.isOpen { state.waiting.append(continuation) }
            return state.isOpen
          }
          if isOpen { continuation.resume() }
        }
      }

      func open() {
        let waiting = state.withLock { state in
          state.isOpen = true
          defer { state.waiting = [] }
          return state.waiting
        }
        for continuation in waiting { continuation.resume() }
      }
    }

    @Test("leaves posting, reading and all that needs no model as they were")
    func posting() async throws {
      let (gate, passGate) = (Gate(), Gate())
      let model = StubModel { request throws(ModelFailure) in
        await (request.purpose == "pass" ? passGate : gate).wait()
        throw ModelFailure(.timedOut)
      }
      try await TestWorkspace.run(
        engine: SafetyEngine.make(), model: model, configure: { $0.intelligence.passPollSeconds = 0.1 }
      ) { workspace in
        try await workspace.bob.post("The ferry to the island leaves at nine from pier four.", in: workspace.group)
        let idle = try await ContinuousClock().measure { try await Self.useTheChat(workspace) }
        // Asked beneath HTTP, whose clients would not wait that long.
        let services = workspace.server.instance.intelligence
        try await withThrowingTaskGroup(of: AIOutput?.self) { tasks in
          for asker in [workspace.ada.id, workspace.bob.id] {
            for range in 1...3 {
              tasks.addTask {
                try await services.summaries.summarizeThread(workspace.group, for: asker, range: .last(range))
              }
            }
            tasks.addTask {
              let talk = try await services.assistant.talk(
                asker: asker, text: "When does the ferry leave?", conversation: workspace.group)
              for try await _ in talk {}
              return nil
            }
          }
          try await eventually("eight requests hang") { gate.waiting == 8 }
          let busy = try await ContinuousClock().measure { try await Self.useTheChat(workspace) }
          #expect(gate.waiting == 8, "all of it went on while the provider hung")
          try await eventually("the model pass hangs too") { passGate.waiting == 1 }
          #expect(busy < idle * 3 + .seconds(10), "\(busy) while the provider hung, \(idle) before")
          gate.open()
          passGate.open()
          // Each is answered by this server then, and says why.
          for try await output in tasks {
            guard let output else { continue }
            #expect(output.receipt.model == OnBoxEngine.version && output.receipt.notice != nil)
          }
        }
      }
    }

    private static func useTheChat(_ workspace: TestWorkspace) async throws {
      let (sender, reader) = (try await workspace.ada.socket(), try await workspace.bob.socket())
      for number in 1...200 {
        let ack = try await sender.post("message \(number)", in: workspace.group, ref: Int64(number))
        #expect(ack.messages.count == 1)
      }
      var heard = 0
      while heard < 200 { heard += try await reader.delta(of: workspace.group).messages.count }
      #expect(heard == 200)
      let verdicts = try await workspace.bob.ask("GET", "/v1/ai/priorities", as: PrioritiesResponse.self).verdicts
      #expect(!verdicts.isEmpty)
      let form = SmartSearchRequest(query: "message 7")
      #expect(!(try await workspace.bob.ask("POST", "/v1/ai/search", form, as: SmartSearchResponse.self).hits.isEmpty))
      // The pipeline never asks a model.
      try await eventually("all messages are worked on") {
        try await workspace.eve.ask("GET", "/v1/ai/status", as: AIStatus.self).waitingMessages == 0
      }
    }
  }
}
