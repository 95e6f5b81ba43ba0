import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("Meetings for which a time is found")
struct AgreedMeetingTests {
  private struct Room: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let cleo: UserID
    let id: ConversationID

    init(isDirect: Bool = false) throws {
      it = try IntelligenceFixture()
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      cleo = try it.storeFixture.user("Cleo")
      id = isDirect ? try it.storeFixture.direct(ada, bob) : try it.storeFixture.group(ada, [bob, cleo])
    }

    @discardableResult
    func say(_ text: String, by user: UserID) throws -> Message { try it.post(text, by: user, in: id) }

    func insights(_ kind: Insight.Kind) async throws -> [Insight] {
      try await it.index()
      return try it.store.insights(InsightFilter(kind: kind, conversation: id), for: ada).map(\.insight)
    }
  }

  @Test("two others who agree close the wish and make the time a decision, at once or one after the other")
  func group() async throws {
    for isAtOnce in [true, false] {
      let room = try Room()
      let wish = try room.say("Can we meet next week to talk about the greenhouse roof?", by: room.ada)
      let named = try room.say("what about Thursday Dec 3, 15:00 UTC?", by: room.bob)
      if !isAtOnce { #expect(try await room.insights(.scheduling).map(\.status) == [.open]) }
      let first = try room.say("works for me", by: room.cleo)
      if !isAtOnce {
        #expect(try await room.insights(.scheduling).map(\.status) == [.open], "one of two is not enough")
        #expect(try await room.insights(.decision).isEmpty)
      }
      let second = try room.say("same", by: room.ada)
      let closed = try await room.insights(.scheduling)
      #expect(closed.map(\.status) == [.done])
      #expect(closed.first?.report == TaskReport(message: second.id, sender: room.ada, text: "same"))
      let decided = try await room.insights(.decision)
      #expect(decided.map(\.text) == ["Meeting: the greenhouse roof, Thursday Dec 3, 15:00 UTC"])
      #expect(decided.first?.citations == [wish.id, named.id, first.id, second.id])
      #expect(decided.first?.status == .open)
    }
  }

  @Test("in a conversation of two the other's yes is enough; a time that is off the table again is none")
  func direct() async throws {
    let room = try Room(isDirect: true)
    try room.say("Could we have a call about the roof on Friday at 10:00?", by: room.ada)
    try room.say("perfect", by: room.bob)
    #expect(try await room.insights(.scheduling).map(\.status) == [.done])
    #expect(try await room.insights(.decision).map(\.text).first?.hasSuffix("Friday at 10:00") == true)
    try room.say("sorry, I can't on Friday. Monday 10:00?", by: room.bob)
    #expect(try await room.insights(.scheduling).map(\.status) == [.open])
    #expect(try await room.insights(.decision).isEmpty)
    try room.say("Monday is fine", by: room.ada)
    #expect(try await room.insights(.scheduling).map(\.status) == [.done])
    #expect(try await room.insights(.decision).map(\.text).first?.hasSuffix("Monday 10:00") == true)
  }

  @Test("one yes is enough when who named the time goes on with it")
  func takenUp() async throws {
    let room = try Room()
    try room.say("let's have a call with the growers, menu and times. Bob, you join?", by: room.ada)
    try room.say("sure! when", by: room.bob)
    try room.say("what about Monday 16:00?", by: room.ada)
    try room.say("11 here, works", by: room.bob)
    #expect(try await room.insights(.scheduling).map(\.status) == [.open])
    try room.say("👍 will send the link", by: room.ada)
    #expect(try await room.insights(.scheduling).map(\.status) == [.done])
    #expect(try await room.insights(.decision).map(\.text).first?.hasSuffix("Monday 16:00") == true)
  }

  @Test("a time on which people agreed and what only tells of a slot or a session need no time to be found")
  func noWish() async throws {
    let room = try Room()
    try room.say("could we do the retro at 10 instead of half 9?", by: room.ada)
    #expect(try await room.insights(.scheduling).map(\.status) == [.open])
    try room.say("fine with me", by: room.bob)
    try room.say("10 is good", by: room.cleo)
    #expect(try await room.insights(.scheduling).filter { $0.status == .open }.isEmpty)
    #expect(try await room.insights(.decision).map(\.text) == ["Do the retro at 10 instead of half 9"])
    try room.say("the printers rang, they have a slot if they get the files by 4. can you??", by: room.ada)
    try room.say("fyi I'm adding a 40 minutes session for the pump test on Monday", by: room.bob)
    #expect(try await room.insights(.scheduling).filter { $0.status == .open }.isEmpty)
  }

  @Test("the wish is open again when the yes is deleted, and stays as a member left it")
  func deleted() async throws {
    let room = try Room(isDirect: true)
    try room.say("Could we have a call about the roof on Friday at 10:00?", by: room.ada)
    let yes = try room.say("perfect", by: room.bob)
    let closed = try #require(try await room.insights(.scheduling).first)
    try room.it.delete(yes, in: room.id)
    #expect(try await room.insights(.scheduling).map(\.status) == [.open])
    #expect(try await room.insights(.decision).isEmpty)
    let dismissed = InsightChange(status: .dismissed)
    try room.it.perform(
      .intelligence(.insight(.change(asker: room.ada, conversation: room.id, id: closed.id, dismissed))))
    try room.say("perfect!", by: room.bob)
    #expect(try await room.insights(.scheduling).map(\.status) == [.dismissed])
  }
}
