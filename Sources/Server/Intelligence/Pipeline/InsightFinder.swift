import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Finds what one message says: tasks, decisions, the wish to meet. Pure but for the ids of what it
/// finds.
struct InsightFinder: Sendable {
  let engine: OnBoxEngine
  let clock: any WallClock
  let identifiers: any IdentifierSource

  /// How surely it is a decision when people agree on a time to meet.
  private static let agreedTime = 0.8

  struct Found: Sendable {
    var insight: Insight
    /// The later message that says when it is due.
    var answer: MessageID?
  }

  func found(in message: Message, signals: MessageSignals, context: MessageContext) -> [Found] {
    let read = read(
      message, after: context.past, signals, context, before: context.following.prefix(MessageContext.length))
    var found = actionItems(in: message, read, context)
    let wish = signals.isScheduling ? meeting(in: message, signals, context) : nil
    let time = wish.flatMap { agreement(on: $0, message, context) }
    let decided = decisions(in: message, read, context, isMeeting: time != nil)
    found += decided.map { Found(insight: $0) }
    if let time { found.append(Found(insight: time)) }
    // What people agreed on needs no time to be found.
    if let wish, decided.isEmpty || time != nil { found.append(Found(insight: wish)) }
    return found
  }

  // MARK: Action items

  private func actionItems(in message: Message, _ read: ReadMessage, _ context: MessageContext) -> [Found] {
    let members = context.members
    return engine.text.tasks(in: read).filter { !isTaken($0, givenBy: message, context) }.map { task in
      let action = task.action
      var owner: UserID?
      var ownerName: String?
      var ownerReason: String?
      switch action.owner {
      case .member(let index, let reason):
        if members.indices.contains(index) { owner = members[index].user }
        ownerReason = reason
      case .named(let name): ownerName = name
      case .none: break
      }
      let due = due(of: action, given: message, context)
      var sources = action.sources.filter(context.past.indices.contains).map { context.past[$0].id }
      if let answer = due?.answer { sources.append(answer.id) }
      let insight = Insight(
        id: identifiers.next(), kind: .actionItem, text: action.task, citations: [message.id] + sources, owner: owner,
        ownerName: ownerName, dueAt: due?.at, dueText: due?.text,
        confidence: task.confidence,
        reason: reason(
          "a task", .task, read.signals.reasons[.action],
          and: [ownerReason, due?.answer.map { "\(context.names[$0.sender]) said when" }]), model: OnBoxEngine.version,
        createdAt: clock.now)
      return Found(insight: insight, answer: due?.answer?.id)
    }
  }

  /// Whether somebody takes on later what nobody was asked to do, or what may be no task: then it
  /// is theirs, and told there.
  private func isTaken(_ found: FoundTask, givenBy message: Message, _ context: MessageContext) -> Bool {
    let action = found.action
    if case .none = action.owner {} else if found.isListed { return false }
    let recent = context.following.prefix(TextEngine.reach)
    return recent.indices.contains { index in
      let before = context.previous + [message] + recent[..<index]
      let signals = engine.text.quickSignals(of: recent[index].text) ?? .none
      let later = read(recent[index], after: before, signals, context, before: recent[(index + 1)...])
      return engine.text.tasks(in: later).contains { task in
        guard case .member(let taker, _) = task.action.owner else { return false }
        if case .member(let owner, _) = action.owner, owner != taker || task.action.form != .accepted { return false }
        return task.action.task == action.task
      }
    }
  }

  private struct Due {
    let text: String
    let at: Timestamp?
    /// The later message that says so; `nil` for the task's own.
    var answer: Message?
  }

