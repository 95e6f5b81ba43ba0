import Domain
import Foundation
import ServerCore

/// How much of what a day allows is used. Days begin at the user's midnight; the workspace's at that of UTC.
struct Budget: Sendable {
  private let reader: IntelligenceReader
  private let people: PeopleDirectory
  private let configuration: IntelligenceConfiguration
  private let clock: any WallClock

  init(
    reader: IntelligenceReader, people: PeopleDirectory, configuration: IntelligenceConfiguration,
    clock: any WallClock
  ) {
    self.reader = reader
    self.people = people
    self.configuration = configuration
    self.clock = clock
  }

  /// Requests since the user's midnight that were not answered from the cache.
  func requestsToday(of user: UserID) async throws(Refusal) -> Int {
    let now = clock.now
    let limit = configuration.requestsADay
    return try await reader.read { [people] store in
      let midnight = Self.midnight(before: now, in: try people.timeZone(of: user))
      let all = try store.recordCount(.ledger, of: user, since: midnight)
      // Only who comes near the limit makes us tell one row from another.
      guard all >= limit else { return all }
      let records = try store.records(.ledger, of: user, at: now, limit: all + 1)
      return try records.count {
        guard $0.createdAt >= midnight else { return false }
        let entry: LedgerEntry = try RecordBody.decode($0.body)
        return !entry.isCached
      }
    }
  }

  /// Throws `rateLimited` until midnight when the day's requests, with those `underWay`, are used up.
  func check(_ user: UserID, underWay: Int) async throws(Refusal) {
    let used = try await requestsToday(of: user)
    guard used + underWay > configuration.requestsADay else { return }
    let now = clock.now
    let next = try await reader.compute { [people] in
      Self.midnight(after: now, in: try people.timeZone(of: user))
    }
    throw Refusal(
      .rateLimited, "You have made your \(configuration.requestsADay) requests of today.",
      retryAfter: Int((next.milliseconds - now.milliseconds + 999) / 1_000))
  }

  /// Whether the workspace may ask models for more today.
  func hasTokens() async throws(Refusal) -> Bool {
    let midnight = Self.midnight(before: clock.now, in: .gmt)
    return try await reader.read { try $0.tokensUsed(since: midnight) } < configuration.workspaceTokensADay
  }

  private static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  static func midnight(before now: Timestamp, in timeZone: TimeZone) -> Timestamp {
    Timestamp(calendar(timeZone).startOfDay(for: now.date))
  }

  static func midnight(after now: Timestamp, in timeZone: TimeZone) -> Timestamp {
    let calendar = calendar(timeZone)
    let start = calendar.startOfDay(for: now.date)
    // Days of 23 and 25 hours: a day more than the start of today, on the calendar.
    return Timestamp(calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400))
  }
}
