import Domain
import Foundation
import ServerCore

/// Answers questions by what was found in the conversations: decisions for "what did we choose?",
/// action items for "who does it?".
///
/// Its words are those of the insight and of the message that it rests on. Pure: everything that it
/// looks at was read for the asker.
struct InsightAnswers: Sendable {
  /// A decision or an action item that fits a question.
  struct Match: Sendable {
    let placed: PlacedInsight
    let score: Double
    /// Messages that it takes back.
    var replaced: Set<MessageID> = []
    /// Whether why it was decided is the answer.
    var isReason = false

    /// Whether its messages still say it. One that was edited since may not have been worked on
    /// again: then each word must stand in it.
    func stands(on messages: [MessageID: PlacedMessage], _ names: Names) -> Bool {
      let insight = placed.insight
      let cited = insight.citations.compactMap { messages[$0]?.message }
      guard cited.count == insight.citations.count else { return false }
      guard cited.contains(where: { $0.editedAt.map { $0 >= insight.updatedAt } ?? false }) else { return true }
      let said = cited.map { "\($0.text) \(names[$0.sender])" }.joined(separator: " ")
      let told = [insight.text, insight.dueText ?? "", insight.ownerName ?? ""].joined(separator: " ")
      return QuestionWords.content(told).isSubset(of: QuestionWords.content(said))
    }
  }

  /// Matches of one answer.
  private static let maximumMatches = 3
  /// Of one person.
  private static let maximumDecisions = 2
  /// The part of the question's words that a decision, or an action item, must have.
  private static let enoughOfDecision = 0.6
  private static let enoughOfTask = 0.6
  /// The same of what a decision chose from.
  private static let enoughOfChoice = 0.5
  /// Stems that say how it is counted, and nothing of what.
  private static let measuring = Set(["many", "much", "number", "time", "size"].map(QuestionWords.stem))
  /// Of those that a message must have which a decision moves to another day.
  private static let enoughOfMoved = 0.5
  private static let scoreOfMove = 0.85
  /// Of one that names who.
  private static let scoreOfNamed = 0.75
  /// How alike a question and a message must be for the decision that it led to.
  private static let enoughSimilarity = 0.42
  /// Between a message and the decision of the talk that it belongs to.
  private static let talkMessages: Int64 = 8
  private static let talkMilliseconds: Int64 = 60 * 60_000

  let names: Names
  let titles: [ConversationID: String]
  let timeZone: TimeZone

  // MARK: Choosing

  /// Those of `insights` that a question asks for; of one that names no subject all decisions.
  /// `found` is what was found for it among the messages.
  func matches(
    _ question: String, _ kind: AnswerKind, _ who: WhoQuestion? = nil, among insights: [PlacedInsight],
    found: [Retriever.Found]
  ) -> [Match] {
    if kind == .reason { return moves(question, among: insights) }
    if let who, kind != .time, kind != .choice { return matches(who, among: insights, found: found) }
    let wanted = QuestionWords.content(question).filter { !AnswerKind.isAsking($0) }
    if wanted.isEmpty {
      guard kind == .choice else { return [] }
      return insights.filter { $0.insight.kind == .decision }.map { Match(placed: $0, score: 1) }
    }
    let ofNames = names.words
    return insights.compactMap { placed -> Match? in
      switch placed.insight.kind {
      case .decision: decision(placed, kind, wanted, QuestionWords.numbered(question), found)
      case .actionItem: task(placed, kind, wanted, ofNames, found)
      case .scheduling: nil
      }
    }
  }

  /// Tasks and decisions that say who does it; of somebody who is nobody here, their tasks.
  private func matches(
    _ who: WhoQuestion, among insights: [PlacedInsight], found: [Retriever.Found]
  ) -> [Match] {
    let ofNames = names.words
    return insights.compactMap { placed -> Match? in
      let insight = placed.insight
      if case .stranger(let name) = who.subject {
        let owner = QuestionWords.words(insight.ownerName ?? "")
        return Set(name).isSubset(of: owner) ? Match(placed: placed, score: 0.8) : nil
      }
      guard insight.kind == .actionItem else {
        if who.isTold(byDecision: insight.text, ofNames) { return Match(placed: placed, score: Self.scoreOfNamed) }
        let before = talk(of: placed, found).map(\.placed.message.text).joined(separator: "\n")
        return who.isTold(byDecision: insight.text, after: before, ofNames)
          ? Match(placed: placed, score: Self.scoreOfNamed) : nil
      }
      let source = found.first { $0.placed.message.id == insight.citations.first }
      let said = source?.placed.message.text ?? ""
      guard let fit = who.fit(ofTask: insight.text, said: said, isReworded: insight.edited.contains(.text)) else {
        return nil
      }
      return Match(placed: placed, score: 0.4 + 0.4 * fit + (insight.status == .open ? 0.05 : 0))
    }
  }

