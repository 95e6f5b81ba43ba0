import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Answers a question by quoting what was said: without a model, and without a word of its own but
/// who and when.
struct AnswerExtractor: Sendable {
  /// Changes with how it chooses: an answer that was chosen otherwise is not given again.
  static let label = "quotes 6"

  /// Quotes of one answer.
  private static let maximumQuotes = 3
  /// A quote that is much weaker than the best one adds doubt rather than knowledge.
  private static let weakest = 0.7
  /// Words of a question back to who said something.
  private static let longestQuestionBack = 4
  /// After a report, within which time a later one about the same thing replaces it.
  private static let updateMilliseconds: Int64 = 24 * 3_600_000

  let engine: OnBoxEngine
  let names: Names
  let titles: [ConversationID: String]
  let timeZone: TimeZone

  /// `insights` are points made of decisions and action items, each with how well it fits;
  /// `replaced` are messages that one of them takes back; `settled` is the time that the talk came
  /// to which a message opens.
  func draft(
    question: String, found: [Retriever.Found], insights: [(point: Draft.Point, score: Double)] = [],
    replaced: Set<MessageID> = [], settled: [MessageID: SettledTime<PlacedMessage>] = [:]
  ) -> Draft {
    let who = WhoQuestion(question, names: names)
    let kind = AnswerKind(question)
    let scorer = AnswerScorer(engine: engine, names: names, timeZone: timeZone)
    let candidates = Self.settled(
      answers(among: scorer.candidates(question, kind, found), kind, found, who), by: settled, found
    ).filter { !replaced.contains($0.placed.message.id) }
    let latest = Self.latest(kind == .reason ? candidates : Self.withoutReversed(candidates), kind)
    // Of equals the insight comes first: it is the answer, a quote only holds it.
    let all = (insights + latest.map { (point($0), $0.score) }).enumerated()
      .sorted { ($0.element.score, -$0.offset) > ($1.element.score, -$1.offset) }.map(\.element)
    guard let best = all.first else { return Self.nothing(question) }
    var points: [Draft.Point] = []
    for (point, score) in all where score >= best.score * Self.weakest {
      let isNew = !points.contains { $0.text == point.text || $0.citations.first == point.citations.first }
      if points.count < Self.maximumQuotes, isNew { points.append(point) }
    }
    let isQuoted = insights.isEmpty
    return Draft(
      title: question, sentences: points, points: points, confidence: min(0.95, best.score),
      reason: points.count == 1
        ? "\(isQuoted ? "Quoted" : "Told") from the message that fits the question best."
        : "\(isQuoted ? "Quoted" : "Told") from the \(points.count) messages that fit the question best.")
  }

  static func nothing(_ question: String) -> Draft {
    .nothing(
      title: question, text: "I found nothing about that in your conversations.",
      reason: "No message that you can read shares enough with the question.")
  }

