import Foundation

/// A message with what it is read in the light of.
public struct ReadMessage: Sendable {
  public let text: String
  public let speaker: String
  /// The display names of the conversation.
  public let members: [String]
  /// The turns before, oldest first.
  public let previous: [Turn]
  /// The turns after, oldest first, as far as they are there: whether others agree to it.
  public let following: [Turn]
  public let now: Date
  /// The speaker's.
  public let timeZone: TimeZone
  public let signals: MessageSignals

  public init(
    text: String, speaker: String, members: [String], previous: [Turn], following: [Turn] = [], now: Date,
    timeZone: TimeZone, signals: MessageSignals
  ) {
    self.text = text
    self.speaker = speaker
    self.members = members
    self.previous = previous
    self.following = following
    self.now = now
    self.timeZone = timeZone
    self.signals = signals
  }

  var turn: Turn { Turn(speaker: speaker, text: text, at: now) }

  /// As it was read before the turn at `index` of those after it.
  func before(_ index: Int) -> ReadMessage {
    ReadMessage(
      text: text, speaker: speaker, members: members, previous: previous, following: Array(following[..<index]),
      now: now, timeZone: timeZone, signals: signals)
  }
}

/// A task that a message gives.
public struct FoundTask: Sendable {
  public let action: ParsedAction
  /// How surely it is a task that stands alone, 0...1.
  public let confidence: Double
  /// Else it waits to be confirmed.
  public var isListed: Bool { confidence >= TaskJudge.listed }
}

/// A decision that a message states.
public struct FoundDecision: Sendable {
  public let decision: ParsedDecision
  public let confidence: Double
  /// Indices of the turns after it that agree to what it only plans.
  public let endorsing: [Int]
  /// Else it waits to be confirmed.
  public var isListed: Bool { confidence >= DecisionJudge.listed }
}
