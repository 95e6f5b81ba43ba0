/// What an output reads like as a message.
package enum ShareText {
  /// What speaks to its reader speaks of them where others read it. Throws `forbidden` for what
  /// rests on other conversations too.
  package static func text(
    of output: AIOutput, in conversation: ConversationID, by name: String
  ) throws(Refusal) -> String {
    let cited = (output.points + output.contributions).flatMap(\.citations).map(\.conversation)
    guard (cited + [output.conversation].compactMap { $0 }).allSatisfy({ $0 == conversation }) else { throw elsewhere }
    let points = output.points.map(\.text)
    let prose = output.text == points.joined(separator: " ") ? "" : output.text
    let slots = output.slots.map(\.reason)
    let text = ([output.title, prose].filter { !$0.isEmpty } + (points + slots).map { "• \($0)" })
      .joined(separator: "\n").replacing("You: “", with: "\(name): “")
      .replacing("To do (you): ", with: "To do (\(name)): ")
    return try MessageText.validated(text)
  }

  package static var elsewhere: Refusal {
    Refusal(.forbidden, "This also rests on other conversations. It can only be shared where all of it was said.")
  }
}
