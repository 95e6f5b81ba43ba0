import Foundation

/// One message as the on-box engine reads it: who said what, when.
package struct Turn: Hashable, Sendable {
  /// The speaker's display name.
  package let speaker: String
  package let text: String
  /// When it was said; `nil` in transcripts without times.
  package let at: Date?

  package init(speaker: String, text: String, at: Date? = nil) {
    self.speaker = speaker
    self.text = text
    self.at = at
  }
}
