import Foundation
import Testing

@testable import OnBoxAI

@Suite("Meetings that a conversation wants")
struct MeetingParserTests {
  private let parser = MeetingParser()

  private func request(_ lines: (String, String)...) -> MeetingRequest? {
    parser.request(
      in: lines.map { Turn(speaker: $0.0, text: $0.1) }, now: wednesday,
      timeZone: { $0 == "Kenji" ? tokyo : berlin })
  }

  private func meeting(_ start: String, minutes: Double = 30) -> DateInterval {
    DateInterval(start: instant(start), duration: minutes * 60)
  }

  @Test("topic, length and bounds of the request")
  func request() throws {
    let found = try #require(request(("Ana", "Can we meet for 45 minutes next week to discuss the pricing page?")))
    #expect(found.topic == "the pricing page")
    #expect(found.duration == 45)
    #expect(found.earliest == instant("2026-03-15T23:00:00Z"))
    #expect(found.latest == instant("2026-03-20T23:00:00Z"))
    #expect(found.wanted.isEmpty)
  }

  @Test(
    "lengths as people say them",
    arguments: [
      ("a quick 15 min call?", 15), ("half an hour to sync", 30), ("can we book an hour", 60),
      ("a 90-minute workshop", 90), ("meet for an hour and a half", 90), ("two hours for the workshop", 120),
    ])
  func durations(text: String, minutes: Int) { #expect(request(("Ana", text))?.duration == minutes) }

  @Test("'in 20 minutes' is when, not how long")
  func notDuration() { #expect(request(("Ana", "call in 20 minutes?"))?.duration == nil) }

  @Test("a day that works after one that does not is no day of a list")
  func oppositeDays() throws {
    let found = try #require(
      request(("Ana", "Can we meet next week?"), ("Bo", "Tuesday is bad for me, Wednesday works.")))
    #expect(found.refused.map(\.text) == ["Tuesday"] && found.wanted.map(\.text) == ["Wednesday"])
    let list = try #require(request(("Ana", "Can we meet?"), ("Bo", "I can't on Monday, Tuesday or Friday.")))
    #expect(list.refused.map(\.text) == ["Monday", "Tuesday", "Friday"] && list.wanted.isEmpty)
  }

  @Test("a time at which something was done is no time to meet")
  func deeds() throws {
    let found = try #require(request(("Ana", "Can we meet next week?"), ("Bo", "Tested it at noon in full sun.")))
    #expect(found.refused.isEmpty && found.wanted.isEmpty)
  }

  @Test("who can when, and who cannot")
  func availability() throws {
    let found = try #require(
      request(
        ("Ana", "Can we find a slot by Friday to go over the roadmap?"),
        ("Bo", "I can't on Thursday, but Friday morning works"), ("Kenji", "after 3pm is better for me")))
    #expect(found.topic == "the roadmap")
    #expect(found.latest == instant("2026-03-13T23:00:00Z"))
    #expect(found.refused.map(\.speaker) == ["Bo"])
    #expect(found.wanted.map(\.speaker) == ["Bo", "Kenji"])
    let thursday = found.refused[0].window
    #expect(thursday.touches(meeting("2026-03-12T10:00:00Z")))
    #expect(!thursday.touches(meeting("2026-03-13T10:00:00Z")))
    let friday = found.wanted[0].window
    #expect(friday.covers(meeting("2026-03-13T08:00:00Z")))
    #expect(!friday.covers(meeting("2026-03-13T14:00:00Z")))
    let afternoons = found.wanted[1].window
    #expect(afternoons.covers(meeting("2026-03-13T06:30:00Z")))
    #expect(!afternoons.covers(meeting("2026-03-13T05:00:00Z")))
  }

  @Test("weekdays that come back, and hours without a day")
  func recurring() throws {
    let found = try #require(
      request(("Ana", "let's schedule the kickoff"), ("Bo", "Mondays are bad for me"), ("Ana", "mornings work")))
    #expect(found.refused.map(\.window.weekdays) == [[1]])
    #expect(found.wanted.map(\.window.minutes) == [360..<720])
  }

  @Test(
    "a greeting, a remark and a plan of other work name no time to meet",
    arguments: [
      "happy tuesday everyone ☕", "thanks for Tuesday, that was fun", "that's 23:00 where I live",
      "15:00 would be 7 in the morning for Bo, hmm", "I'll mail it to them this afternoon",
      "the lift is broken since Monday", "tomorrow I finish the drawings",
    ])
  func remarks(text: String) throws {
    let found = try #require(request(("Ana", "Can we meet next week?"), ("Bo", text)))
    #expect(found.wanted.isEmpty && found.refused.isEmpty)
  }

  @Test(
    "a complaint about a time speaks against it",
    arguments: ["that's 23:00 for me 😬", "23:00 is too late for me", "23:00 is way too late"])
  func complaints(text: String) throws {
    let found = try #require(request(("Ana", "Can we meet next week?"), ("Bo", text)))
    #expect(found.wanted.isEmpty && found.refused.map(\.text) == ["23:00"])
  }

  @Test(
    "a time is offered by saying so, and by saying nothing else",
    arguments: [
      "Tuesday works", "how about Tuesday?", "I'm free on Tuesday", "I can do Tuesday", "let's meet Tuesday",
      "Tuesday is fine for me", "maybe Tuesday?", "Tuesday then", "I'd prefer Tuesday", "Tuesday would be better",
    ])
  func offers(text: String) throws {
    let found = try #require(request(("Ana", "Can we meet next week?"), ("Bo", text)))
    #expect(found.wanted.map(\.text) == ["Tuesday"])
  }

  @Test(
    "what only names a meal, a calendar or a meeting that is not held is no wish to meet",
    arguments: [
      "sure, after lunch", "sure, put it in the calendar please", "from May on the standup is async",
      "Kenji, would you be on call over Easter?",
    ])
  func noWish(text: String) { #expect(request(("Ana", text)) == nil) }

  @Test(
    "a meal to share and a place in the calendar are wishes to meet",
    arguments: ["lunch on Friday?", "can we get some time in the calendar?"])
  func wish(text: String) { #expect(request(("Ana", text)) != nil) }

  @Test("talk of other things is no request")
  func nothing() { #expect(request(("Ana", "The build is red since Monday"), ("Bo", "Looking"))?.wanted == nil) }
}
