import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Answers a question by quoting what was said: without a model, and without a word of its own but
/// who and when.
struct AnswerExtractor: Sendable {
  /// Changes with how it chooses: an answer that was chosen otherwise is not given again.
  static let label = "quotes 2"

  /// Quotes of one answer.
  private static let maximumQuotes = 3
  /// Sentences whose meaning is compared with the question's.
  private static let maximumSentences = 48
  private static let enoughOverlap = 0.4
  private static let enoughSimilarity = 0.5
  /// The same for a sentence that shares nothing with the question but somebody's name.
  private static let clearSimilarity = 0.6
  /// A quote that is much weaker than the best one adds doubt rather than knowledge.
  private static let weakest = 0.7

  let engine: OnBoxEngine
  let names: Names
  let titles: [ConversationID: String]
  let timeZone: TimeZone

  private struct Candidate {
    let placed: PlacedMessage
    let sentence: String
    var overlap: Double
    var similarity = 0.0
    var score = 0.0
    /// The message that asked, when this one answers it.
    var asked: PlacedMessage?
  }

  /// `insights` are points made of decisions and action items, each with how well it fits.
  func draft(
    question: String, found: [Retriever.Found], insights: [(point: Draft.Point, score: Double)] = []
  ) -> Draft {
    let who = WhoQuestion(question, names: names)
    let candidates = answers(among: scored(question, found), question, found, who)
    // Of equals the insight comes first: it is the answer, a quote only holds it.
    let all = (insights + candidates.map { (point($0), $0.score) }).enumerated()
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

  // MARK: Scores

  private func scored(_ question: String, _ found: [Retriever.Found]) -> [Candidate] {
    let wanted = QuestionWords.content(question)
    let kind = AnswerKind(question)
    var candidates: [Candidate] = []
    for item in found {
      for sentence in kind.passages(of: item.placed, by: engine.text, timeZone) {
        let shared = QuestionWords.content(sentence).intersection(wanted)
        candidates.append(
          Candidate(
            placed: item.placed, sentence: sentence,
            overlap: wanted.isEmpty ? 0 : Double(shared.count) / Double(wanted.count)))
      }
    }
    // Those of the best messages come first; a stable order keeps them so among equals.
    candidates = candidates.enumerated().sorted {
      ($0.element.overlap, -$0.offset) > ($1.element.overlap, -$1.offset)
    }.map(\.element)
    candidates = Array(candidates.prefix(Self.maximumSentences))
    if let embedder = engine.embedder {
      let vectors = embedder.embed([question] + candidates.map(\.sentence))
      if let first = vectors.first {
        for (index, vector) in vectors.dropFirst().enumerated() {
          candidates[index].similarity = max(0, Double(vector.similarity(first)))
        }
      }
    }
    for index in candidates.indices {
      let candidate = candidates[index]
      let base = engine.embedder == nil ? candidate.overlap : (candidate.overlap + candidate.similarity) / 2
      let isFitting = kind.fits(candidate.placed, saying: candidate.sentence, by: engine.text, timeZone)
      candidates[index].score = base + (isFitting ? 0.15 : 0)
    }
    let count = wanted.count
    let telling = wanted.subtracting(names.words)
    return candidates.filter { candidate in
      // A person's name alone is no subject: much is said of everybody.
      if !telling.isEmpty, telling != wanted, telling.isDisjoint(with: QuestionWords.content(candidate.sentence)) {
        return candidate.similarity >= Self.clearSimilarity
      }
      let shared = Int((candidate.overlap * Double(count)).rounded())
      return (shared >= min(2, count) && shared > 0 && candidate.overlap >= Self.enoughOverlap)
        || candidate.similarity >= Self.enoughSimilarity
    }
  }

  /// Questions are not answers: one that was asked in the conversation gives way to what somebody
  /// else said to it.
  private func answers(
    among candidates: [Candidate], _ question: String, _ found: [Retriever.Found], _ who: WhoQuestion?
  ) -> [Candidate] {
    let kind = AnswerKind(question)
    let ofNames = names.words
    /// Who does something is told by who does it, and by nobody else who speaks of it.
    func tells(_ text: String, asked: String?, _ candidate: Candidate) -> Bool {
      guard let who, kind == .person || kind == .task else { return true }
      return who.isTold(
        by: text, asked: asked, isAlike: candidate.similarity >= Self.enoughSimilarity, ofNames)
    }
    return candidates.compactMap { candidate -> Candidate? in
      guard QuestionWords.isQuestion(candidate.sentence) else {
        return tells(candidate.sentence, asked: nil, candidate) ? candidate : nil
      }
      let around = found.first { $0.placed.message.id == candidate.placed.message.id }?.around ?? []
      let replies = around.filter {
        $0.message.seq > candidate.placed.message.seq && $0.message.sender != candidate.placed.message.sender
          && !QuestionWords.isQuestion($0.textWithFiles)
          && tells($0.textWithFiles, asked: candidate.sentence, candidate)
      }
      let telling = replies.filter { QuestionWords.content($0.textWithFiles).count >= 2 }
      let fitting = telling.first { kind.fits($0, by: engine.text, timeZone) }
      guard let reply = fitting ?? telling.first ?? replies.first else { return nil }
      var answer = Candidate(placed: reply, sentence: reply.textWithFiles, overlap: candidate.overlap)
      answer.similarity = candidate.similarity
      answer.score = candidate.score * 0.9
      answer.asked = candidate.placed
      return answer
    }
  }

  // MARK: Words

  private func point(_ candidate: Candidate) -> Draft.Point {
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
      "\(names[asked.message.sender]) asked\(title): “\(question)” \(names[message.sender]) answered on \(when): “\(quote)”",
      person: message.sender, citations: [message.id, asked.message.id])
  }
}
