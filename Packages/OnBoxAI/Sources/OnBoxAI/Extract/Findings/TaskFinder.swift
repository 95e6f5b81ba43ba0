/// Picks the tasks of a message from what it promises, asks for and assigns.
struct TaskFinder {
  /// The classifier alone misses plain promises. What the parser reads as one counts from this
  /// likelihood on when it has an owner or a time.
  private static let minimumAction = 0.02

  let parser: ActionParser

  func tasks(in message: ReadMessage) -> [FoundTask] {
    let signals = message.signals
    guard signals.isAction || signals.action >= Self.minimumAction else { return [] }
    let parsed = parser.actions(
      in: message.text, speaker: message.speaker, members: message.members, previous: message.previous,
      now: message.now, timeZone: message.timeZone)
    let known = parsed.isEmpty ? [] : tasks(before: message)
    return parsed.compactMap { action in
      guard !known.contains(where: action.repeats) else { return nil }
      var isOwned = true
      if case .none = action.owner { isOwned = false }
      guard signals.isAction || isOwned || action.due != nil else { return nil }
      return FoundTask(
        action: action,
        confidence: max(signals.action, 0.4 + (isOwned ? 0.15 : 0) + (action.due == nil ? 0 : 0.15)))
    }
  }

  /// The tasks that the turns just before give to somebody: who says "I'll do it" to one takes it
  /// on, and adds none.
  private func tasks(before message: ReadMessage) -> [ParsedAction] {
    let recent = message.previous.suffix(TextEngine.reach)
    return recent.indices.flatMap { index in
      let turn = message.previous[index]
      return parser.actions(
        in: turn.text, speaker: turn.speaker, members: message.members, previous: Array(message.previous[..<index]),
        now: turn.at ?? message.now, timeZone: message.timeZone)
    }
  }
}
