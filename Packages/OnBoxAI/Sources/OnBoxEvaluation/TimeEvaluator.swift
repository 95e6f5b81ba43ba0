import Foundation
import OnBoxAI

/// Finds the day and the time that a text speaks of.
struct TimeEvaluator: Evaluator {
  let parser: TimeParser

  func answer(_ item: EvaluationItem) throws -> Prediction {
    let text = try item.needText()
    guard let now = item.now.flatMap(Self.day) else {
      throw EvaluationFailure("The item \(item.id) has no usable now.")
    }
    let answer = parser.answer(in: text, now: now, timeZone: .gmt)
    return Prediction(
      id: item.id,
      answer: .moment(date: answer.date.flatMap(Self.text(ofDay:)), time: answer.time.flatMap(Self.text(ofTime:))))
  }

  /// The first moment of a day like `2025-03-01`, in UTC.
  private static func day(_ text: String) -> Date? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
  }

  private static func text(ofDay day: DateComponents) -> String? {
    guard let year = day.year, let month = day.month, let day = day.day else { return nil }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private static func text(ofTime time: DateComponents) -> String? {
    guard let hour = time.hour else { return nil }
    return "\(padded(hour, 2)):\(padded(time.minute ?? 0, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