  /// Decisions that gave what is asked for another day, and say why.
  private func moves(_ question: String, among insights: [PlacedInsight]) -> [Match] {
    guard Reversal.isAskedOf(by: question) else { return [] }
    let wanted = QuestionWords.content(question)
    return insights.compactMap { placed in
      guard placed.insight.kind == .decision, let moved = Reversal.moved(by: placed.insight.text),
        !moved.isDisjoint(with: wanted), placed.insight.context.map(AnswerKind.tellsReason) ?? false
      else { return nil }
      return Match(placed: placed, score: Self.scoreOfMove, isReason: true)
    }
  }

  /// What somebody has to do, and decisions that name them or that they made; tasks first, of each
  /// kind those said last.
  func matches(
    of user: UserID, among insights: [PlacedInsight], _ messages: [MessageID: PlacedMessage]
  ) -> [Match] {
    let called = QuestionWords.content(names[user])
    let all = insights.map { Match(placed: $0, score: 1) }
    let tasks = all.filter {
      $0.placed.insight.kind == .actionItem && $0.placed.insight.status == .open && $0.placed.insight.owner == user
    }
    let decisions = all.filter {
      let insight = $0.placed.insight
      return insight.kind == .decision
        && (insight.participants.first == user || !called.isDisjoint(with: QuestionWords.content(insight.text)))
    }
    return best(tasks, messages) + best(decisions, messages).prefix(Self.maximumDecisions)
  }

  /// The best of `matches` that their messages still say, of equals those said last.
  func best(_ matches: [Match], _ messages: [MessageID: PlacedMessage]) -> [Match] {
    let supported = matches.filter { $0.stands(on: messages, names) }
    func order(_ match: Match) -> (Double, Int64) {
      let main = match.placed.insight.citations.first.flatMap { messages[$0] }
      return (match.score, main?.message.createdAt.milliseconds ?? 0)
    }
    return Array(supported.sorted { order($0) > order($1) }.prefix(Self.maximumMatches))
  }

  private func decision(
    _ placed: PlacedInsight, _ kind: AnswerKind, _ wanted: Set<String>, _ numbered: Set<String>,
    _ found: [Retriever.Found]
  ) -> Match? {
    let insight = placed.insight
    let own = QuestionWords.content(([insight.text, insight.context ?? ""] + insight.tags).joined(separator: " "))
    let overlap = Self.part(of: wanted, in: own)
    if kind == .choice, overlap >= Self.enoughOfDecision { return Match(placed: placed, score: 0.45 + 0.45 * overlap) }
    let subject = wanted.subtracting(Self.measuring)
    if isChosen(insight), !subject.isEmpty,
      Self.part(of: subject, in: own.subtracting(ReplyFit.light)) >= Self.enoughOfChoice
    {
      return Match(placed: placed, score: Self.scoreOfNamed)
    }
    if kind == .time, let replaced = replaced(by: placed, wanted, numbered, found) {
      return Match(placed: placed, score: Self.scoreOfMove, replaced: replaced)
    }
    let talk = self.talk(of: placed, found)
    // What is asked otherwise must be in the decision and the talk that led to it, all of it.
    let said = talk.reduce(into: own) { $0.formUnion(QuestionWords.content($1.placed.message.text)) }
    let isTelling =
      !kind.isCounted
      || Measure.isNew(in: insight.text, beside: wanted)
        && !wanted.isDisjoint(with: QuestionWords.content(insight.text))
    if kind != .time, isTelling, wanted.count > 1, overlap > 0, wanted.isSubset(of: said) {
      return Match(placed: placed, score: 0.7)
    }
    guard kind == .choice, let near = Self.nearest(talk, wanted) else { return nil }
    return Match(placed: placed, score: 0.4 + 0.4 * near)
  }

  /// "Go with 300", of "300 or 500 posters": what it was chosen from stands beside it, and answers
  /// how many, which, when and whether.
  private func isChosen(_ insight: Insight) -> Bool {
    guard insight.text.hasPrefix("Go with "), let context = insight.context else { return false }
    return QuestionWords.words(context).contains("or")
  }

  /// The messages found that name another day for what a later decision moves; `nil` when it
  /// moves nothing that is asked for.
  private func replaced(
    by placed: PlacedInsight, _ wanted: Set<String>, _ numbered: Set<String>, _ found: [Retriever.Found]
  ) -> Set<MessageID>? {
    guard let moved = Reversal.moved(by: placed.insight.text), let main = placed.insight.citations.first else {
      return nil
    }
    let isRelease = Reversal.isRelease(moved) && Reversal.isRelease(wanted)
    let about = isRelease ? Reversal.besideRelease(wanted) : wanted
    let earlier = found.flatMap { [$0.placed] + $0.around }.filter { item in
      let said = QuestionWords.content(item.message.text)
      // Identifiers are in the order of time.
      return item.conversation == placed.conversation && item.message.id < main && moved.isSubset(of: said)
        && (about.isEmpty || Self.part(of: about, in: said) >= Self.enoughOfMoved)
        && numbered.isSubset(of: QuestionWords.numbered(item.message.text)) && Reversal.namesDay(item.message.text)
    }
    return earlier.isEmpty ? nil : Set(earlier.map(\.message.id))
  }

