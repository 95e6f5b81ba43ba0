import Domain

/// What a row says about an insight besides its words.
@MainActor
public struct InsightTexts {
  private let directory: DirectoryModel
  private let texts: TimeTexts

  public init(directory: DirectoryModel, texts: TimeTexts) {
    self.directory = directory
    self.texts = texts
  }

  /// Owner, due time, conversation, day and tags, as far as there are any.
  ///
  /// `isPlaced` names the conversation: where insights of several stand together.
  public func facts(_ placed: PlacedInsight, isPlaced: Bool) -> [Phrase] {
    let insight = placed.insight
    var facts: [Phrase] = []
    let ownerName = insight.ownerName.map(Phrase.init(verbatim:))
    if let owner = insight.owner.map(directory.shownName) ?? ownerName { facts.append(owner) }
    let dueText = insight.dueText.map(Phrase.init(verbatim:))
    if let due = texts.due(insight).map({ Phrase("due \($0)") }) ?? dueText { facts.append(due) }
    if isPlaced { facts.append(directory.shownTitle(of: placed.conversation)) }
    if insight.kind != .actionItem {
      facts.append(texts.day(insight.createdAt))
      facts += insight.participants.map(directory.shownName)
    }
    return facts + insight.tags.map { Phrase(verbatim: "#\($0)") }
  }

  /// How it was closed, if a message says that it is done.
  public func report(_ insight: Insight) -> Phrase? {
    insight.report.map { Phrase("Done: \(directory.shownName(of: $0.sender)) said “\($0.text)”") }
  }

  /// What found it and how sure that is.
  public func origin(_ insight: Insight) -> Phrase {
    if let member = insight.createdBy { return "Marked by \(directory.shownName(of: member))." }
    let percent = Int((insight.confidence * 100).rounded())
    let finder = insight.model.map(Phrase.init(verbatim:)) ?? Phrase("the server")
    if insight.isEdited, insight.confidence == 1 { return "Found by \(finder), accepted by a member." }
    return "Found by \(finder), \(percent) % sure."
  }
}