  /// When a task is due: what was said to it last, by its own message or by one of those that
  /// answer it.
  private func due(of action: ParsedAction, given message: Message, _ context: MessageContext) -> Due? {
    var due = action.due.map {
      Due(text: $0.dueText, at: $0.instant(in: context.timeZone, after: message.createdAt.date).map { Timestamp($0) })
    }
    let members = context.members.map { context.names[$0.user] }
    for (index, later) in context.following.enumerated() where isDated(later, context) {
      let before = Array((context.previous + [message] + context.following[..<index]).suffix(MessageContext.length))
      let zone = context.timeZones[later.sender] ?? .gmt
      let said = engine.text.due(
        givenTo: action, of: before.firstIndex { $0.id == message.id }, in: later.text,
        speaker: context.names[later.sender], members: members, previous: turns(before, context),
        now: later.createdAt.date, timeZone: zone)
      guard let said else { continue }
      due = Due(
        text: said.dueText, at: said.instant(in: zone, after: later.createdAt.date).map { Timestamp($0) }, answer: later
      )
    }
    return due
  }

  func isDated(_ message: Message, _ context: MessageContext) -> Bool {
    let zone = context.timeZones[message.sender] ?? .gmt
    return !engine.text.times(in: message.text, now: message.createdAt.date, timeZone: zone).isEmpty
  }

  /// Earlier messages whose tasks get another time by this one, which names one.
  /// - `open`: the open tasks of the conversation.
  func revisits(after message: Message, open: [Insight], context: MessageContext) -> [MessageID] {
    let now = message.createdAt.date
    let members = context.members.map { context.names[$0.user] }
    let said = engine.text.actions(
      in: message.text, speaker: context.names[message.sender], members: members,
      previous: turns(context.previous, context), now: now, timeZone: context.timeZone
    ).filter { $0.due != nil }
    let repeated = open.filter { task in
      let owner = context.members.firstIndex { $0.user == task.owner }
      let known = ParsedAction(
        task: task.text, owner: owner.map { .member($0, reason: "") } ?? .none, due: nil, sentence: "")
      return task.citations.first != message.id && said.contains { $0.repeats(known) }
    }.compactMap(\.citations.first)
    return repeated
      + tasksBefore(message, context).filter { earlier in
        earlier.tasks.contains { task in
          engine.text.due(
            givenTo: task, of: earlier.index, in: message.text, speaker: context.names[message.sender],
            members: members,
            previous: turns(context.previous, context), now: now, timeZone: context.timeZone) != nil
        }
      }.map { context.previous[$0.index].id }.filter { !repeated.contains($0) }
  }

  /// The tasks that the messages just before give to somebody: who says "I'll do it" to one takes
  /// it on, and adds none.
  private func tasksBefore(
    _ message: Message, _ context: MessageContext
  ) -> [(index: Int, tasks: [ParsedAction])] {
    let members = context.members.map { context.names[$0.user] }
    let recent = context.previous.suffix(TextEngine.reach)
    return recent.indices.map { index in
      let earlier = context.previous[index]
      let tasks = engine.text.actions(
        in: earlier.text, speaker: context.names[earlier.sender], members: members,
        previous: turns(context.previous[..<index], context), now: earlier.createdAt.date,
        timeZone: context.timeZones[earlier.sender] ?? .gmt)
      return (index, tasks)
    }
  }

  // MARK: Decisions

  /// - isMeeting: Whether what it proposes is a meeting, which is told of with its time.
  private func decisions(
    in message: Message, _ read: ReadMessage, _ context: MessageContext, isMeeting: Bool
  ) -> [Insight] {
    engine.text.decisions(in: read).filter { !isMeeting || $0.decision.form != .asked }.map { found in
      let decision = found.decision
      let supporting =
        decision.supporting.filter(context.past.indices.contains).map { context.past[$0] }
        + found.endorsing.filter(context.following.indices.contains).map { context.following[$0] }
      return Insight(
        id: identifiers.next(), kind: .decision, text: decision.summary,
        citations: [message.id] + supporting.map(\.id), participants: senders([message] + supporting),
        tags: decision.tags,
        context: decision.context,
        confidence: found.confidence,
        reason: reason(
          "a decision", .decision, read.signals.isDecision ? read.signals.reasons[.decision] : nil),
        model: OnBoxEngine.version,
        createdAt: clock.now)
    }
  }

