import Domain
import ServerCore
import TestSupport
import Testing

@Suite("Refresh rotation")
struct RefreshRotationTests {
  struct Row: Sendable, CustomStringConvertible {
    let description: String
    /// Milliseconds ago.
    var usedAgo: Int64?
    var successorUsed = false
    /// Milliseconds from now.
    var expiresIn: Int64 = 1_000_000
    let decision: RefreshRotation.Decision
  }

  static let rows = [
    Row(description: "a fresh token", decision: .issue),
    Row(description: "used this moment", usedAgo: 0, decision: .issue),
    Row(description: "used 30 s ago", usedAgo: 30_000, decision: .issue),
    Row(description: "used longer ago", usedAgo: 30_001, decision: .revoke),
    Row(description: "used, and its successor too", usedAgo: 1, successorUsed: true, decision: .revoke),
    Row(description: "the clock stepped back", usedAgo: -5_000, decision: .issue),
    Row(description: "a fresh token of an expired session", expiresIn: 0, decision: .expired),
    Row(description: "a stolen token of an expired session", usedAgo: 99_999, expiresIn: -1, decision: .expired),
  ]

  @Test("decides by use, successor and time", arguments: rows)
  func table(_ row: Row) {
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    let decision = RefreshRotation.decide(
      usedAt: row.usedAgo.map { now.adding(milliseconds: -$0) }, successorUsed: row.successorUsed,
      sessionExpiresAt: now.adding(milliseconds: row.expiresIn), now: now)
    #expect(decision == row.decision)
  }
}

@Suite("Rate limits")
struct RateLimitTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  @Test("a bucket gives its burst at once, then refills with time up to its capacity")
  func bucket() {
    var bucket = TokenBucket(capacity: 3, refillPerSecond: 0.5, now: Self.start)
    #expect((1...3).allSatisfy { _ in bucket.take(now: Self.start) == nil })
    #expect(bucket.take(now: Self.start) == 2, "seconds to wait")
    #expect(bucket.take(now: Self.start.adding(milliseconds: 1_500)) == 1, "and nothing was taken")
    #expect(bucket.take(now: Self.start.adding(milliseconds: 2_000)) == nil)
    #expect((1...3).allSatisfy { _ in bucket.take(now: Self.start.adding(seconds: 3_600)) == nil })
    #expect(bucket.take(now: Self.start.adding(seconds: 3_600)) != nil, "never more than the capacity")
  }

  @Test("a clock that steps back neither gives nor takes")
  func backwards() {
    var bucket = TokenBucket(capacity: 1, refillPerSecond: 1, now: Self.start)
    #expect(bucket.take(now: Self.start) == nil)
    #expect(bucket.take(now: Self.start.adding(seconds: -60)) == 1)
    #expect(bucket.take(now: Self.start.adding(seconds: -59)) == nil)
  }

  @Test("are kept for each key apart, in bounded memory")
  func limiter() throws {
    let limiter = RateLimiter<Int>(RateLimit(burst: 1, perSecond: 0.1), maximumKeys: 100)
    try limiter.take(-1, now: Self.start)
    for key in 0..<49 { try limiter.take(key, now: Self.start) }
    let error = #expect(throws: Refusal.self) { try limiter.take(-1, now: Self.start) }
    #expect(error?.code == .rateLimited)
    #expect(error?.retryAfter == 10)
    for key in 1_000..<5_000 { try limiter.take(key, now: Self.start) }
    #expect(limiter.count <= 100)
    let unlimited = RateLimiter<Int>(nil)
    for _ in 0..<1_000 { try unlimited.take(1, now: Self.start) }
  }
}

@Suite("Search queries")
struct SearchQueryParserTests {
  static let queries: [(String, SearchQuery)] = [
    ("hello", SearchQuery(words: ["hello"])),
    ("  hello   wide world ", SearchQuery(words: ["hello", "wide", "world"])),
    (#""wide world" hello"#, SearchQuery(words: ["hello"], phrases: ["wide world"])),
    (#""no end"#, SearchQuery(phrases: ["no end"])),
    (#"a"b c"d"#, SearchQuery(words: ["a", "d"], phrases: ["b c"])),
    (#"from:"Ada L" in:team x"#, SearchQuery(words: ["x"], from: ["Ada L"], conversations: ["team"])),
    ("FROM:ada", SearchQuery(from: ["ada"])),
    ("from: ada", SearchQuery(words: ["from:", "ada"])),
    ("https://example.org", SearchQuery(words: ["https://example.org"])),
    ("before:2026-01-31", SearchQuery(before: Timestamp(milliseconds: 1_769_817_600_000))),
    ("after:2026-01-01 x", SearchQuery(words: ["x"], after: Timestamp(milliseconds: 1_767_225_600_000))),
    ("has:link", SearchQuery(hasLink: true)),
    ("Has:Link x", SearchQuery(words: ["x"], hasLink: true)),
    ("has:image HAS:Voice x", SearchQuery(words: ["x"], kinds: [.image, .voice])),
    ("has:file", SearchQuery(kinds: [.file])),
    (#""has:file""#, SearchQuery(phrases: ["has:file"])),
    ("has:legs", SearchQuery(words: ["has:legs"])),
    ("++ c ++", SearchQuery(words: ["c"])),
    ("日本", SearchQuery(words: ["日本"])),
  ]

  @Test("are words, phrases and filters", arguments: queries)
  func reads(text: String, query: SearchQuery) throws {
    #expect(try SearchQueryParser.parse(text) == query)
  }

  @Test(
    "without anything to look for, or with a date that is none, are invalid",
    arguments: [
      "", "  ", "++", #""""#, "before:yesterday", "before:2026-02-30", "after:2026-13-01", "after:26-1-1",
      "before:2026-01-3１", String(repeating: "x", count: 501),
    ])
  func refuses(text: String) {
    let error = #expect(throws: Refusal.self) { _ = try SearchQueryParser.parse(text) }
    #expect(error?.code == .invalid)
  }

  @Test(
    "have a number at their end as a whole, too",
    arguments: [
      ("room 7", SearchQuery(words: ["room"], phrases: ["7"])), ("7", SearchQuery(phrases: ["7"])),
      ("7 from:ada", SearchQuery(phrases: ["7"], from: ["ada"])), ("room7", nil), ("room 7 free", nil),
      (#""room 7""#, nil), ("after:2026-01-31", nil),
    ] as [(String, SearchQuery?)])
  func wholeNumber(text: String, query: SearchQuery?) throws {
    #expect(try SearchQueryParser.parse(text).withWholeNumber == query)
  }
}