  /// Questions are not answers: one that was asked in the conversation gives way to what somebody
  /// else said to it.
  private func answers(
    among candidates: [AnswerCandidate], _ kind: AnswerKind, _ found: [Retriever.Found], _ who: WhoQuestion?
  ) -> [AnswerCandidate] {
    let ofNames = names.words
    /// Who does something is told by who does it, and by nobody else who speaks of it.
    func tells(_ text: String, asked: String?, _ candidate: AnswerCandidate) -> Bool {
      guard let who, kind == .person || kind == .task else { return true }
      return who.isTold(
        by: text, asked: asked, isAlike: candidate.similarity >= AnswerScorer.enoughSimilarity, ofNames)
    }
    let surroundings = Surroundings(found)
    var open: [AnswerCandidate] = []
    let given = candidates.compactMap { candidate -> AnswerCandidate? in
      let isTold = tells(candidate.sentence, asked: nil, candidate)
      let isLacking = kind.isTyped && !candidate.isFitting || !isTold
      guard QuestionWords.asks(candidate.sentence) || isLacking && Self.asksLater(candidate) else {
        return isTold ? clarified(candidate, kind, surroundings) : nil
      }
      let replies = surroundings.replies(to: candidate.placed).filter {
        !statement(of: $0).isEmpty && tells(statement(of: $0), asked: candidate.placed.textWithFiles, candidate)
      }
      let taken = who.flatMap { who in
        surroundings.after(candidate.placed).first {
          who.takesOn($0.textWithFiles, asked: candidate.placed.textWithFiles)
        }
      }
      guard
        let reply = taken.map({ (placed: $0, isFitting: false) })
          ?? reply(to: candidate, among: replies, surroundings, kind)
      else {
        open.append(candidate)
        return unanswered(candidate, kind)
      }
      var answer = candidate
      answer.isFitting = reply.isFitting
      answer.sentence = reply.placed.textWithFiles
      answer.answered(by: reply.placed)
      return answer
    }
    // Where just this was asked and nobody answered, the answer to a question with less of it is no
    // answer, and what was said before with less of it is none either.
    let told = given.filter { candidate in
      !open.contains { question in
        guard question.shared.isStrictSuperset(of: candidate.shared) else { return false }
        guard let asked = candidate.asked else {
          return question.similarity >= AnswerScorer.clearSimilarity
            && candidate.placed.message.createdAt < question.placed.message.createdAt
        }
        return !(QuestionWords.asksAgain(asked.textWithFiles) && candidate.shared.count * 2 >= question.shared.count)
      }
    }
    // What leads up to a question that was answered is not the answer.
    let answered = Set(told.compactMap(\.asked?.message.id))
    let rest = kind.isTyped ? told.filter(\.isFitting) : told.filter { !answered.contains($0.placed.message.id) }
    if kind == .reason, rest.isEmpty { return told.filter { tellsTrouble($0) }.map(\.whole) }
    let current = kind == .time ? Postponement.applied(to: rest, surroundings) : rest
    let corrected = Correction.applied(to: current, kind, surroundings.all)
    return candidates.first.flatMap { Holder($0.question) }.map { $0.latest(of: corrected, surroundings.all) }
      ?? corrected
  }

  /// "We should raise the limit", "to what?", "60": what was asked back says how much, or what was
  /// chosen in the end.
  private func clarified(
    _ candidate: AnswerCandidate, _ kind: AnswerKind, _ surroundings: Surroundings
  ) -> AnswerCandidate {
    // What sounds like a choice may only be what there is to choose from.
    if kind == .choice ? Conclusion.isTold(by: candidate.sentence) : candidate.isFitting { return candidate }
    let after = surroundings.after(candidate.placed)
    var told: PlacedMessage?
    if kind == .state, QuestionWords.isOffer(candidate.sentence) {
      // Who may, or whether it comes to that, is said by somebody else.
      told = after.first { $0.message.sender != candidate.placed.message.sender }.flatMap { reply in
        ReplyForm.denies(reply.textWithFiles) || ReplyForm.agrees(reply.textWithFiles) ? reply : nil
      }
    } else if kind == .choice {
      told = after.first { Conclusion.isTold(by: $0.textWithFiles) }
    } else if kind.isTyped {
      let back = after.prefix(2).first {
        $0.message.sender != candidate.placed.message.sender && QuestionWords.asks($0.textWithFiles)
          && QuestionWords.words($0.textWithFiles).count <= Self.longestQuestionBack
      }
      told = after.first {
        $0.message.seq == (back?.message.seq ?? 0) + 1 && $0.message.sender == candidate.placed.message.sender
          && !QuestionWords.asks($0.textWithFiles) && kind.fits($0, by: engine.text, timeZone)
      }
    }
    guard let told else { return candidate }
    var answer = candidate
    answer.isFitting = true
    answer.sentence = told.textWithFiles
    answer.answered(by: told)
    return answer
  }

