import Domain
import Testing

extension PriorityTests {
  @Test("takes nothing for urgent without saying what presses, nor what says that it does not")
  func unfounded() async throws {
    let room = try Fixture()
    for text in [
      "Yes!! The export of the big account takes nine seconds instead of a timeout now.",
      "Read only for twelve minutes, no more.",
      "The shop was slow for twelve minutes, not down.", "The site isn't down, just slow for twelve minutes.",
      "It is URGENT for nobody: no hurry, Ada, production is down for the holidays.",
    ] {
      let verdict = try await room.verdict(try await room.post(text, by: room.bob), room.ada)
      #expect(verdict.priority != .urgent, "\(text): \(verdict.reason)")
    }
  }

  @Test("takes a question for urgent only when something presses in it")
  func asked() async throws {
    let room = try Fixture()
    for text in [
      "who has the leak tester?? its not on the shelf",
      "can i have it for the weekend? want to try the hose with an actual leak",
      "the dog barks at every ring. can we take it down to two a day", "20 pots? we lose half of them in winter anyway",
      "Ada, can you see the harbour people on Friday in two weeks?", "are the growers ok with losing the fountain?",
      "it's free till the evening, after that full price. calling NOW", "Ada send me the invoice please, not Bob",
      "very funny Ada. I'll get a price for the smaller one too before end of day",
    ] {
      let verdict = try await room.verdict(try await room.post(text, by: room.bob), room.ada)
      #expect(verdict.priority != .urgent, "\(text): \(verdict.reason)")
    }
  }

  @Test("calls for haste are urgent for those whom they name, or for everybody when they name nobody")
  func haste() async throws {
    let room = try Fixture()
    for text in [
      "🚨 ADA customs want the paper signed by five or the pots go BACK. it's in your mail NOW",
      "ada the harbour office called, they need you asap", "EMERGENCY. the printers have a slot at four, can you ada??",
    ] {
      let message = try await room.post(text, by: room.bob)
      let adas = try await room.verdict(message, room.ada)
      #expect(adas.priority == .urgent, "\(text): \(adas.reason)")
      let eves = try await room.verdict(message, room.eve)
      #expect(eves.priority != .urgent, "\(text): \(eves.reason)")
    }
    let all = try await room.post("somebody come to the gate right now", by: room.bob)
    #expect(try await room.verdict(all, room.eve).priority == .urgent)
    for text in ["Ada, it's not an emergency, but have a look", "ada this isn't urgent at all, the gate squeaks"] {
      let verdict = try await room.verdict(try await room.post(text, by: room.bob), room.ada)
      #expect(verdict.priority != .urgent, "\(text): \(verdict.reason)")
    }
  }
}
