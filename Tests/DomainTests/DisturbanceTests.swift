import Domain
import Foundation
import Testing

@Suite("Whether a message may disturb its reader")
struct DisturbanceTests {
  private struct Fixture: Decodable {
    struct Settings: Decodable {
      var muted: Bool?
      var mutedUntil: Int64?
      var archived: Bool?
    }

    struct Hours: Decodable {
      let days: [Int]
      let start: Int
      let end: Int
    }

    struct Case: Decodable {
      let name: String
      let expected: String
      var settings: Settings?
      var focusHours: [Hours]?
      var urgentContacts: [String]?
      var urgentKeywords: [String]?
      var timeZone: String?
    }

    let cases: [Case]
  }

  /// A Friday noon in UTC.
  private static let now = Timestamp(milliseconds: 1_795_176_000_000)

  @Test("as the web client has it")
  func fixture() throws {
    let url = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Fixtures/disturbance.json").standardized
    let fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: url))
    #expect(fixture.cases.count > 15)
    let sender = try #require(UserID("01900000-0000-7000-8000-000000000001"))
    let room = try #require(ConversationID("01900000-0000-7000-8000-000000000009"))
    for item in fixture.cases {
      let preferences = AIPreferences(
        urgentContacts: item.urgentContacts?.compactMap { UserID($0) } ?? [],
        urgentKeywords: item.urgentKeywords ?? [],
        focusHours: item.focusHours?.map { .init(days: $0.days, start: $0.start, end: $0.end) } ?? [])
      let settings = item.settings.map {
        ConversationSettings(
          conversation: room, rev: 1, muted: $0.muted ?? false,
          mutedUntil: $0.mutedUntil.map { Timestamp(milliseconds: $0) }, archived: $0.archived ?? false)
      }
      let zone = try #require(TimeZone(identifier: item.timeZone ?? "UTC"))
      let decision = Disturbance.decide(
        sender: sender, text: "The Outage is over", settings: settings, preferences: preferences, timeZone: zone,
        now: Self.now)
      #expect(Self.words(decision) == item.expected, "\(item.name)")
    }
  }

  /// As the web client says it: why something is urgent is said in hours of focus only.
  private static func words(_ decision: Disturbance) -> String {
    switch decision {
    case .silent(let silence): silence.rawValue
    case .allowed(let urgency?, isFocused: true): urgency.reason
    case .allowed: "allowed"
    }
  }

  @Test("what is urgent is known outside of the hours of focus too")
  func urgency() throws {
    let decision = Disturbance.decide(
      sender: try #require(UserID("01900000-0000-7000-8000-000000000001")), text: "outage", settings: nil,
      preferences: AIPreferences(urgentKeywords: ["Outage"]), timeZone: .gmt, now: Self.now)
    #expect(decision == .allowed(.keyword("Outage"), isFocused: false))
  }
}