  private func task(
    _ placed: PlacedInsight, _ kind: AnswerKind, _ wanted: Set<String>, _ ofNames: Set<String>,
    _ found: [Retriever.Found]
  ) -> Match? {
    guard kind == .task || kind == .person || kind == .time else { return nil }
    let insight = placed.insight
    let owner = QuestionWords.content(insight.owner.map { names[$0] } ?? insight.ownerName ?? "")
    let isOpen = insight.status == .open ? 0.05 : 0
    if wanted.isSubset(of: ofNames) {
      // Only somebody's name: what they have to do is theirs, not what names them.
      guard kind == .task, wanted.isSubset(of: owner) else { return nil }
      return Match(placed: placed, score: 0.8 + isOpen)
    }
    let own = QuestionWords.content(insight.text)
    let source = found.first { $0.placed.message.id == insight.citations.first }
    let said = own.union(owner).union(QuestionWords.content(source?.placed.message.text ?? ""))
    let overlap = Self.part(of: wanted, in: said)
    let shared = wanted.subtracting(ofNames).intersection(own).count
    let isEnough = shared > 1 || shared == 1 && wanted.count > 1 && overlap == 1
    guard isEnough, overlap >= Self.enoughOfTask else { return nil }
    return Match(placed: placed, score: 0.4 + 0.4 * overlap + isOpen)
  }

  private static func part(of wanted: Set<String>, in words: Set<String>) -> Double {
    Double(wanted.intersection(words).count) / Double(wanted.count)
  }

  /// Of what was found, the messages of the talk that led to a decision.
  private func talk(of placed: PlacedInsight, _ found: [Retriever.Found]) -> [Retriever.Found] {
    guard let main = placed.insight.citations.first else { return [] }
    return found.filter { item in
      guard item.placed.conversation == placed.conversation else { return false }
      if placed.insight.citations.contains(item.placed.message.id) { return true }
      return item.around.contains { $0.message.id == main } || isEarlier(item, main, found)
    }
  }

  /// How much the best message of a talk has to do with the question; `nil` for too little.
  private static func nearest(_ talk: [Retriever.Found], _ wanted: Set<String>) -> Double? {
    let best =
      talk.map { item -> Double in
        let words = QuestionWords.content(item.placed.message.text)
        let overlap = part(of: wanted, in: words)
        let isAlike = item.similarity >= enoughSimilarity && overlap > 0
        return isAlike || overlap >= enoughOfDecision ? max(overlap, item.similarity) : 0
      }.max() ?? 0
    return best > 0 ? best : nil
  }

  private func isEarlier(_ item: Retriever.Found, _ main: MessageID, _ found: [Retriever.Found]) -> Bool {
    let all = found.flatMap { [$0.placed] + $0.around }
    guard let decided = all.first(where: { $0.message.id == main }) else { return false }
    let (before, after) = (item.placed.message, decided.message)
    return decided.conversation == item.placed.conversation && (0...Self.talkMessages).contains(after.seq - before.seq)
      && after.createdAt.milliseconds - before.createdAt.milliseconds <= Self.talkMilliseconds
  }

  // MARK: Words

  /// What the match says and where it stands; `nil` when its main message is not among `messages`.
  func point(_ match: Match, _ messages: [MessageID: PlacedMessage]) -> Draft.Point? {
    let insight = match.placed.insight
    let cited = insight.citations.filter { messages[$0] != nil }
    guard let main = insight.citations.first, let message = messages[main]?.message else { return nil }
    let when = MomentWords(timeZone: timeZone).moment(message.createdAt)
    let title = titles[match.placed.conversation].map { " in \($0)" } ?? ""
    let quote = "\(names[message.sender]) wrote: “\(Excerpt.of(message.text, maximumLength: 300))”"
    if match.isReason, let context = insight.context {
      let said = cited.compactMap { messages[$0]?.message }.first { $0.text.contains(context) }
      let before = said.map { "\(names[$0.sender]) wrote before: “\(context)”" } ?? "Said before: “\(context)”"
      return Draft.Point(
        "Decided\(title) on \(when): \(insight.text). \(before)", person: (said ?? message).sender, citations: cited)
    }
    if insight.kind == .decision {
      return Draft.Point(
        "Decided\(title) on \(when): \(insight.text). \(quote)", person: message.sender, citations: cited)
    }
    let owner = insight.owner.map { names[$0] } ?? insight.ownerName
    let due = insight.dueText.map { " (\($0))" } ?? ""
    let task =
      switch (owner, insight.status) {
      case (let owner?, .done): "\(owner) has done this: \(insight.text)."
      case (let owner?, _): "\(owner) is to do this\(due): \(insight.text)."
      case (nil, .done): "This is done: \(insight.text)."
      case (nil, _): "Nobody has taken this yet\(due): \(insight.text)."
      }
    return Draft.Point(
      "\(task) Said\(title) on \(when). \(quote)", person: insight.owner ?? message.sender, citations: cited)
  }
}