  /// Which of `replies` answers, and whether it holds what is asked for.
  private func reply(
    to candidate: AnswerCandidate, among replies: [PlacedMessage], _ surroundings: Surroundings, _ kind: AnswerKind
  ) -> (placed: PlacedMessage, isFitting: Bool)? {
    let asked = candidate.placed
    func isValue(_ reply: PlacedMessage) -> Bool {
      let words = QuestionWords.words(reply.textWithFiles)
      return words.contains { Measure.isDigits($0) && !candidate.wanted.contains(QuestionWords.stem($0)) }
        && (!kind.isMeasured || words.count == 1 || kind.fits(reply, by: engine.text, timeZone))
    }
    if !kind.isTyped || kind.isCounted,
      let value = SettledValue.of(asked, surroundings.after(asked), isNumber: kind.isCounted, isValue)
    {
      return (value, true)
    }
    // What we do is what we agreed on.
    let isOurs = kind == .choice || kind == .other && QuestionWords.words(candidate.question).contains("we")
    if isOurs, ReplyForm(askedBy: asked.textWithFiles) == .any,
      let chosen = surroundings.after(asked).last(where: { Conclusion.isTold(by: $0.textWithFiles) })
    {
      return (chosen, true)
    }
    let fit = ReplyFit(asked: asked, around: surroundings.around(asked), names: names)
    func fits(_ reply: PlacedMessage) -> Bool {
      kind.fits(reply, by: engine.text, timeZone)
        && (!kind.isCounted || kind.isMeasured || Measure.isNew(in: reply.textWithFiles, beside: candidate.wanted))
        || kind == .time && Self.namesBareTime(reply, asked)
    }
    let suitable = replies.filter { fit.answers($0, saying: statement(of: $0), isFitting: kind.isTyped && fits($0)) }
    let telling = suitable.filter { QuestionWords.content($0.textWithFiles).count >= 2 }
    if let fitting = telling.first(where: fits) ?? suitable.first(where: fits) { return (fitting, true) }
    guard let reply = telling.first ?? suitable.first else { return nil }
    // "Monday at noon?", "fine": the question says it, and the answer that it is so.
    let isProposed = kind.isTyped && kind != .reason && fits(asked)
    let isReason = kind == .reason && tellsTrouble(candidate)
    let isSaidBefore = !ReplyForm.denies(statement(of: reply)) && ReplyForm(askedBy: asked.textWithFiles) != .person
    return (reply, (isProposed || isReason) && isSaidBefore)
  }

  /// "10 it is" to "what time is it these days?".
  private static func namesBareTime(_ reply: PlacedMessage, _ asked: PlacedMessage) -> Bool {
    let words = QuestionWords.words(asked.textWithFiles)
    let joined = words.joined(separator: " ")
    guard words.contains("when") || joined.contains("what time") || joined.contains("which time") else { return false }
    return QuestionWords.words(reply.textWithFiles).contains { Int($0).map { 1...24 ~= $0 } ?? false }
  }

  /// Why something is so is often told as what went wrong, by a message about it.
  private func tellsTrouble(_ candidate: AnswerCandidate) -> Bool {
    let isClose =
      candidate.overlap >= AnswerScorer.enoughOverlap || candidate.similarity >= AnswerScorer.clearSimilarity
    return isClose && !candidate.shared.isEmpty && AnswerKind.tellsTrouble(candidate.placed.textWithFiles)
  }

  /// A sentence that leads up to a question of the same message.
  private static func asksLater(_ candidate: AnswerCandidate) -> Bool {
    let sentences = TextEngine.sentences(of: candidate.placed.textWithFiles, longest: 400)
    guard let place = sentences.firstIndex(where: { candidate.sentence.hasPrefix($0) }) else { return false }
    return sentences[(place + 1)...].contains(where: QuestionWords.asks)
  }

  /// What a message says before it asks something itself.
  private func statement(of placed: PlacedMessage) -> String {
    TextEngine.sentences(of: placed.textWithFiles, longest: 400).prefix { !QuestionWords.isQuestion($0) }
      .joined(separator: " ")
  }

  /// A talk that came to a time gives way to that, with what was said in it on the way.
  private static func settled(
    _ candidates: [AnswerCandidate], by settled: [MessageID: SettledTime<PlacedMessage>], _ found: [Retriever.Found]
  ) -> [AnswerCandidate] {
    guard !settled.isEmpty else { return candidates }
    let roots = Set(candidates.map { ($0.asked ?? $0.placed).message.id })
    var seen = Set<MessageID>()
    let talks = found.flatMap { [$0.placed] + $0.around }.compactMap { opened in
      let id = opened.message.id
      return roots.contains(id) && seen.insert(id).inserted ? settled[id].map { (opened: opened, time: $0) } : nil
    }
    return candidates.map { candidate in
      let talk = talks.last { talk in
        candidate.placed.conversation == talk.opened.conversation
          && (talk.opened.message.seq...talk.time.last.message.seq).contains(candidate.placed.message.seq)
      }
      guard let talk else { return candidate }
      var candidate = candidate
      candidate.settled(by: talk.time)
      return candidate
    }
  }

