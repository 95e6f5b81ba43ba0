import Foundation
import Testing

@testable import OnBoxAI

@Suite("Meeting times")
struct SlotProposerTests {
  private let proposer = SlotProposer()
  private let ana = MeetingParticipant(id: "ana", name: "Ana Lopez", timeZone: berlin)
  private let bo = MeetingParticipant(id: "bo", name: "Bo Chen", timeZone: newYork)
  private let kenji = MeetingParticipant(id: "kenji", name: "Kenji Ito", timeZone: tokyo)

  private func slots(
    _ participants: [MeetingParticipant], from: String = "2026-03-16T00:00:00Z", to: String = "2026-03-21T00:00:00Z",
    minutes: Int = 60, busy: [SlotRequest.Busy] = [], borne: [String: Double] = [:], limit: Int = 3
  ) -> [ProposedSlot] {
    proposer.slots(
      for: SlotRequest(
        participants: participants, duration: minutes, earliest: instant(from), latest: instant(to), busy: busy,
        borne: borne, limit: limit))
  }

  @Test("inside everybody's working hours when there are such")
  func convenient() {
    let found = slots([ana, bo])
    #expect(found.count == 3)
    #expect(found.allSatisfy { $0.seats.allSatisfy { $0.burden == 0 && $0.isInWorkingHours } })
    #expect(found.first?.start == instant("2026-03-16T13:00:00Z"))
    #expect(found.first?.seats.map(\.localTime) == ["Mon 14:00", "Mon 09:00"])
    #expect(found.first?.reason == "14:00 for Ana, 09:00 for Bo; inside everyone's working hours")
  }

  @Test("an hour outside somebody's hours is not called convenient, though they asked for it")
  func inconvenient() throws {
    let night = AvailabilityWindow(minutes: 120..<240, timeZone: newYork)
    let bo = MeetingParticipant(id: "bo", name: "Bo Chen", timeZone: newYork, wanted: [night])
    let found = slots([ana, bo, kenji], from: "2026-03-16T06:00:00Z", to: "2026-03-16T07:00:00Z")
    let reason = try #require(found.first?.reason)
    #expect(reason.contains("early for Ana, convenient for Kenji"), "\(reason)")
  }

  @Test("never at a busy or refused time, however good")
  func blocked() {
    let monday = DateInterval(start: instant("2026-03-16T00:00:00Z"), end: instant("2026-03-17T00:00:00Z"))
    let busy = slots([ana, bo], busy: [SlotRequest.Busy(participant: "ana", interval: monday)])
    #expect(!busy.isEmpty)
    #expect(busy.allSatisfy { $0.start >= monday.end })
    let refusing = MeetingParticipant(
      id: "bo", name: "Bo Chen", timeZone: newYork,
      refused: [AvailabilityWindow(minutes: 0..<660, timeZone: newYork)])
    let late = slots([ana, refusing])
    #expect(!late.isEmpty)
    #expect(
      late.allSatisfy { $0.start >= instant("2026-03-16T15:00:00Z") && $0.seats[1].localTime.suffix(5) >= "11:00" })
  }

  @Test("nothing is proposed when everything is refused")
  func impossible() {
    let never = MeetingParticipant(
      id: "bo", name: "Bo", timeZone: newYork, refused: [AvailabilityWindow(timeZone: newYork)])
    #expect(slots([ana, never]).isEmpty)
    #expect(slots([ana], from: "2026-03-16T10:00:00Z", to: "2026-03-16T10:30:00Z").isEmpty)
    #expect(slots([]).isEmpty)
  }

  @Test("who bore the inconvenient hours before is spared now")
  func fair() throws {
    let anaBorne = try #require(slots([ana, kenji], minutes: 180, borne: ["ana": 200], limit: 1).first)
    let kenjiBorne = try #require(slots([ana, kenji], minutes: 180, borne: ["kenji": 200], limit: 1).first)
    #expect(anaBorne.seats[0].burden < anaBorne.seats[1].burden)
    #expect(kenjiBorne.seats[1].burden < kenjiBorne.seats[0].burden)
    #expect(anaBorne.reason.contains("Ana had the inconvenient hours before (200 minutes so far)"))
  }

  @Test("over many meetings nobody carries more than one bad meeting above the others")
  func overTime() {
    let sydney = MeetingParticipant(id: "syd", name: "Syd", timeZone: zone("Australia/Sydney"))
    var borne: [String: Double] = [:]
    for _ in 0..<12 {
      guard let slot = slots([bo, sydney, ana], borne: borne, limit: 1).first else { continue }
      for seat in slot.seats { borne[seat.participant, default: 0] += seat.inconvenientMinutes }
    }
    let values = ["bo", "syd", "ana"].map { borne[$0, default: 0] }
    #expect((values.max() ?? 0) > 0)
    #expect((values.max() ?? 0) - (values.min() ?? 0) <= 120)
  }

  @Test("working hours are read on the clock of the day: a change to summer time moves the meeting")
  func summerTime() {
    let before = slots([ana], from: "2026-03-27T00:00:00Z", to: "2026-03-28T00:00:00Z", limit: 1).first
    let after = slots([ana], from: "2026-03-30T00:00:00Z", to: "2026-03-31T00:00:00Z", limit: 1).first
    #expect(before?.start == instant("2026-03-27T08:00:00Z"))
    #expect(after?.start == instant("2026-03-30T07:00:00Z"))
    #expect(before?.seats.first?.localTime == "Fri 09:00")
    #expect(after?.seats.first?.localTime == "Mon 09:00")
  }

  @Test("a time that somebody asked for comes first")
  func asked() {
    let wanting = MeetingParticipant(
      id: "ana", name: "Ana", timeZone: berlin,
      wanted: [
        AvailabilityWindow(
          interval: DateInterval(start: instant("2026-03-17T23:00:00Z"), end: instant("2026-03-18T23:00:00Z")),
          minutes: 915..<975, timeZone: berlin)
      ])
    let found = slots([wanting, bo], limit: 1)
    #expect(found.first?.start == instant("2026-03-18T14:15:00Z"))
    #expect(found.first?.reason.hasSuffix("as Ana asked") == true)
  }

  @Test("focus hours are avoided when there is other time")
  func focus() {
    let focused = MeetingParticipant(
      id: "ana", name: "Ana", timeZone: .gmt, focusHours: [WeeklyHours(days: [1, 2, 3, 4, 5], start: 540, end: 720)])
    #expect(slots([focused], limit: 1).first?.start == instant("2026-03-16T12:00:00Z"))
  }

  @Test("the slots do not overlap and are spread over days")
  func spread() {
    let found = slots([ana, bo], limit: 4)
    #expect(Set(found.map { $0.seats[0].localTime.prefix(3) }).count >= 2)
    for (one, other) in zip(found, found.dropFirst()) { #expect(one.end <= other.start || other.end <= one.start) }
  }

  @Test("night shifts across midnight are working hours too")
  func nightShift() {
    let nurse = MeetingParticipant(
      id: "n", name: "Noor", timeZone: .gmt,
      workingHours: [WeeklyHours(days: [1, 2, 3, 4, 5], start: 1_320, end: 360)])
    let found = slots([nurse], limit: 1)
    #expect(found.first?.start == instant("2026-03-16T22:00:00Z"))
    #expect(found.first?.seats.first?.isInWorkingHours == true)
  }
}
