import Domain
import Foundation
import ServerCore

/// Holds messages that were found by meaning against the filters that the store applies to those
/// found by words.
struct RetrievalFilter: Sendable {
  private let query: SearchQuery
  private let people: PeopleDirectory

  init(query: SearchQuery, people: PeopleDirectory) {
    self.query = query
    self.people = people
  }

  /// Whether many messages may fail.
  var isNarrow: Bool {
    !query.from.isEmpty || query.before != nil || query.after != nil || !query.phrases.isEmpty || query.hasLink
  }

  func passes(_ item: PlacedMessage) throws -> Bool {
    let message = item.message
    if let before = query.before, message.createdAt >= before { return false }
    if let after = query.after, message.createdAt < after { return false }
    guard passesText(message.text) else { return false }
    for phrase in query.phrases where message.text.range(of: phrase, options: Self.folding) == nil { return false }
    guard !query.from.isEmpty else { return true }
    guard let sender = try people.user(message.sender) else { return false }
    return query.from.allSatisfy { name in
      sender.name.range(of: name, options: Self.folding) != nil
        || sender.email.range(of: name, options: .caseInsensitive) != nil
    }
  }

  /// What the text itself must have.
  func passesText(_ text: String) -> Bool {
    !query.hasLink || text.contains("http://") || text.contains("https://")
  }

  private static let folding: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
}