  /// Where things change, what was said last comes first: of candidates about the same thing in one
  /// conversation, a later one is as good as the best.
  private static func latest(_ candidates: [AnswerCandidate], _ kind: AnswerKind) -> [AnswerCandidate] {
    guard kind.isChanging, let best = candidates.max(by: { $0.score < $1.score }) else { return candidates }
    let time = best.placed.message.createdAt.milliseconds
    func isUpdate(_ candidate: AnswerCandidate) -> Bool {
      let message = candidate.placed.message
      guard candidate.placed.conversation == best.placed.conversation, message.createdAt.milliseconds > time,
        !candidate.shared.isEmpty
      else { return false }
      if candidate.shared.isSuperset(of: best.shared) { return true }
      let isSoon = message.createdAt.milliseconds - time <= updateMilliseconds
      return isSoon && (kind == .state ? Completion.isTold(by: candidate.sentence) : kind.isMeasured)
    }
    let updates = candidates.filter(isUpdate)
    guard let last = updates.max(by: { $0.placed.message.createdAt < $1.placed.message.createdAt }) else {
      return candidates
    }
    return candidates.map { candidate in
      guard candidate.placed.message.id == last.placed.message.id, candidate.sentence == last.sentence else {
        return candidate
      }
      var candidate = candidate
      candidate.score = best.score + 0.01
      return candidate
    }
  }

  /// Without what somebody took back later, in words about the same: the later one stands in its
  /// place.
  private static func withoutReversed(_ candidates: [AnswerCandidate]) -> [AnswerCandidate] {
    var current = candidates
    var replaced = Set<Int>()
    for (index, later) in candidates.enumerated() where Reversal.isTold(by: later.placed.textWithFiles) {
      let earlier = candidates.indices.filter { other in
        let before = candidates[other]
        return before.placed.conversation == later.placed.conversation
          && before.placed.message.createdAt < later.placed.message.createdAt
          && before.shared.intersection(later.shared).count * 2 > before.shared.count
      }
      for other in earlier {
        current[index].shared.formUnion(candidates[other].shared)
        replaced.insert(other)
      }
      guard !earlier.isEmpty else { continue }
      let said = current[index].shared
      let less = candidates.filter {
        $0.placed.conversation == later.placed.conversation && $0.shared.isStrictSubset(of: said)
      }
      let best = (earlier.map { candidates[$0] } + less).map(\.score).max() ?? 0
      current[index].score = max(current[index].score, best + 0.01)
    }
    return current.indices.filter { !replaced.contains($0) }.map { current[$0] }
  }

  /// A request that nobody has answered says itself what is wanted, and why.
  private func unanswered(_ candidate: AnswerCandidate, _ kind: AnswerKind) -> AnswerCandidate? {
    var request = candidate
    request.sentence = candidate.placed.textWithFiles
    request.isFitting = kind.fits(candidate.placed, by: engine.text, timeZone)
    return kind.isTyped && request.isFitting ? request : nil
  }

  // MARK: Words

  private func point(_ candidate: AnswerCandidate) -> Draft.Point {
    let message = candidate.placed.message
    let when = MomentWords(timeZone: timeZone).moment(message.createdAt)
    let title = titles[candidate.placed.conversation].map { " in \($0)" } ?? ""
    let quote = Excerpt.of(candidate.sentence, maximumLength: 300)
    guard let asked = candidate.asked else {
      return Draft.Point(
        "\(names[message.sender]) wrote\(title) on \(when): “\(quote)”", person: message.sender,
        citations: [message.id])
    }
    let question = Excerpt.of(asked.textWithFiles)
    let isQuestion = TextEngine.sentences(of: asked.textWithFiles, longest: 400).contains(where: QuestionWords.asks)
    let asking = isQuestion ? "asked" : "wrote"
    let answered = message.sender == asked.message.sender || !isQuestion ? "wrote then" : "answered"
    return Draft.Point(
      "\(names[asked.message.sender]) \(asking)\(title): “\(question)” "
        + "\(names[message.sender]) \(answered) on \(when): “\(quote)”",
      person: message.sender, citations: [message.id, asked.message.id])
  }
}
