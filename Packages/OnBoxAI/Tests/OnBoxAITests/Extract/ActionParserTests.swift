import Foundation
import Testing

@testable import OnBoxAI

@Suite("What messages promise, ask for and assign")
struct ActionParserTests {
  private let parser = ActionParser()
  private let team = ["Ana Lopez", "Bo Chen", "Kenji Ito"]

  private func actions(
    _ text: String, by speaker: String = "Ana Lopez", among members: [String]? = nil, after previous: Turn? = nil
  ) -> [ParsedAction] {
    parser.actions(
      in: text, speaker: speaker, members: members ?? team, previous: previous, now: wednesday, timeZone: berlin)
  }

  private func owner(_ action: ParsedAction?) -> String? {
    switch action?.owner {
    case .member(let index, _): team[index]
    case .named(let name): name
    case .some(.none): "nobody"
    case nil: nil
    }
  }

  @Test(
    "the task is a clean order without the time when it is due",
    arguments: [
      ("I'll send the deck by Friday.", "Send the deck", "2026-03-13"),
      ("Could you please update the roadmap by tomorrow 5pm?", "Update the roadmap", "2026-03-12 17:00"),
      ("please don't forget to submit the timesheets by EOD", "Submit the timesheets", "2026-03-11 17:00"),
      ("Tomorrow I'm going to call the bank", "Call the bank", "2026-03-12"),
      ("By end of week I'd like you to draft the FAQ", "Draft the FAQ", "2026-03-13"),
      ("Would you mind checking the logs before noon?", "Check the logs", "12:00"),
      ("The docs need to be updated by Friday", "Get the docs updated", "2026-03-13"),
      ("We need the numbers by Thursday", "Provide the numbers", "2026-03-12"),
      ("Let's ship the beta on Monday", "Ship the beta", "2026-03-16"),
      ("Please send the report by Oct. 5 to Ana", "Send the report to Ana", "2026-10-05"),
    ])
  func tasks(text: String, task: String, due: String) {
    let found = actions(text)
    #expect(found.map(\.task) == [task])
    #expect(found.first?.due.map(said) == due)
    #expect(found.first?.sentence == text)
  }

  @Test(
    "the owner is who promises, who is named, or nobody",
    arguments: [
      ("I'll fix the tests", "Ana Lopez"), ("@Bo can you review the patch?", "Bo Chen"),
      ("Bo, could you please review the patch?", "Bo Chen"), ("Could you review the patch, Bo?", "Bo Chen"),
      ("Kenji will prepare the demo", "Kenji Ito"), ("Kenji to prepare the demo", "Kenji Ito"),
      ("Bo'll write the changelog", "Bo Chen"), ("TODO: Bo to clean up the flags", "Bo Chen"),
      ("Action item: migrate the database (Kenji)", "Kenji Ito"), ("Nina to follow up with legal", "Nina"),
      ("We should refactor the login", "nobody"), ("Can someone restart the worker?", "nobody"),
      ("Can you send the invoice?", "nobody"), ("We agreed that Bo will own the rollout", "Bo Chen"),
    ])
  func owners(text: String, expected: String) {
    #expect(owner(actions(text).first) == expected)
  }

  @Test("in a conversation of two, 'you' is the other one")
  func pair() {
    let found = actions("Can you send me the invoice?", among: ["Ana Lopez", "Bo Chen"])
    #expect(found.map(\.task) == ["Send Ana the invoice"])
    #expect(found.first?.owner == .member(1, reason: "asked in a conversation of two"))
  }

  @Test("the speaker's 'me' and 'my' become a name that stands alone on a board")
  func names() {
    #expect(actions("Bo, please send me my badge").map(\.task) == ["Send Ana Ana's badge"])
    #expect(actions("Bo, I'll send you the keys").map(\.task) == ["Send Bo the keys"])
  }

  @Test("one sentence may give work to two people")
  func two() {
    let found = actions("Kenji will prepare the demo and I'll book the room")
    #expect(found.map(\.task) == ["Prepare the demo", "Book the room"])
    #expect(found.map { owner($0) } == ["Kenji Ito", "Ana Lopez"])
  }

  @Test(
    "an answer takes over what was asked", arguments: ["On it", "I can do that", "Will do!", "I'll take care of it"])
  func takeover(text: String) {
    let asked = Turn(speaker: "Ana Lopez", text: "Who can take the minutes on Monday?")
    let found = actions(text, by: "Kenji Ito", after: asked)
    #expect(found.map(\.task) == ["Take the minutes"])
    #expect(owner(found.first) == "Kenji Ito")
    #expect(found.first?.due.map(said) == "2026-03-16")
  }

  @Test("nobody takes over what nobody asked")
  func emptyTakeover() {
    #expect(actions("On it", after: Turn(speaker: "Bo Chen", text: "What a nice day")).isEmpty)
    #expect(actions("On it").isEmpty)
  }

  @Test("a task that only points is told with what it points at")
  func pointing() {
    let found = actions("The login page is broken on Safari. I'll fix it tonight.")
    #expect(found.map(\.task) == ["Fix the login page: it is broken on Safari"])
  }

  @Test(
    "the time of an appointment belongs to the task",
    arguments: ["Schedule a call with the vendor for Friday at 3pm", "Please move the review to Monday"])
  func planning(text: String) {
    #expect(actions(text).first?.due == nil)
    #expect(actions(text).first?.task.contains(/Friday|Monday/) == true)
  }

  @Test(
    "what asks for nothing gives no action",
    arguments: [
      "I'll be late", "I can see why this failed", "Let me know if that works", "Let's meet on Tuesday at 3",
      "Could you make it at 4?", "Test was red again", "I won't be able to send it today", "Thanks!",
      "Please find attached the report", "I don't think we should merge that", "Do you know who owns billing?",
      "The build is green", "Let's go with the blue one", "I think the second option is better", "> please call me",
      "It works now", "Will it rain?", "",
    ])
  func nothing(text: String) { #expect(actions(text).map(\.task).isEmpty) }

  @Test("a task has at most 140 characters")
  func long() throws {
    let text = "Please check " + String(repeating: "every single entry ", count: 20)
    let task = try #require(actions(text).first?.task)
    #expect(task.count <= 140)
    #expect(task.hasSuffix("…"))
  }

  @Test("lists give one action a line")
  func list() {
    let text = "Next steps:\n- [ ] Write the release notes\n- Update the wiki by Friday\n- Bo: tag the release"
    let found = actions(text)
    #expect(found.map(\.task) == ["Write the release notes", "Update the wiki", "Tag the release"])
    #expect(owner(found.last) == "Bo Chen")
  }
}
