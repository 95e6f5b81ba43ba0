import Foundation

/// One message as the on-box engine reads it: who said what, when.
public struct Turn: Hashable, Sendable {
  /// The speaker's display name.
  public let speaker: String
  public let text: String
  /// When it was said; `nil` in transcripts without times.
  public let at: Date?

  public init(speaker: String, text: String, at: Date? = nil) {
    self.speaker = speaker
    self.text = text
    self.at = at
  }
}
