import Domain
import Foundation
import OnBoxAI
import ServerCore

/// A sentence that may answer a question.
struct AnswerCandidate: Sendable {
  /// What a reply gains by the question that it answers.
  private static let answerBonus = 0.03

  private(set) var placed: PlacedMessage
  var sentence: String
  /// The part of the question's words, by weight, that the sentence, its message and the talk
  /// before it have.
  var overlap: Double
  /// Words of the question in the sentence itself, its speaker's name among them.
  var shared: Set<String> = []
  /// What it may answer, and the words of that which an answer should have.
  var question = ""
  var wanted: Set<String> = []
  /// All words of the message and of the talk before it.
  let talk: Set<String>
  var similarity = 0.0
  var score = 0.0
  /// Whether it holds what the question asks for: a time, a number, a reason.
  var isFitting = false
  /// The message that asked, when this one answers it.
  private(set) var asked: PlacedMessage?

  init(
    placed: PlacedMessage, sentence: String, overlap: Double, shared: Set<String>, talk: Set<String>
  ) {
    self.talk = talk
    self.placed = placed
    self.sentence = sentence
    self.overlap = overlap
    self.shared = shared
  }

  /// Makes what a talk came to the answer.
  mutating func settled(by time: SettledTime<PlacedMessage>) {
    asked = time.agreed == nil ? nil : time.named
    placed = time.last
    sentence = placed.textWithFiles
    isFitting = true
  }

  /// With all of its message.
  var whole: AnswerCandidate {
    var all = self
    if asked == nil { all.sentence = placed.textWithFiles }
    return all
  }

  /// Makes the reply the answer, to what was the candidate.
  mutating func answered(by reply: PlacedMessage) {
    asked = placed
    placed = reply
    score += Self.answerBonus
  }
}

/// Weighs the sentences of what was found against a question.
struct AnswerScorer: Sendable {
  /// Sentences whose meaning is compared with the question's.
  private static let maximumSentences = 48
  static let enoughOverlap = 0.4
  static let enoughSimilarity = 0.5
  /// The same for a sentence that shares nothing with the question but somebody's name.
  static let clearSimilarity = 0.6
  /// What a word counts that stands elsewhere in the message, or in the talk before it.
  private static let besideWeight = 0.6
  private static let talkWeight = 0.4
  /// What a speaker's name counts in a sentence that does not speak of them.
  private static let speakerWeight = 0.5
  static let talkMilliseconds: Int64 = 3 * 3_600_000
  /// Words of a question that goes on from what was said: "and which?", "45?".
  private static let shortQuestion = 4
  private static let fittingBonus = 0.15
  /// Of sentences that say as much, the later one is truer.
  private static let recencyBonus = 0.05

  let engine: OnBoxEngine
  let names: Names
  let timeZone: TimeZone

  /// Those of what was found that have enough to do with the question, unordered.
  func candidates(_ question: String, _ kind: AnswerKind, _ found: [Retriever.Found]) -> [AnswerCandidate] {
    let wanted = QuestionWords.wanted(question)
    let weights = weights(of: wanted, in: found)
    var candidates = Self.talks(found).flatMap { placed, before -> [AnswerCandidate] in
      let said = QuestionWords.told(placed.textWithFiles)
      let talk = before.reduce(into: Set<String>()) { $0.formUnion(QuestionWords.told($1.textWithFiles)) }
      return passages(of: placed, kind).map { sentence in
        var candidate = candidate(placed, sentence, wanted, weights, said: said, talk: talk, question)
        (candidate.question, candidate.wanted) = (question, wanted)
        return candidate
      }
    }
    // Those of the best messages come first; a stable order keeps them so among equals.
    candidates = candidates.enumerated().sorted {
      ($0.element.overlap, -$0.offset) > ($1.element.overlap, -$1.offset)
    }.map(\.element)
    candidates = Array(candidates.prefix(Self.maximumSentences))
    addSimilarities(to: &candidates, question)
    let order = Set(candidates.map(\.placed.message.createdAt.milliseconds)).sorted()
    for index in candidates.indices {
      let candidate = candidates[index]
      let base = engine.embedder == nil ? candidate.overlap : (candidate.overlap + candidate.similarity) / 2
      let isFitting =
        kind.fits(candidate.placed, saying: candidate.sentence, by: engine.text, timeZone)
        && (!kind.isCounted || kind.isMeasured || Measure.isNew(in: candidate.sentence, beside: wanted))
        && !(kind == .time && AnswerKind.isCircular(candidate.sentence, wanted))
      let place = order.firstIndex(of: candidate.placed.message.createdAt.milliseconds) ?? 0
      candidates[index].isFitting = isFitting
      candidates[index].score =
        base + (isFitting ? Self.fittingBonus : 0) + Self.recencyBonus * Double(place + 1) / Double(order.count)
    }
    return candidates.filter { isEnough($0, question, wanted, kind) }
  }

  /// As the kind says; of who is there, a sentence with the list of people that comes after it.
  private func passages(of placed: PlacedMessage, _ kind: AnswerKind) -> [String] {
    let sentences = kind.passages(of: placed, by: engine.text, timeZone)
    guard kind == .person else { return sentences }
    let ofNames = names.words
    return sentences.enumerated().map { index, sentence in
      guard index + 1 < sentences.count else { return sentence }
      let next = QuestionWords.words(sentences[index + 1])
      let people = next.count { $0 == "me" || !ofNames.isDisjoint(with: QuestionWords.content($0)) }
      let isList = people > 1 && people * 2 >= next.count && !QuestionWords.asks(sentences[index + 1])
      return isList ? "\(sentence) \(sentences[index + 1])" : sentence
    }
  }

