import Foundation
import OnBoxAI

/// Says whether a text is what the set asks about, and how surely. Of an issue, a title with a
/// description, the urgency is told by a model of its own.
final class LabelEvaluator: Evaluator {
  private let label: MessageSignals.Label
  private let models: ModelFolder
  private let classifier: MessageClassifier
  /// Read when the first issue comes.
  private var issues: IssueModel?

  init(_ label: MessageSignals.Label, models: ModelFolder, embedder: TextEmbedder?) throws {
    self.label = label
    self.models = models
    do {
      classifier = try MessageClassifier(folder: models, embedder: embedder)
    } catch {
      throw EvaluationFailure(error.description)
    }
  }

  func answer(_ item: EvaluationItem) throws -> Prediction {
    let title = try item.needText()
    let previous = item.context?.last
    let both = [title, item.body ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    let signals = classifier.signals(of: both, reading: nil, previous: previous)
    if label == .urgency, let body = item.body, signals != .none {
      let model = try issueModel()
      let urgency = model.urgency(title: title, body: body)
      return Prediction(id: item.id, answer: .label(model.holds(urgency), score: urgency))
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

  private func issueModel() throws -> IssueModel {
    if let issues { return issues }
    do {
      let model = try IssueModel(folder: models)
      issues = model
      return model
    } catch let error as ModelUnavailable {
      throw EvaluationFailure(error.description)
    }
  }
}
