import Domain
import ServerCore
import Synchronization

/// What somebody asked of the AI, or what it asked of a model by itself, in numbers. No text, and
/// nobody's id.
package struct AICall: Hashable, Sendable {
  package enum Outcome: String, Sendable {
    case answered
    /// From an earlier output: no model was asked.
    case cached
    /// Otherwise than asked for: the box took a model's place, or a model said less.
    case limited
  }

  package let feature: String
  package let model: String
  /// `this server` or a host.
  package let place: String
  package let outcome: Outcome
  package let inputTokens: Int
  package let outputTokens: Int
  /// Millionths of a US dollar; `nil` where nobody has said the price.
  package let cost: Int?
  package let milliseconds: Int
}

/// Counts what is asked of the AI since the start, as Prometheus text, and tells the log.
package final class AICalls: Sendable {
  private struct Listener: Sendable {
    let hear: @Sendable (AICall) -> Void
  }

  private struct Key: Hashable {
    let feature: String
    let model: String
  }

  private struct Sums {
    var outcomes: [AICall.Outcome: Int] = [:]
    var inputTokens = 0
    var outputTokens = 0
    var cost = 0
    var milliseconds = 0
  }

  private struct State {
    var sums: [Key: Sums] = [:]
    var feedback: [AIOutput.Kind: [AIOutput.Feedback: Int]] = [:]
  }

  /// Further models count as `other`: some services name each version of one anew.
  private static let mostKeys = 200

  private let state = Mutex(State())
  private let listener: Listener?

  /// `log` hears of each call; it must return at once.
  package init(log: (@Sendable (AICall) -> Void)? = nil) {
    listener = log.map { Listener(hear: $0) }
  }

  func record(_ call: AICall) {
    state.withLock { state in
      var key = Key(feature: call.feature, model: call.model)
      if state.sums[key] == nil, state.sums.count >= Self.mostKeys { key = Key(feature: call.feature, model: "other") }
      state.sums[key, default: Sums()].outcomes[call.outcome, default: 0] += 1
      state.sums[key]?.inputTokens += call.inputTokens
      state.sums[key]?.outputTokens += call.outputTokens
      state.sums[key]?.cost += call.cost ?? 0
      state.sums[key]?.milliseconds += call.milliseconds
    }
    listener?.hear(call)
  }

  /// Somebody has said so of an output.
  func recordFeedback(_ feedback: AIOutput.Feedback, of kind: AIOutput.Kind) {
    state.withLock { $0.feedback[kind, default: [:]][feedback, default: 0] += 1 }
  }

  /// Prometheus text format, version 0.0.4.
  package func prometheusText() -> String {
    let state = state.withLock { $0 }
    let sums = state.sums.map { key, sums in
      (labels: "feature=\"\(Self.label(key.feature))\",model=\"\(Self.label(key.model))\"", sums: sums)
    }.sorted { $0.labels < $1.labels }
    var text = ""
    func counter(_ name: String, _ help: String, _ rows: [String]) {
      text += "# HELP messageai_ai_\(name) \(help)\n# TYPE messageai_ai_\(name) counter\n"
      for row in rows { text += "messageai_ai_\(name)\(row)\n" }
    }
    counter(
      "calls_total", "Requests to the AI by feature, model and what came of them.",
      sums.flatMap { row in
        row.sums.outcomes.sorted { $0.key.rawValue < $1.key.rawValue }.map {
          "{\(row.labels),outcome=\"\($0.key.rawValue)\"} \($0.value)"
        }
      })
    counter(
      "tokens_total", "Tokens that models read (in) and wrote (out).",
      sums.flatMap {
        [
          "{\($0.labels),direction=\"in\"} \($0.sums.inputTokens)",
          "{\($0.labels),direction=\"out\"} \($0.sums.outputTokens)",
        ]
      })
    counter(
      "cost_dollars_total", "What models cost, as far as prices are known.",
      sums.map { "{\($0.labels)} \(Double($0.sums.cost) / 1_000_000)" })
    counter(
      "seconds_total", "How long requests took.", sums.map { "{\($0.labels)} \(Double($0.sums.milliseconds) / 1_000)" })
    counter(
      "feedback_total", "What people said of outputs.",
      state.feedback.flatMap { kind, counts in
        counts.map { "{kind=\"\(kind.rawValue)\",feedback=\"\($0.key.rawValue)\"} \($0.value)" }
      }.sorted())
    return text
  }

  private static func label(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0 != "\"" && $0 != "\\" }))
  }
}
