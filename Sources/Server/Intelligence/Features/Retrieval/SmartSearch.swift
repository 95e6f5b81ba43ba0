import Domain
import ServerCore

/// Finds messages by words and by meaning, among those that the asker can read.
package struct SmartSearch: Sendable {
  /// `searchConversations`: best first, at most `limit` (1...100). `text` is what people type into a search box, filters included.
  package func search(_ text: String, for asker: UserID, limit: Int) async throws(Refusal) -> [SmartSearchHit] {
    []
  }
}
