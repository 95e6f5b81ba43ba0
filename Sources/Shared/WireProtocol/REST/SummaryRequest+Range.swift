import Domain

extension SummaryRequest {
  package init(_ range: SummaryRange, question: String? = nil) {
    switch range {
    case .unread: self.init(range: "unread", question: question)
    case .last(let count): self.init(range: "last", count: count, question: question)
    case .days(let days): self.init(range: "days", days: days, question: question)
    case .range(let from, let to): self.init(range: "range", from: from, to: to, question: question)
    }
  }

  /// Throws `invalid` for what is no range.
  package func validRange(standard: SummaryRange = .unread) throws(Refusal) -> SummaryRange {
    switch range {
    case nil: return standard
    case "unread": return .unread
    case "last":
      guard let count, (1...1_000).contains(count) else {
        throw Refusal(.invalid, "For last, count is 1 to 1000.")
      }
      return .last(count)
    case "days":
      guard let days, (1...31).contains(days) else { throw Refusal(.invalid, "For days, days is 1 to 31.") }
      return .days(days)
    case "range":
      guard let from, let to, from >= 1, to >= from else {
        throw Refusal(.invalid, "For range, from and to are seqs, from not after to.")
      }
      return .range(from: from, to: to)
    default: throw Refusal(.invalid, "range is unread, last, days or range.")
    }
  }

  /// Throws `tooLarge` for one that is too long; `nil` for an empty one.
  package func validQuestion() throws(Refusal) -> String? {
    guard let question, !question.allSatisfy(\.isWhitespace) else { return nil }
    try QuestionText.check(question, maximum: 500)
    return question
  }
}
