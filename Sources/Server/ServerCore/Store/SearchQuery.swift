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
  /// Messages with files of all of these kinds only.
  package var kinds: Set<Attachment.Kind>

  package init(
    words: [String] = [], phrases: [String] = [], from: [String] = [], conversations: [String] = [],
    before: Timestamp? = nil, after: Timestamp? = nil, hasLink: Bool = false, kinds: Set<Attachment.Kind> = []
  ) {
    self.words = words
    self.phrases = phrases
    self.from = from
    self.conversations = conversations
    self.before = before
    self.after = after
    self.hasLink = hasLink
    self.kinds = kinds
  }
}

extension SearchQuery {
  /// Whether the message has what `has:` asks for.
  package func hasWanted(_ message: Message) -> Bool {
    guard !hasLink || message.text.contains("http://") || message.text.contains("https://") else { return false }
    return kinds.isSubset(of: message.attachments.map(\.kind))
  }
}
