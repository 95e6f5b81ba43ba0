import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Reminders that somebody asks the assistant for.
extension FunctionRunner {
  func proposeReminder(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    guard try await reader.compute({ [people] in try people.has(.reminders, asker) }) else {
      throw Refusal(.forbidden, "Reminders are not switched on for you.")
    }
    // What nobody sees cannot be approved.
    let said = InvisibleText.stripped(call.text("text") ?? "")
    let when = call.text("when")
    guard let due = try await due(in: when ?? said, for: asker) else {
      throw Refusal(.invalid, "Say when, such as “Remind me tomorrow at 9 to call the bank”.")
    }
    guard due.at > clock.now else { throw Refusal(.invalid, "That time has passed.") }
    let text = try InsightRules.validatedText(when == nil ? Self.what(in: said, without: due.place) : said)
    let arguments: JSONValue = ["text": .string(text), "at": .string("\(due.at.milliseconds)")]
    let moment = try await reader.compute { [people] in
      MomentWords(timeZone: try people.timeZone(of: asker)).dayAndTime(due.at)
    }
    return proposing(.remindMe, arguments, "Remind you on \(moment): “\(text)”")
  }

  func listReminders(_ asker: UserID) async throws(Refusal) -> FunctionResult {
    let (reminders, zone) = try await reader.compute { [people] in
      (
        try people.store.delta(of: .me, for: asker, fromRev: 0).reminders.filter {
          $0.kind != .digest && !$0.text.isEmpty
        },
        try people.timeZone(of: asker)
      )
    }
    guard !reminders.isEmpty else { return FunctionResult("You have no reminders.") }
    let moments = MomentWords(timeZone: zone)
    let lines = reminders.sorted { $0.at < $1.at }.prefix(Self.maximumListed)
      .map { "• \(moments.dayAndTime($0.at)): \(InvisibleText.stripped($0.text))" }
    var result = FunctionResult((["These are your reminders:"] + lines).joined(separator: "\n"))
    result.basis = Basis(
      conversations: Set(reminders.compactMap(\.conversation)), messages: Set(reminders.compactMap(\.message)))
    return result
  }

  /// "tomorrow at 9 to call the bank" is about "Call the bank". `place` is that of the time, in
  /// bytes.
  static func what(in said: String, without place: Range<Int>) -> String {
    let bytes = Array(said.utf8)
    guard bytes.indices.contains(place.lowerBound), place.upperBound <= bytes.count else { return said }
    let before = String(decoding: bytes[..<place.lowerBound], as: UTF8.self)
    let after = String(decoding: bytes[place.upperBound...], as: UTF8.self)
    var words = (before + " " + after).split(whereSeparator: \.isWhitespace).map(String.init)
    while let first = words.first?.lowercased().trimmingCharacters(in: .punctuationCharacters),
      first.isEmpty || Self.joints.contains(first)
    { words.removeFirst() }
    while let last = words.last?.lowercased().trimmingCharacters(in: .punctuationCharacters),
      last.isEmpty || Self.loose.contains(last)
    { words.removeLast() }
    guard let first = words.first else { return "Reminder" }
    words[0] = first.prefix(1).uppercased() + first.dropFirst()
    return words.joined(separator: " ")
  }

  /// What stands between a wish, its time and what it is about.
  private static let joints: Set = [
    "to", "that", "about", "of", "i", "must", "have", "need", "on", "at", "in", "by", "for", "and", "please",
  ]
  /// What is left of a time that was taken out.
  private static let loose: Set = ["on", "at", "in", "by", "for", "and", "please"]
}
