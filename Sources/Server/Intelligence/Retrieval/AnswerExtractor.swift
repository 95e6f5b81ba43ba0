import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Answers a question by quoting what was said: without a model, and without a word of its own but
/// who and when.
struct AnswerExtractor: Sendable {
  /// Changes with how it chooses: an answer that was chosen otherwise is not given again.
  static let label = "quotes 5"

  /// Quotes of one answer.
  private static let maximumQuotes = 3
  /// A quote that is much weaker than the best one adds doubt rather than knowledge.
  private static let weakest = 0.7
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
    var open: [Set<String>] = []
    let given = candidates.compactMap { candidate -> AnswerCandidate? in
      guard Self.asks(candidate.sentence) else {
        return tells(candidate.sentence, asked: nil, candidate) ? candidate : nil
      }
      let around = found.first { $0.placed.message.id == candidate.placed.message.id }?.around ?? []
      let replies = around.filter {
        $0.message.seq > candidate.placed.message.seq && $0.message.sender != candidate.placed.message.sender
          && !statement(of: $0).isEmpty
          && tells(statement(of: $0), asked: candidate.placed.textWithFiles, candidate)
      }
      let fit = ReplyFit(asked: candidate.placed, around: around)
      let suitable = replies.filter { reply in
        fit.answers(
          reply, saying: statement(of: reply), isFitting: kind.isTyped && kind.fits(reply, by: engine.text, timeZone))
      }
      let telling = suitable.filter { QuestionWords.content($0.textWithFiles).count >= 2 }
      let fitting = telling.first { kind.fits($0, by: engine.text, timeZone) }
      guard let reply = fitting ?? telling.first ?? suitable.first else {
        open.append(candidate.shared)
        return unanswered(candidate, kind)
      }
      var answer = candidate
      answer.isFitting = fitting != nil
      answer.sentence = reply.textWithFiles
      answer.answered(by: reply)
      return answer
    }
    // Where just this was asked and nobody answered, the answer to a question with less of it is no
    // answer.
    let told = given.filter { candidate in
      guard let asked = candidate.asked else { return true }
      return !open.contains { earlier in
        let isAgain = QuestionWords.asksAgain(asked.textWithFiles) && candidate.shared.count * 2 >= earlier.count
        return earlier.isStrictSuperset(of: candidate.shared) && !isAgain
      }
    }
    // What leads up to a question that was answered is not the answer.
    let answered = Set(told.compactMap(\.asked?.message.id))
    let rest = kind.isTyped ? told.filter(\.isFitting) : told.filter { !answered.contains($0.placed.message.id) }
    return rest
  }

  private static func asks(_ sentence: String) -> Bool {
    QuestionWords.isQuestion(sentence) || QuestionWords.asksAgain(sentence)
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
    return Draft.Point(
      "\(names[asked.message.sender]) asked\(title): “\(question)” "
        + "\(names[message.sender]) answered on \(when): “\(quote)”",
      person: message.sender, citations: [message.id, asked.message.id])
  }
}
