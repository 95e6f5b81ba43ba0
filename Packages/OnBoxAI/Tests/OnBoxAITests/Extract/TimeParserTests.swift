import Foundation
import Testing

@testable import OnBoxAI

@Suite("Dates and times in messages, said on Wednesday 11 March 2026")
struct TimeParserTests {
  private let parser = TimeParser()

  private func readings(_ text: String, in timeZone: TimeZone = berlin) -> [String] {
    parser.mentions(in: text, now: wednesday, timeZone: timeZone).map(said)
  }

  @Test(
    "days counted from now",
    arguments: [
      ("see you today", "2026-03-11"), ("Tomorrow is better", "2026-03-12"), ("tmrw then", "2026-03-12"),
      ("the day after tomorrow", "2026-03-13"), ("that was yesterday", "2026-03-10"),
      ("back in two days", "2026-03-13"), ("in a couple of weeks", "2026-03-25"), ("ready in 3 weeks", "2026-04-01"),
      ("a month from now", "2026-04-11"), ("5 days ago", "2026-03-06"), ("two weeks from Monday", "2026-03-30"),
      ("in 3 workdays", "2026-03-16"), ("let's look at it later today", "2026-03-11"),
    ])
  func relative(text: String, reading: String) { #expect(readings(text) == [reading]) }

  @Test(
    "days of the week are the next ones, and 'next' means the week after this",
    arguments: [
      ("on Friday", "2026-03-13"), ("Monday works", "2026-03-16"), ("this Friday", "2026-03-13"),
      ("next Friday", "2026-03-20"), ("next Monday", "2026-03-16"), ("Thursday next week", "2026-03-19"),
      ("Sunday this week", "2026-03-15"), ("Wednesday", "2026-03-18"), ("last Monday", "2026-03-09"),
      ("Friday week", "2026-03-20"), ("on Sat", "2026-03-14"), ("Thu", "2026-03-12"), ("next wednesday", "2026-03-18"),
    ])
  func weekdays(text: String, reading: String) { #expect(readings(text) == [reading]) }

  @Test(
    "days of the calendar in every usual form",
    arguments: [
      ("March 20th", "2026-03-20"), ("20 March", "2026-03-20"), ("the 20th of March", "2026-03-20"),
      ("Mar. 20, 2027", "2027-03-20"), ("20th march 2027", "2027-03-20"), ("March the third, 2027", "2027-03-03"),
      ("third of April", "2026-04-03"), ("on the 20th", "2026-03-20"), ("by the 3rd", "2026-04-03"),
      ("the 28th of this month", "2026-03-28"), ("the 2nd of next month", "2026-04-02"), ("May 5", "2026-05-05"),
      ("2026-04-01", "2026-04-01"), ("2026/4/1", "2026-04-01"), ("1.4.2026", "2026-04-01"),
      ("due 01.04.26", "2026-04-01"),
      ("January 7", "2027-01-07"), ("Friday, March 20th", "2026-03-20"), ("today, March 11th", "2026-03-11"),
      ("twenty-third of April", "2026-04-23"),
    ])
  func calendar(text: String, reading: String) { #expect(readings(text) == [reading]) }

  @Test("a stroke between day and month follows the habit of the zone; what can be only one way is read that way")
  func strokes() {
    #expect(readings("on 4/3/2026", in: berlin) == ["2026-03-04"])
    #expect(readings("on 4/3/2026", in: newYork) == ["2026-04-03"])
    #expect(readings("on 3/25", in: berlin) == ["2026-03-25"])
    #expect(readings("on 25/3", in: newYork) == ["2026-03-25"])
  }

  @Test(
    "clock times",
    arguments: [
      ("at 3pm", "15:00"), ("at 3 p.m. sharp", "15:00"), ("9:30", "09:30"), ("at 09:05", "09:05"), ("14:45", "14:45"),
      ("2:30", "14:30"), ("at 3", "15:00"), ("at 10", "10:00"), ("10.30am", "10:30"), ("at 8.30", "08:30"),
      ("noon", "12:00"), ("at midnight", "00:00"), ("half past nine", "09:30"), ("quarter past 3", "15:15"),
      ("a quarter to five", "16:45"), ("at half ten", "10:30"), ("ten past four", "16:10"), ("seven pm", "19:00"),
      ("at ten thirty", "10:30"), ("7 o'clock in the evening", "19:00 evening"),
      ("7 o\"clock in the evening", "19:00 evening"),
      ("at 15h", "15:00"), ("15h30", "15:30"), ("at 1500 hours", "15:00"), ("12 pm", "12:00"), ("12 am", "00:00"),
      ("around 4ish", "16:00"),
    ])
  func clocks(text: String, reading: String) { #expect(readings(text) == [reading]) }

  @Test(
    "a part of the day says which half an hour is in",
    arguments: [
      ("8 in the morning", "08:00 morning"), ("8 in the evening", "20:00 evening"), ("evening 6:30", "18:30 evening"),
      ("12:15 in the afternoon", "12:15 afternoon"), ("three in the morning", "03:00 morning"),
      ("9 at night", "21:00 night"), ("tonight at 8", "2026-03-11 20:00 night"),
      ("tomorrow morning", "2026-03-12 morning"), ("Friday afternoon", "2026-03-13 afternoon"),
      ("this evening", "2026-03-11 evening"),
    ])
  func dayParts(text: String, reading: String) { #expect(readings(text) == [reading]) }

  @Test(
    "a day and a time beside each other are one mention",
    arguments: [
      ("tomorrow at 3", "2026-03-12 15:00"), ("3pm on Friday", "2026-03-13 15:00"),
      ("Fri 20 Mar, 10:00", "2026-03-20 10:00"), ("noon on Monday", "2026-03-16 12:00"),
      ("2026-03-20T14:30", "2026-03-20 14:30"), ("half past 9 in the morning on the 20th", "2026-03-20 09:30 morning"),
    ])
  func together(text: String, reading: String) { #expect(readings(text) == [reading]) }

  @Test(
    "spans of hours and days",
    arguments: [
      ("2-4pm", "14:00–16:00"), ("11-1pm", "11:00–13:00"), ("from 9:30 to 11", "09:30–11:00"),
      ("between 2 and 4 on Thursday", "2026-03-12 14:00–16:00"), ("Thursday 10:00–11:30", "2026-03-12 10:00–11:30"),
      ("9am-5", "09:00–17:00"), ("March 23-25", "2026-03-23…2026-03-25"),
      ("3rd to 5th of April", "2026-04-03…2026-04-05"), ("Thursday to Monday", "2026-03-12…2026-03-16"),
      ("next week", "2026-03-16…2026-03-20"), ("this weekend", "2026-03-14…2026-03-15"),
      ("in April", "2026-04-01…2026-04-30"), ("early next week", "2026-03-16…2026-03-17"),
    ])
  func spans(text: String, reading: String) { #expect(readings(text) == [reading]) }

  @Test(
    "deadlines",
    arguments: [
      ("EOD", "2026-03-11 17:00"), ("by end of day tomorrow", "2026-03-12 17:00"), ("COB Friday", "2026-03-13 17:00"),
      ("end of the week", "2026-03-13"), ("EOW", "2026-03-13"), ("by the end of next week", "2026-03-20"),
      ("end of the month", "2026-03-31"), ("no later than Monday", "2026-03-16"), ("due Friday", "2026-03-13"),
      ("before noon", "12:00"), ("Friday at the latest", "2026-03-13"),
    ])
  func deadlines(text: String, reading: String) {
    let mentions = parser.mentions(in: text, now: wednesday, timeZone: berlin)
    #expect(mentions.map(said) == [reading])
    #expect(mentions.map(\.bound) == [.by])
  }

  @Test("a duration ahead is an instant")
  func ahead() {
    #expect(readings("back in 20 minutes") == ["2026-03-11 11:20"])
    #expect(readings("in an hour and a half") == ["2026-03-11 12:30"])
    #expect(readings("in 14 hours") == ["2026-03-12 01:00"])
  }

  @Test(
    "zones that are said are kept",
    arguments: [
      ("3pm CET", "Europe/Paris"), ("at 9 PST", "America/Los_Angeles"), ("10:00 London time", "Europe/London"),
      ("18:00 (JST)", "Asia/Tokyo"), ("2pm ET", "America/New_York"),
    ])
  func zones(text: String, identifier: String) {
    let mentions = parser.mentions(in: text, now: wednesday, timeZone: berlin)
    #expect(mentions.map { $0.timeZone?.identifier } == [identifier])
  }

  @Test("a zone said as an offset moves the instant")
  func offsets() throws {
    let mention = try #require(
      parser.mentions(in: "2026-03-20 15:00 UTC+2", now: wednesday, timeZone: newYork).first)
    #expect(mention.instant(in: newYork) == instant("2026-03-20T13:00:00Z"))
    let zulu = try #require(parser.mentions(in: "2026-03-20T14:30:00Z", now: wednesday, timeZone: newYork).first)
    #expect(zulu.instant(in: newYork) == instant("2026-03-20T14:30:00Z"))
  }

  @Test(
    "a number that is no time is no time",
    arguments: [
      "we are on v2.10.3 now", "iOS 18.2 is out", "it costs $5 or 12.50 EUR", "call 555-1234 or +49 170 1234567",
      "room 302 or room 4", "a table for 2 people", "we fixed 3 bugs", "at 5%", "at 3 Main Street", "we're at 12 of 20",
      "raised from 3 to 5", "the ratio is 16:9", "score 3:2", "at one point it broke", "revenue grew in Q3",
      "we'll do that next sprint", "step 4 of 7", "it took 5 minutes", "for 2 hours", "OPS-1203 and #45",
      "https://example.org/2026/03/04/at/3pm", "`sleep 10; date 12:30`", "10.0.0.1:8080", "he may 5 times",
      "I sat down in the sun", "Good morning!", "the second option", "I prefer the 2nd one", "24/7 support",
      "the 5th attempt", "one or two of them", "it happens every Monday", "in half of the cases", "2nd floor",
      "version 3.10 at last", "I have 3", "1,000 users", "a 4-day trip", "movie night", "give me a second",
      "we march on", "at 2x speed", "page 12", "5km run",
    ])
  func nothing(text: String) { #expect(readings(text).isEmpty) }

  @Test("alternatives share what was said once")
  func alternatives() {
    #expect(readings("Friday at 11 or 2") == ["2026-03-13 11:00", "2026-03-13 14:00"])
    #expect(readings("Monday or Tuesday at 3?") == ["2026-03-16 15:00", "2026-03-17 15:00"])
    #expect(readings("Monday or Tuesday") == ["2026-03-16", "2026-03-17"])
  }

  @Test("moving an appointment names two times, not a span")
  func moving() { #expect(readings("can we move the 10:30 to 11?") == ["10:30", "11:00"]) }

  @Test("the mention keeps its words and their place")
  func place() throws {
    let text = "Größe ok – can we talk tomorrow at 3?"
    let mention = try #require(parser.mentions(in: text, now: wednesday, timeZone: berlin).first)
    #expect(mention.text == "tomorrow at 3")
    #expect(String(decoding: Array(text.utf8)[mention.range], as: UTF8.self) == "tomorrow at 3")
  }

  @Test(
    "before a day is until the working day before it ends; by a day until that day ends",
    arguments: [
      ("before Monday", "2026-03-13T16:00:00Z", "before Monday"), ("by Monday", "2026-03-16T16:00:00Z", "Monday"),
      ("before Friday", "2026-03-12T16:00:00Z", "before Friday"),
      ("before Friday 10:00", "2026-03-13T09:00:00Z", "before Friday 10:00"),
      ("before the 20th", "2026-03-19T16:00:00Z", "before 20th"),
    ])
  func beforeDay(text: String, due: String, words: String) throws {
    let found = try #require(parser.mentions(in: "Send it \(text)", now: wednesday, timeZone: berlin).first)
    #expect(found.instant(in: berlin, after: wednesday) == instant(due))
    #expect(found.dueText.replacing("the ", with: "") == words)
  }

  @Test("before Monday, said on the Sunday, is until Monday begins")
  func beforeTomorrow() throws {
    let sunday = instant("2026-03-15T10:00:00Z")
    let found = try #require(parser.mentions(in: "Send it before Monday", now: sunday, timeZone: berlin).first)
    #expect(found.instant(in: berlin, after: sunday) == instant("2026-03-15T22:59:59Z"))
  }

  @Test("an instant is read in the given zone, with its summer time")
  func instants() throws {
    let before = try #require(parser.mentions(in: "March 27 at 9:00", now: wednesday, timeZone: berlin).first)
    let after = try #require(parser.mentions(in: "March 30 at 9:00", now: wednesday, timeZone: berlin).first)
    #expect(before.instant(in: berlin) == instant("2026-03-27T08:00:00Z"))
    #expect(after.instant(in: berlin) == instant("2026-03-30T07:00:00Z"))
  }

  @Test("a deadline without a time ends with the working day, anything else begins with it")
  func usualHours() throws {
    let due = try #require(parser.mentions(in: "by Friday", now: wednesday, timeZone: .gmt).first)
    let meeting = try #require(parser.mentions(in: "on Friday", now: wednesday, timeZone: .gmt).first)
    #expect(due.instant(in: .gmt) == instant("2026-03-13T17:00:00Z"))
    #expect(meeting.instant(in: .gmt) == instant("2026-03-13T09:00:00Z"))
  }

  @Test(
    "a day or a part of it that has begun lasts to its end",
    arguments: [
      ("I'll send it today", "2026-03-11T10:00:00Z", "2026-03-11T17:00:00Z"),
      ("I'll send it today", "2026-03-11T18:00:00Z", "2026-03-11T23:59:59Z"),
      ("I'll send it by today", "2026-03-11T18:00:00Z", "2026-03-11T23:59:59Z"),
      ("I'll send it this morning", "2026-03-11T10:00:00Z", "2026-03-11T12:00:00Z"),
      ("I'll send it tonight", "2026-03-11T18:00:00Z", "2026-03-11T20:00:00Z"),
      ("I'll send it tonight", "2026-03-11T23:00:00Z", "2026-03-11T23:59:59Z"),
      ("I'll send it this evening", "2026-03-11T23:00:00Z", "2026-03-11T23:59:59Z"),
      ("I'll send it today", "2026-03-11T08:00:00Z", "2026-03-11T17:00:00Z"),
      ("I'll send it today", "2026-03-11T23:59:30Z", "2026-03-11T23:59:59Z"),
      ("I'll send it this week", "2026-03-11T08:00:00Z", "2026-03-13T17:00:00Z"),
      ("I'll send it this week", "2026-03-11T10:00:00Z", "2026-03-13T17:00:00Z"),
      ("I'll send it tomorrow", "2026-03-11T10:00:00Z", "2026-03-12T09:00:00Z"),
    ])
  func begunDays(_ text: String, _ now: String, _ due: String) throws {
    let mention = try #require(parser.mentions(in: text, now: instant(now), timeZone: .gmt).first)
    #expect(mention.instant(in: .gmt, after: instant(now)) == instant(due))
  }

  @Test("a time that is past stays what was said")
  func pastTimes() throws {
    let mention = try #require(parser.mentions(in: "today at 8:30", now: wednesday, timeZone: .gmt).first)
    #expect(mention.instant(in: .gmt, after: wednesday) == instant("2026-03-11T08:30:00Z"))
    let day = try #require(parser.mentions(in: "on March 3", now: wednesday, timeZone: .gmt).first)
    #expect(day.instant(in: .gmt, after: wednesday) == day.instant(in: .gmt))
    let noon = instant("2026-03-11T13:00:00Z")
    let morning = try #require(parser.mentions(in: "this morning", now: noon, timeZone: .gmt).first)
    #expect(morning.instant(in: .gmt, after: noon) == instant("2026-03-11T09:00:00Z"))
    let onwards = try #require(parser.mentions(in: "from today on", now: noon, timeZone: .gmt).first)
    #expect(onwards.instant(in: .gmt, after: noon) == onwards.instant(in: .gmt))
  }

  @Test("a time without a date is its next occurrence")
  func nextOccurrence() throws {
    let early = try #require(parser.mentions(in: "at 9:00", now: wednesday, timeZone: .gmt).first)
    #expect(early.instant(in: .gmt) == nil)
    #expect(early.instant(in: .gmt, after: wednesday) == instant("2026-03-12T09:00:00Z"))
    let late = try #require(parser.mentions(in: "at 16:00", now: wednesday, timeZone: .gmt).first)
    #expect(late.instant(in: .gmt, after: wednesday) == instant("2026-03-11T16:00:00Z"))
  }

  @Test("the answer is the first day and the first time; today gives way, periods give none")
  func answer() {
    let answer = parser.answer(
      in: "I was free later today, but let's say Friday. At 4 pm?", now: wednesday, timeZone: berlin)
    #expect(answer.date?.day == 13)
    #expect(answer.time?.hour == 16)
    let period = parser.answer(in: "some time next week", now: wednesday, timeZone: berlin)
    #expect(period.date == nil)
    #expect(period.time == nil)
  }

  @Test(
    "days at the ends of months and years",
    arguments: [
      ("2026-12-31T12:00:00Z", "tomorrow", "2027-01-01"), ("2028-02-28T12:00:00Z", "tomorrow", "2028-02-29"),
      ("2026-01-31T12:00:00Z", "in a month", "2026-02-28"), ("2026-02-20T12:00:00Z", "on the 31st", "2026-03-31"),
      ("2026-12-28T12:00:00Z", "January 4", "2027-01-04"),
    ])
  func edges(now: String, text: String, reading: String) {
    #expect(parser.mentions(in: text, now: instant(now), timeZone: .gmt).map(said) == [reading])
  }

  @Test(
    "odd input is survived",
    arguments: ["", " ", ":", "at", "from to", "3", "12:", "\u{1F600} at 3\u{1F600}", "'", "at 99999999999999"])
  func odd(text: String) { #expect(parser.mentions(in: text, now: wednesday, timeZone: .gmt).count <= 1) }
}