  /// What was found and what stands around it, best first, each with what was said before it.
  private static func talks(_ found: [Retriever.Found]) -> [(placed: PlacedMessage, before: [PlacedMessage])] {
    var seen = Set<MessageID>()
    let all = (found.map(\.placed) + found.flatMap(\.around)).filter { seen.insert($0.message.id).inserted }
    return all.map { placed in
      let before = all.filter {
        let distance = placed.message.seq - $0.message.seq
        return $0.conversation == placed.conversation && (1...Retriever.contextAfter).contains(distance)
          && placed.message.createdAt.milliseconds - $0.message.createdAt.milliseconds <= Self.talkMilliseconds
      }
      return (placed, before)
    }
  }

  private func candidate(
    _ placed: PlacedMessage, _ sentence: String, _ wanted: Set<String>, _ weights: [String: Double],
    said: Set<String>, talk: Set<String>, _ question: String
  ) -> AnswerCandidate {
    let own = QuestionWords.told(sentence)
    let parts = QuestionWords.parts(question)
    let speaker = QuestionWords.content(names[placed.message.sender])
    let isOwn =
      !WhoWords.own.union(["me", "my"]).isDisjoint(with: QuestionWords.words(sentence))
      || QuestionWords.words(question).contains { WhoWords.saying.contains(WhoQuestion.form($0)) }
    var overlap = 0.0
    var shared = Set<String>()
    for word in wanted {
      let weight = weights[word] ?? 0
      if own.contains(word) || isOwn && speaker.contains(word) || parts[word].map(own.contains) ?? false {
        shared.insert(word)
        overlap += weight
      } else if said.contains(word) {
        overlap += weight * Self.besideWeight
      } else if speaker.contains(word) {
        overlap += weight * Self.speakerWeight
      } else if talk.contains(word) {
        overlap += weight * Self.talkWeight
      }
    }
    return AnswerCandidate(
      placed: placed, sentence: sentence, overlap: overlap, shared: shared, talk: own.union(said).union(talk))
  }

  /// Rare words count more; together they are 1.
  private func weights(of wanted: Set<String>, in found: [Retriever.Found]) -> [String: Double] {
    let texts = found.map { QuestionWords.content($0.placed.textWithFiles) }
    var weights: [String: Double] = [:]
    for word in wanted {
      let count = texts.count { $0.contains(word) }
      weights[word] = log(1 + Double(texts.count + 1) / Double(count + 1))
    }
    let all = weights.values.reduce(0, +)
    return all > 0 ? weights.mapValues { $0 / all } : weights
  }

  private func addSimilarities(to candidates: inout [AnswerCandidate], _ question: String) {
    guard let vectors = engine.embedder?.embed([question] + candidates.map(\.sentence)), let first = vectors.first
    else { return }
    for (index, vector) in vectors.dropFirst().enumerated() {
      candidates[index].similarity = max(0, Double(vector.similarity(first)))
    }
  }

  private func isEnough(
    _ candidate: AnswerCandidate, _ question: String, _ wanted: Set<String>, _ kind: AnswerKind
  ) -> Bool {
    let telling = wanted.subtracting(names.words)
    // A person's name alone is no subject: much is said of everybody.
    if !telling.isEmpty, telling != wanted, telling.isDisjoint(with: QuestionWords.content(candidate.sentence)) {
      return candidate.similarity >= Self.clearSimilarity
    }
    if !isNew(candidate, wanted, kind) { return false }
    // "About 20 minutes" says how long anything is.
    if kind.isTyped, candidate.talk.isDisjoint(with: wanted) { return false }
    // What is asked right after something was spoken of may be about something else.
    let isAside =
      candidate.shared.isEmpty && QuestionWords.told(candidate.placed.textWithFiles).isDisjoint(with: wanted)
    if isAside, QuestionWords.words(candidate.sentence).count > Self.shortQuestion,
      candidate.similarity < Self.enoughSimilarity
    {
      return false
    }
    // Each of several people has a time of their own.
    if kind == .time, !isOfNamed(candidate, question) { return false }
    if kind == .other, !QuestionWords.acronyms(question).isSubset(of: candidate.talk) {
      return candidate.similarity >= Self.clearSimilarity
    }
    if let counted = QuestionWords.counted(question), counted.isDisjoint(with: candidate.talk) { return false }
    let isShared = candidate.shared.count >= min(2, wanted.count) && !candidate.shared.isEmpty
    return isShared && candidate.overlap >= Self.enoughOverlap || candidate.similarity >= Self.enoughSimilarity
      || QuestionWords.isQuestion(candidate.sentence) && candidate.overlap >= Self.enoughOverlap
      || QuestionWords.asksAgain(candidate.sentence) && candidate.shared.count > 1
      || candidate.isFitting && !candidate.shared.isEmpty && candidate.overlap >= Self.enoughOverlap + 0.1
  }

  /// Whether all whom a question names are spoken of, or speak.
  private func isOfNamed(_ candidate: AnswerCandidate, _ question: String) -> Bool {
    let speaker = QuestionWords.content(names[candidate.placed.message.sender])
    return QuestionWords.named(question).isSubset(of: candidate.talk.union(speaker))
  }

  /// Whether a sentence says more than the question does.
  private func isNew(_ candidate: AnswerCandidate, _ wanted: Set<String>, _ kind: AnswerKind) -> Bool {
    guard kind == .other || kind == .choice, !QuestionWords.isQuestion(candidate.sentence) else { return true }
    return !QuestionWords.content(candidate.sentence).subtracting(WhoWords.saidOnly).isSubset(of: wanted)
  }
}
