import Domain
import ServerCore

extension FunctionRunner {
  private static let mostListed = 15
  private static let standardDays = 14

  /// Has a conversation read once more, by the connected model where there is one, and lists what
  /// stands there now.
  func lookAgain(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let (outline, title) = try await place(call, asker)
    let kind: Insight.Kind = call.text("kind") == "decisions" ? .decision : .actionItem
    let found = try await insights.find(
      kind, asker: asker, conversation: outline.conversation.id,
      range: .days(call.number("days") ?? Self.standardDays))
    let open = found.insights.filter { $0.insight.status == .open }.prefix(Self.mostListed)
    let what = kind == .decision ? "decisions" : "action items"
    var lines = open.enumerated().map { "\($0.offset + 1). \($0.element.insight.text)" }
    lines.insert(
      open.isEmpty
        ? "I looked again in \(title), and no \(what) stand there."
        : "I looked again in \(title). These \(what) stand there:",
      at: 0)
    if let notice = found.notice { lines.append(notice) }
    return try await listing(lines.joined(separator: "\n"), Array(open), asker)
  }
}
