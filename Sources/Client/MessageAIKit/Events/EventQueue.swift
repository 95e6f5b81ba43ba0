import Domain

/// Client events that the server has not been told, or spans. Bounded, and only in memory.
struct EventQueue<Event: Hashable & Sendable> {
  struct Queued: Hashable {
    let event: Event
    let at: Timestamp
  }

  /// Of more, the newest stay.
  static var most: Int { 500 }
  /// Seconds after which an event is told no more: it would count for a day that it was not of.
  static var lifetime: Int64 { 86_400 }

  private(set) var events: [Queued] = []

  mutating func append(_ event: Event, at now: Timestamp) {
    events.append(Queued(event: event, at: now))
    if events.count > Self.most { events.removeFirst(events.count - Self.most) }
  }

  /// Takes what is to be told now, the oldest first; at most as many as a batch holds.
  mutating func take(at now: Timestamp) -> [Queued] {
    events.removeAll { $0.at.adding(seconds: Self.lifetime) <= now }
    let batch = Array(events.prefix(ClientEventBatch.mostEvents))
    events.removeFirst(batch.count)
    return batch
  }

  /// They could not be told: they are once more before the others.
  mutating func putBack(_ batch: [Queued]) {
    events = (batch + events).suffix(Self.most)
  }

  mutating func removeAll() { events = [] }
}
