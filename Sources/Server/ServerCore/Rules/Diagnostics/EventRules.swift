import Domain

/// Client events of one kind, day, platform and version that took about as long.
package struct ClientEventTally: Hashable, Sendable {
  /// Since 1970 (UTC).
  package let day: Int64
  package let kind: ClientEventKind
  package let platform: CrashPlatform
  package let version: String
  /// Index into `Rules.Diagnostics.eventBounds`; one more for what took longer.
  package let bucket: Int
  package var count: Int64
  /// How many of them waited in the outbox.
  package var waited: Int64

  package init(
    day: Int64, kind: ClientEventKind, platform: CrashPlatform, version: String, bucket: Int, count: Int64,
    waited: Int64
  ) {
    self.day = day
    self.kind = kind
    self.platform = platform
    self.version = version
    self.bucket = bucket
    self.count = count
    self.waited = waited
  }
}

extension Rules.Diagnostics {
  /// Upper bounds of the buckets, in milliseconds.
  package static let eventBounds: [Int64] = [
    10, 20, 50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 20_000, 30_000,
    60_000, 300_000, 3_600_000,
  ]
  /// Days that sums of events are kept.
  package static let eventDays: Int64 = 90
  /// Versions of one platform that are told apart on one day; more are one.
  package static let maximumEventVersions = 12
  package static let otherVersion = "other"
  private static let millisecondsOfDay: Int64 = 86_400_000

  package static func day(of time: Timestamp) -> Int64 { time.milliseconds / millisecondsOfDay }

  /// Throws `invalid` for a batch that is empty, too large, of the server, of a version that is
  /// none, or with times that cannot be.
  package static func check(_ batch: ClientEventBatch) throws(Refusal) {
    guard batch.platform != .server else { throw Refusal(.invalid, "The server tells no client events.") }
    guard batch.events.count <= ClientEventBatch.mostEvents, batch.spans.count <= ClientEventBatch.mostSpans,
      !batch.events.isEmpty || !batch.spans.isEmpty
    else {
      throw Refusal(.invalid, "A batch has 1 to \(ClientEventBatch.mostEvents) events or spans.")
    }
    guard batch.version.map(isVersion) ?? true else {
      throw Refusal(.invalid, "A version has 1 to \(ClientEventBatch.mostVersion) letters, digits, dots and signs.")
    }
    guard batch.events.allSatisfy({ ClientEvent.millisecondsRange.contains($0.milliseconds) }) else {
      throw Refusal(.invalid, "An event took 0 ms to a day.")
    }
    guard batch.spans.allSatisfy(isSpan) else {
      throw Refusal(.invalid, "A span has the ids of its trace, of itself and of its parent, and took 0 ms to a day.")
    }
  }

  /// `send` begins a trace, all others are part of something.
  private static func isSpan(_ span: ClientSpan) -> Bool {
    TraceID(span.trace) != nil && SpanID(span.span) != nil && (span.parent == nil) == (span.kind == .send)
      && (span.parent.map { SpanID($0) != nil } ?? true) && span.start.milliseconds >= 0
      && ClientEvent.millisecondsRange.contains(span.end.milliseconds - span.start.milliseconds)
  }

  private static func isVersion(_ text: String) -> Bool {
    (1...ClientEventBatch.mostVersion).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2B, 0x2D, 0x2E, 0x5F].contains(byte)
      }
  }

  /// Throws `forbidden` when the person or the workspace does not want events told.
  package static func checkConsent(of profile: Profile, in workspace: Workspace) throws(Refusal) {
    guard workspace.collectsEvents else { throw Refusal(.forbidden, "This workspace takes no client events.") }
    guard profile.sendsEvents else { throw Refusal(.forbidden, "You have switched client events off.") }
  }

  /// The version under which events count: `other` when so many are known of that day and platform.
  package static func eventVersion(_ version: String, among known: Set<String>) -> String {
    known.contains(version) || known.subtracting([otherVersion]).count < maximumEventVersions ? version : otherVersion
  }

  /// The events by kind and bucket, each once.
  package static func tally(
    _ batch: ClientEventBatch, version: String, at time: Timestamp
  ) -> [ClientEventTally] {
    var tallies: [ClientEventTally] = []
    for event in batch.events {
      let bucket = bucket(of: event.milliseconds)
      let index =
        tallies.firstIndex { $0.kind == event.kind && $0.bucket == bucket }
        ?? tallies.endIndex
      if index == tallies.endIndex {
        tallies.append(
          ClientEventTally(
            day: day(of: time), kind: event.kind, platform: batch.platform, version: version, bucket: bucket,
            count: 0, waited: 0))
      }
      tallies[index].count += 1
      if event.waited { tallies[index].waited += 1 }
    }
    return tallies
  }

  package static func bucket(of milliseconds: Int64) -> Int {
    eventBounds.firstIndex { milliseconds <= $0 } ?? eventBounds.count
  }

  /// One for each day, kind, platform and version. The newest day first, then in that order.
  package static func summaries(_ tallies: [ClientEventTally]) -> [ClientEventSummary] {
    struct Key: Hashable {
      let day: Int64
      let kind: ClientEventKind
      let platform: CrashPlatform
      let version: String

      var order: (Int64, String, String, String) { (-day, kind.rawValue, platform.rawValue, version) }
    }
    let groups = Dictionary(grouping: tallies) {
      Key(day: $0.day, kind: $0.kind, platform: $0.platform, version: $0.version)
    }
    return groups.sorted { $0.key.order < $1.key.order }.map { key, group in
      ClientEventSummary(
        day: Timestamp(milliseconds: key.day * millisecondsOfDay), kind: key.kind, platform: key.platform,
        version: key.version, count: group.reduce(0) { $0 + $1.count }, waited: group.reduce(0) { $0 + $1.waited },
        median: percentile(50, of: group), p95: percentile(95, of: group))
    }
  }

  /// Within its bucket the events are taken to lie evenly; what took longer than all bounds counts
  /// as the last one.
  package static func percentile(_ percent: Int64, of tallies: [ClientEventTally]) -> Int64 {
    let total = tallies.reduce(0) { $0 + $1.count }
    let wanted = (total * percent + 99) / 100
    var before: Int64 = 0
    for tally in tallies.sorted(by: { $0.bucket < $1.bucket }) {
      if before + tally.count >= wanted {
        guard tally.bucket < eventBounds.count else { break }
        let lower = tally.bucket == 0 ? 0 : eventBounds[tally.bucket - 1]
        return lower + (eventBounds[tally.bucket] - lower) * (wanted - before) / max(1, tally.count)
      }
      before += tally.count
    }
    return eventBounds.last ?? 0
  }
}
