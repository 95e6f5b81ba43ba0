import Domain

/// A parsed search: words and filters, all of which must match.
package struct SearchQuery: Hashable, Sendable {
  /// Matched as whole words; the last one by prefix.
  package var words: [String]
  /// Quoted: matched as they stand.
  package var phrases: [String]
  /// Part of the sender's name, or e-mail.
  package var from: [String]
  /// Part of the conversation's name, or of the other's name in a direct one.
  package var conversations: [String]
  package var before: Timestamp?
  package var after: Timestamp?
  /// Messages with a web address only.
  package var hasLink: Bool

  package init(
    words: [String] = [], phrases: [String] = [], from: [String] = [], conversations: [String] = [],
    before: Timestamp? = nil, after: Timestamp? = nil, hasLink: Bool = false
  ) {
    self.words = words
    self.phrases = phrases
    self.from = from
    self.conversations = conversations
    self.before = before
    self.after = after
    self.hasLink = hasLink
  }
}
