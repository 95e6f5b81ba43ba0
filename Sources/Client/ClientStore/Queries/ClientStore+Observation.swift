import Domain
import GRDB

/// Each stream starts with the value as it is, then has each different one after it. A slow reader
/// misses those between, never the newest.
extension ClientStore {
  /// Ends when the device no longer holds the conversation.
  package func observeTimeline(_ conversation: ConversationID, limit: Int = .max) -> AsyncStream<Timeline> {
    let clock = clock
    return stream({ db in try Self.timeline(conversation, limit: limit, now: clock.now, db) }, next: { $0 })
  }

  package func observeSummaries() -> AsyncStream<[ConversationSummary]> {
    let clock = clock
    return stream({ db in try Self.summaries(now: clock.now, db) }, next: { $0 })
  }

  package func observeBadge() -> AsyncStream<Int> {
    let clock = clock
    return stream({ db in try Self.badge(now: clock.now, db) }, next: { $0 })
  }

  /// `nil` while nobody is signed in.
  package func observeProfile() -> AsyncStream<Profile?> {
    stream({ db in try ProfileRecord.find(db) }, next: { .some($0) })
  }

  /// `next` turns a value into an element; `nil` ends the stream, as does an error of the database.
  func stream<Value: Equatable & Sendable, Element: Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value, next: @escaping @Sendable (Value) -> Element?
  ) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = Watch(database, admission: admission, fetch: fetch) { result in
        if case .success(let value) = result, let element = next(value) {
          continuation.yield(element)
        } else {
          continuation.finish()
        }
      }
      let id = commits.add { watch.refresh() }
      continuation.onTermination = { [commits] _ in commits.remove(id) }
      watch.refresh()
    }
  }
}
