import Domain
import OnBoxAI
import ServerCore

/// Lets the words of a model stand when the pipeline works on their message again.
///
/// A message becomes due again by what others say to it. What a model made of it then keeps its
/// words, its reason and its model for as long as the messages that it took them from are
/// unchanged; only the time that an answer gives, who gave it and that message are the pipeline's.
struct ModelWords: Sendable {
  let message: Message
  let context: MessageContext

  /// What is to be kept of the message: what models made of it, where that stands, and `found` for
  /// all else.
  func kept(_ previousInsights: [PreviousInsight], over found: [InsightFinder.Found]) -> [Insight] {
    let ofModels = previousInsights.filter { $0.insight.model.map(OnBoxEngine.isModel) ?? false }
    return Insight.Kind.allCases.flatMap { kind -> [Insight] in
      let held = ofModels.filter { $0.insight.kind == kind }
      let own = found.filter { $0.insight.kind == kind }
      guard !held.isEmpty, held.allSatisfy(holds) else { return own.map(\.insight) }
      return held.map { dated($0, by: partner(of: $0.insight, among: own, isOnly: held.count == 1)) }
    }
  }

  /// Whether the messages that its words come from are as they were.
  private func holds(_ previous: PreviousInsight) -> Bool {
    !Self.isChanged(message, since: previous.insight)
      && previous.sources.allSatisfy {
        !Self.isChanged($0, since: previous.insight) || isTimeOnly($0, in: previous)
      }
  }

  /// A member's change moves the revision of an insight and leaves its words: then only its
  /// beginning tells what is older.
  private static func isChanged(_ source: Message, since insight: Insight) -> Bool {
    if source.rev > insight.rev { return true }
    guard insight.isEdited, let edited = source.editedAt else { return false }
    return edited >= insight.createdAt
  }

  /// Whether the message was cited for the time alone: a short answer of whoever has the task, of
  /// which, as it is or ever was, the insight has no word that is not another's as well. The words
  /// of the time itself are set anew.
  private func isTimeOnly(_ source: Message, in previous: PreviousInsight) -> Bool {
    let insight = previous.insight
    let versions = [source.text] + source.edits.map(\.text)
    guard source.edits.count == source.editCount, source.seq > message.seq, source.sender == insight.owner,
      versions.allSatisfy({ QuestionWords.words($0).count <= TextEngine.shortAnswer })
    else { return false }
    let said = [insight.text, insight.context ?? "", insight.ownerName ?? ""] + insight.tags
    var words = QuestionWords.content(said.joined(separator: " ")).subtracting(context.names.words)
    for text in [message.text] + previous.sources.filter({ $0.id != source.id }).map(\.text) {
      words.subtract(QuestionWords.content(text))
    }
    return versions.allSatisfy { words.isDisjoint(with: QuestionWords.content($0)) }
  }

  /// The same task as the parser reads it.
  private func partner(
    of insight: Insight, among found: [InsightFinder.Found], isOnly: Bool
  ) -> InsightFinder.Found? {
    if isOnly, found.count == 1 { return found[0] }
    let words = QuestionWords.content(insight.text)
    let shared = found.map { QuestionWords.content($0.insight.text).intersection(words).count }
    guard let most = shared.max(), most > 0 else { return nil }
    return shared.firstIndex(of: most).map { found[$0] }
  }

  private func dated(_ previous: PreviousInsight, by found: InsightFinder.Found?) -> Insight {
    var insight = previous.insight
    let changed = previous.sources.filter { $0.rev > insight.rev }.map(\.id)
    guard found?.answer != nil || !changed.isEmpty else { return insight }
    insight.dueAt = found?.insight.dueAt
    insight.dueText = found?.insight.dueText
    insight.citations.removeAll(where: changed.contains)
    if let found, let answer = found.answer {
      if let owner = found.insight.owner { (insight.owner, insight.ownerName) = (owner, nil) }
      if !insight.citations.contains(answer) { insight.citations.append(answer) }
    }
    return insight
  }
}
