import Domain
import Foundation

/// What narrows a search down besides its words.
public struct SearchFilters: Hashable, Sendable {
  /// Name of a person; empty is anybody.
  public var sender = ""
  /// Name of a conversation; empty is any.
  public var conversation = ""
  /// Days since the message was written; `nil` is any time.
  public var days: Int?

  public init(sender: String = "", conversation: String = "", days: Int? = nil) {
    self.sender = sender
    self.conversation = conversation
    self.days = days
  }

  public var isEmpty: Bool { self == SearchFilters() }

  /// `words` with the filters as the server reads them.
  func query(_ words: String, now: Timestamp) -> String {
    var parts = [words]
    if !sender.trimmingWhitespace.isEmpty { parts.append("from:\(Self.quoted(sender))") }
    if !conversation.trimmingWhitespace.isEmpty { parts.append("in:\(Self.quoted(conversation))") }
    if let days { parts.append("after:\(Self.day(now.adding(seconds: Int64(-days) * 86_400)))") }
    return parts.joined(separator: " ")
  }

  /// The day of UTC, as the server counts them.
  private static func day(_ time: Timestamp) -> String {
    time.date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
  }

  private static func quoted(_ name: String) -> String {
    "\"\(name.trimmingWhitespace.replacing("\"", with: ""))\""
  }
}
