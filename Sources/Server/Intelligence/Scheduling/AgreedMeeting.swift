import Domain
import Foundation
import OnBoxAI
import ServerCore

/// A meeting for which people have agreed on a time: enough of them that nobody needs to be asked
/// any more.
struct AgreedMeeting: Sendable {
  let named: Message
  let agreeing: [Message]

  /// The message by which enough had agreed.
  var last: Message { ([named] + agreeing).max { $0.seq < $1.seq } ?? named }

  /// `nil` when no time is settled among the messages after the one that wishes to meet, or fewer
  /// than two others agree to it, or than the one other whom a conversation of two has. One is
  /// enough where who named the time goes on with it: "works for me", "👍 will send the link".
  /// - later: Messages after it, oldest first, without tombstones.
  init?(after wish: Message, in later: [Message], members: Int) {
    let talk = later.prefix(Int(TimeTalkWords.reach)).map(\.visible)
    guard let time = SettledTime(opened: wish, after: talk) else { return nil }
    let enough = TextEngine.agreementsNeeded(among: members)
    let others = time.agreeing.filter { $0.sender != time.named.sender }
    if others.count >= enough {
      (named, agreeing) = (time.named, Array(others.prefix(enough)))
      return
    }
    let next = others.last.flatMap { last in talk.first { $0.seq > last.seq && $0.sender == time.named.sender } }
    guard let next, TextEngine.takesUp(next.text) else { return nil }
    (named, agreeing) = (time.named, others + [next])
  }

  /// The days and hours as they were named: "Thursday Dec 3, 15:00 UTC". `nil` without a day: then
  /// only who was there knows which.
  func time(_ engine: TextEngine, in timeZone: TimeZone) -> String? {
    let mentions = engine.times(in: named.text, now: named.createdAt.date, timeZone: timeZone)
    guard mentions.contains(where: { $0.date != nil }) else { return nil }
    let text = mentions.map(\.text).joined(separator: ", ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
