/// Picks the tasks of a message from what it promises, asks for and assigns.
struct TaskFinder {
  /// What the classifier takes for less than this is none, whatever its words.
  private static let minimumAction = 0.02
  /// Turns back in which a task that is said again is the same.
  private static let memory = 48

  let parser: ActionParser
  let decisions: DecisionFinder

  func tasks(in message: ReadMessage) -> [FoundTask] {
    let isLikely = message.signals.isAction || message.signals.action >= Self.minimumAction
    let found = judged(message).filter { isLikely || $0.isListed && Self.isPlain($0.action) }
    guard !found.isEmpty, decisions.resolution(in: message) == nil else { return [] }
    let known = tasks(before: message)
    return found.enumerated().filter { index, task in
      let isTaking = task.action.form == .accepted && task.isListed
      return !(known + found[..<index]).contains { earlier in
        task.action.repeats(earlier.action)
          && !(isTaking && !earlier.isListed && task.action.task == earlier.action.task)
      }
    }.map(\.element)
  }

  /// What is said so plainly that no classifier is asked: by whom it is done, and by when or in
  /// answer to what.
  private static func isPlain(_ action: ParsedAction) -> Bool {
    guard case .member = action.owner else { return false }
    return action.form == .accepted || action.due != nil
  }

  private func judged(_ message: ReadMessage) -> [FoundTask] {
    parser.actions(
      in: message.text, speaker: message.speaker, members: message.members, previous: message.previous,
      now: message.now, timeZone: message.timeZone
    ).compactMap { action in
      let confidence = TaskJudge(action: action, message: message).confidence
      return confidence < TaskJudge.doubtful ? nil : FoundTask(action: action, confidence: confidence)
    }
  }

  /// The tasks of the turns before: who says "I'll do it" to one takes it on, and adds none.
  /// What was doubtful before is none when it is taken.
  private func tasks(before message: ReadMessage) -> [FoundTask] {
    message.previous.indices.suffix(Self.memory).flatMap { index in
      let turn = message.previous[index]
      let earlier = ReadMessage(
        text: turn.text, speaker: turn.speaker, members: message.members, previous: Array(message.previous[..<index]),
        now: turn.at ?? message.now, timeZone: message.timeZone, signals: .none)
      return judged(earlier)
    }
  }
}