  /// Who wrote them, each once, in their order.
  private func senders(_ messages: [Message]) -> [UserID] {
    messages.map(\.sender).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Earlier messages that gave a task that this one takes on: to nobody, or not surely.
  /// - `open`: the open tasks of the conversation.
  func gave(_ taken: [Insight], before message: Message, open: [Insight]) -> [MessageID] {
    let texts = Set(taken.filter { $0.owner != nil }.map(\.text))
    return open.filter {
      ($0.owner == nil && $0.ownerName == nil || $0.confidence < TextEngine.leastListed) && texts.contains($0.text)
    }
    .compactMap(\.citations.first).filter { $0 != message.id }
  }

  /// Earlier messages whose plan or proposal this one makes a decision, or undoes.
  func plans(endorsedBy message: Message, _ context: MessageContext) -> [MessageID] {
    let agrees = TextEngine.agrees(message.text)
    let mayAnswer = TextEngine.mayAnswerProposal(message.text)
    guard agrees || mayAnswer else { return [] }
    let recent = context.previous.suffix(TextEngine.reach)
    return recent.indices.filter { index in
      guard TextEngine.mayPropose(recent[index].text) ? mayAnswer : agrees else { return false }
      let following = recent[(index + 1)...] + [message]
      return engine.text.isEndorsed(
        read(recent[index], after: context.previous[..<index], .none, context, before: following))
    }.map { recent[$0].id }
  }

  // MARK: Meetings

  /// One for a discussion, at the message that opens it.
  private func meeting(in message: Message, _ signals: MessageSignals, _ context: MessageContext) -> Insight? {
    guard !continues(message, context) else { return nil }
    // What only tells of a meeting or a slot wishes for none, whatever else is asked beside it.
    let wishing = TextEngine.sentences(of: message.text, longest: 400).filter(TimeTalkWords.mayWish)
    var wish = message
    wish.text = wishing.joined(separator: " ")
    let turns = (context.previous.suffix(4) + [message]).map { turn($0, context) }
    // Those before may have spoken of a meeting that this one only comes after.
    // A question that names no time asks for something else.
    guard
      !wishing.isEmpty,
      request([turn(wish, context)], at: message, context) != nil
        || QuestionWords.isQuestion(wish.text) && isDated(wish, context),
      let found = request(turns, at: message, context)
    else { return nil }
    let topic = found.topic.flatMap { $0.isEmpty ? nil : $0 }
    var participants = [message.sender]
    if context.kind == .direct { participants += context.members.map(\.user).filter { $0 != message.sender } }
    return Insight(
      id: identifiers.next(), kind: .scheduling, text: topic.map { "Meeting: \($0)" } ?? "Meeting",
      citations: [message.id], participants: participants, context: Excerpt.of(message.text),
      confidence: signals.scheduling, reason: reason("a wish to meet", .meeting, signals.reasons[.scheduling]),
      model: OnBoxEngine.version, createdAt: clock.now)
  }

  /// The time on which people agreed for it.
  private func agreement(on meeting: Insight, _ message: Message, _ context: MessageContext) -> Insight? {
    let zone = context.timeZones
    guard let agreed = AgreedMeeting(after: message, in: context.following, members: context.members.count),
      let time = agreed.time(engine.text, in: zone[agreed.named.sender] ?? .gmt)
    else { return nil }
    let sources = [agreed.named] + agreed.agreeing
    return Insight(
      id: identifiers.next(), kind: .decision, text: "\(meeting.text)\(meeting.text.contains(":") ? "," : ":") \(time)",
      citations: [message.id] + sources.map(\.id).filter { $0 != message.id },
      participants: senders([message] + sources),
      context: Excerpt.of(message.text), confidence: Self.agreedTime, reason: "Others agreed to this time.",
      model: OnBoxEngine.version, createdAt: clock.now)
  }

  /// Earlier messages whose wish to meet this one gives a time, or takes it away.
  func meetings(settledBy message: Message, _ context: MessageContext) -> [MessageID] {
    let recent = context.previous
    let isDated = isDated(message, context)
    guard TextEngine.mayAnswerProposal(message.text) || isDated else { return [] }
    let mayTakeBack = isDated || TimeTalkWords.objects(message.text)
    return recent.indices.filter { index in
      // What wishes for nothing has no wish that could be served.
      guard TimeTalkWords.opens(recent[index].text),
        TextEngine.speaksOfMeeting(recent[index].text) || !ClockWords(recent[index].text).isEmpty
      else { return false }
      let talk = Array(recent[(index + 1)...])
      let members = context.members.count
      let agreed = AgreedMeeting(after: recent[index], in: talk + [message], members: members)?.last.id
      if agreed == message.id { return true }
      guard mayTakeBack else { return false }
      return AgreedMeeting(after: recent[index], in: talk, members: members)?.last.id != agreed
    }.map { recent[$0].id }
  }

  /// Whether somebody has begun to speak of a meeting shortly before.
  private func continues(_ message: Message, _ context: MessageContext) -> Bool {
    let recent = context.previous.filter { message.createdAt.milliseconds - $0.createdAt.milliseconds < 6 * 3_600_000 }
    return recent.suffix(8).contains { earlier in
      engine.text.quickSignals(of: earlier.text)?.isScheduling == true
        && request([turn(earlier, context)], at: earlier, context) != nil
    }
  }

  private func request(_ turns: [Turn], at message: Message, _ context: MessageContext) -> MeetingRequest? {
    let zones = Dictionary(
      context.timeZones.map { (context.names[$0.key], $0.value) }, uniquingKeysWith: { first, _ in first })
    return engine.text.meeting(in: turns, now: message.createdAt.date) { zones[$0] ?? .gmt }
  }

  // MARK: Words

  private func read(
    _ message: Message, after past: some Sequence<Message>, _ signals: MessageSignals, _ context: MessageContext,
    before following: some Sequence<Message>
  ) -> ReadMessage {
    ReadMessage(
      text: message.text, speaker: context.names[message.sender],
      members: context.members.map { context.names[$0.user] },
      previous: turns(past, context), following: turns(following, context), now: message.createdAt.date,
      timeZone: context.timeZones[message.sender] ?? .gmt, signals: signals)
  }

  private func turns(_ messages: some Sequence<Message>, _ context: MessageContext) -> [Turn] {
    messages.map { turn($0, context) }
  }

  private func turn(_ message: Message, _ context: MessageContext) -> Turn {
    Turn(speaker: context.names[message.sender], text: message.text, at: message.createdAt.date)
  }

  /// Such as: The words “can you” and “by Friday” sound like a task. Bo is asked by name.
  private func reason(
    _ what: String, _ label: ReasonWords.Label, _ words: [String]?, and more: [String?] = []
  ) -> String {
    let quoted = ReasonWords.telling(words ?? [], of: label).prefix(3).map { "“\($0)”" }
    let list =
      switch quoted.count {
      case 0: ""
      case 1: "\(quoted[0]) sounds like \(what)."
      default:
        "\(quoted.dropLast().joined(separator: ", ")) and \(quoted[quoted.count - 1]) sound like \(what)."
      }
    let first = list.isEmpty ? "The way it is said sounds like \(what)." : list
    return more.compactMap(\.self).filter { !$0.isEmpty }.reduce(first) { text, more in
      let sentence = more.prefix(1).uppercased() + more.dropFirst()
      return "\(text) \(sentence)\(sentence.hasSuffix(".") ? "" : ".")"
    }
  }
}
