import Domain
import Foundation
import ServerCore

/// Holds messages that were found by meaning against the filters that the store applies to those
/// found by words.
struct RetrievalFilter: Sendable {
  let query: SearchQuery
  let people: PeopleDirectory

  /// Whether many messages may fail.
  var isNarrow: Bool {
    !query.from.isEmpty || query.before != nil || query.after != nil || !query.phrases.isEmpty || query.hasLink
      || !query.kinds.isEmpty
  }

  func passes(_ item: PlacedMessage) throws -> Bool {
    let message = item.message
    if let before = query.before, message.createdAt >= before { return false }
    if let after = query.after, message.createdAt < after { return false }
    guard query.hasWanted(message) else { return false }
    for phrase in query.phrases where message.textWithFiles.range(of: phrase, options: Self.folding) == nil {
      return false
    }
    guard !query.from.isEmpty else { return true }
    guard let sender = try people.user(message.sender) else { return false }
    return query.from.allSatisfy { name in
      sender.name.range(of: name, options: Self.folding) != nil
        || sender.email.range(of: name, options: .caseInsensitive) != nil
    }
  }

  private static let folding: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
}
