import AIProviders
import Domain
import ServerCore

/// Makes an output's claims of a draft's: only what cites a message that was read for the asker
/// remains, and only as safe text.
///
/// What the engine on this server wrote goes the same way as a model's: both repeat what people
/// wrote.
struct DraftCheck: Sendable {
  private let sources: [MessageID: PlacedMessage]
  private let numbers: [MessageID: Int]
  private let outputGuard: ModelOutputGuard

  /// `messages`: everything that was read for the asker.
  init(messages: [PlacedMessage]) {
    var sources: [MessageID: PlacedMessage] = [:]
    var numbers: [MessageID: Int] = [:]
    var texts: [Int: String] = [:]
    for (index, item) in messages.enumerated() where sources[item.message.id] == nil {
      sources[item.message.id] = item
      numbers[item.message.id] = index + 1
      texts[index + 1] = item.textWithFiles
    }
    self.sources = sources
    self.numbers = numbers
    outputGuard = ModelOutputGuard(sources: texts)
  }

  /// Whether anything is left of what claims to have found something.
  func isUsable(_ draft: Draft) -> Bool {
    !draft.isFound || !draft.slots.isEmpty || !points(draft.sentences + draft.points).isEmpty
  }

  /// The claims that are left, in order.
  func points(_ drafts: [Draft.Point]) -> [CitedPoint] {
    drafts.compactMap { draft -> CitedPoint? in
      var seen = Set<MessageID>()
      let cited = draft.citations.filter { sources[$0] != nil && seen.insert($0).inserted }
      guard let claim = outputGuard.claim(draft.text, citations: cited.compactMap { numbers[$0] }) else { return nil }
      return CitedPoint(
        text: claim.text, person: draft.person, citations: cited.compactMap { sources[$0]?.citation })
    }
  }

  /// Text that cites nothing: no link survives in it.
  func plain(_ text: String) -> String {
    outputGuard.label(text, atMost: 400)
  }
}
