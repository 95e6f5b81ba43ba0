import Domain
import ServerCore

/// Takes a day off the table that was agreed on: "she can't do Monday. Wednesday?".
enum Postponement {
  private static let refusing: Set<String> = [
    "can't", "cant", "cannot", "not", "won't", "wont", "couldn't", "doesn't", "doesnt", "isn't", "no",
  ]
  /// Words between the refusal and the day.
  private static let reach = 3

  /// `answers` with what the talk came to in place of the best, when a later message about the same
  /// refuses its day.
  static func applied(to answers: [AnswerCandidate], _ surroundings: Surroundings) -> [AnswerCandidate] {
    guard let best = answers.max(by: { $0.score < $1.score }) else { return answers }
    let days = Weekday.named(in: best.sentence + " " + (best.asked?.textWithFiles ?? ""))
    let refused = surroundings.all.last { item in
      item.conversation == best.placed.conversation && item.message.createdAt > best.placed.message.createdAt
        && !best.wanted.isDisjoint(with: QuestionWords.content(item.textWithFiles))
        && !days.isDisjoint(with: Self.refused(by: item.textWithFiles))
    }
    guard let refused else { return answers }
    let after = surroundings.after(refused).filter {
      !Weekday.named(in: $0.textWithFiles).subtracting(days).isEmpty && Self.refused(by: $0.textWithFiles).isEmpty
    }
    var answer = AnswerCandidate(
      placed: refused, sentence: (after.last ?? refused).textWithFiles, overlap: best.overlap, shared: best.shared,
      talk: best.talk)
    answer.isFitting = true
    if let last = after.last { answer.answered(by: last) }
    answer.score = best.score + 0.01
    return [answer]
      + answers.filter {
        Weekday.named(in: $0.sentence).isDisjoint(with: days) && $0.placed.message.id != refused.message.id
      }
  }

  /// Days that a text says are not to be.
  private static func refused(by text: String) -> Set<String> {
    let words = QuestionWords.words(text)
    return words.enumerated().reduce(into: []) { refused, item in
      guard refusing.contains(item.element) else { return }
      let after = words[(item.offset + 1)...].prefix(reach)
      refused.formUnion(after.flatMap { Weekday.named(in: $0) })
    }
  }
}

/// Days of the week as chats write them: "wed", "weds", "Wednesday".
enum Weekday {
  private static let forms: [String: String] = {
    var forms: [String: String] = [:]
    for day in ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] {
      forms[day] = day
      forms[day + "s"] = day
      forms[String(day.prefix(3))] = day
    }
    for (form, day) in [("tues", "tuesday"), ("weds", "wednesday"), ("thur", "thursday"), ("thurs", "thursday")] {
      forms[form] = day
    }
    // Other words as well.
    for word in ["sun", "sat"] { forms[word] = nil }
    return forms
  }()

  static func named(in text: String) -> Set<String> { Set(QuestionWords.words(text).compactMap { forms[$0] }) }
}
