import AIProviders
import Domain

/// What a function found, or the change that it proposes.
package struct FunctionResult: Sendable {
  package var text: String
  package var citations: [Citation]
  package var proposals: [ActionProposal]
  package var receipt: AIReceipt?
  /// The citations, and whatever else was read for it.
  package var basis: Basis

  package init(
    _ text: String, citations: [Citation] = [], proposals: [ActionProposal] = [], receipt: AIReceipt? = nil
  ) {
    self.text = text
    self.citations = citations
    basis = Basis(citations)
    self.proposals = proposals
    self.receipt = receipt
  }

  /// An output in the words of a talk: prose, then its points. `moments` say when, on the asker's
  /// clock.
  init(_ output: AIOutput, moments: MomentWords) {
    let points = output.points.map { "• \($0.text)" }
    let slots = output.slots.enumerated().map { index, slot in
      "\(index + 1). \(moments.dayAndTime(slot.start)): \(slot.reason)"
    }
    text = ([output.text] + (output.text.isEmpty || output.kind == .digest ? points : []) + slots)
      .filter { !$0.isEmpty }.joined(separator: "\n")
    if text.isEmpty { text = output.title }
    var seen = Set<MessageID>()
    citations = output.points.flatMap(\.citations).filter { seen.insert($0.message).inserted }
    proposals = []
    receipt = output.receipt
    basis = Basis(citations)
    if let conversation = output.conversation { basis.conversations.insert(conversation) }
  }

  /// As safe as a model's text: names and messages are what people wrote. Links stay where a cited
  /// message has them.
  var guarded: FunctionResult {
    let sources = Dictionary(
      citations.enumerated().map { ($0.offset + 1, $0.element.excerpt) }, uniquingKeysWith: { first, _ in first })
    let outputGuard = ModelOutputGuard(sources: sources)
    let numbers = Array(sources.keys)
    var copy = self
    copy.text = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !line.isEmpty else { return "" }
      let line = String(line)
      return numbers.isEmpty
        ? outputGuard.label(line, atMost: 4_000) : outputGuard.claim(line, citations: numbers)?.text ?? ""
    }.joined(separator: "\n")
    return copy
  }
}
