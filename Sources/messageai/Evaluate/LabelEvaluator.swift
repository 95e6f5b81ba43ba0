import Foundation
import OnBox

/// Says whether a text is what the set asks about, and how surely.
struct LabelEvaluator: Evaluator {
  private let label: MessageSignals.Label
  private let classifier: MessageClassifier

  init(_ label: MessageSignals.Label, models: ModelFolder, embedder: TextEmbedder?) throws {
    self.label = label
    do {
      classifier = try MessageClassifier(folder: models, embedder: embedder)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  func answer(_ item: EvaluationItem) throws -> Prediction {
    let title = try item.needText()
    let previous = item.context?.last
    let signals =
      if let body = item.body {
        classifier.signals(of: title, body: body, reading: nil, previous: previous)
      } else {
        classifier.signals(of: title, reading: nil, previous: previous)
      }
    let answer: Prediction.Answer =
      switch label {
      case .action: .label(signals.isAction, score: signals.action)
      case .decision: .label(signals.isDecision, score: signals.decision)
      case .scheduling: .label(signals.isScheduling, score: signals.scheduling)
      case .urgency: .label(signals.isUrgent, score: signals.urgency)
      }
    return Prediction(id: item.id, answer: answer)
  }
}
