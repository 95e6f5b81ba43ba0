import Domain

/// What a function found, or the change that it proposes.
package struct FunctionResult: Sendable {
  package var text: String
  package var citations: [Citation]
  package var proposals: [ActionProposal]
  package var receipt: AIReceipt?

  package init(
    _ text: String, citations: [Citation] = [], proposals: [ActionProposal] = [], receipt: AIReceipt? = nil
  ) {
    self.text = text
    self.citations = citations
    self.proposals = proposals
    self.receipt = receipt
  }

  /// An output in the words of a talk: prose, then its points.
  init(_ output: AIOutput) {
    let points = output.points.map { "• \($0.text)" }
    let slots = output.slots.enumerated().map { "\($0.offset + 1). \($0.element.reason)" }
    text = ([output.text] + (output.text.isEmpty || output.kind == .digest ? points : []) + slots)
      .filter { !$0.isEmpty }.joined(separator: "\n")
    if text.isEmpty { text = output.title }
    var seen = Set<MessageID>()
    citations = output.points.flatMap(\.citations).filter { seen.insert($0.message).inserted }
    proposals = []
    receipt = output.receipt
  }
}
