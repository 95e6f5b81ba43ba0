import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("What the assistant does without a model")
struct ActTests {
  private struct Fixture {
    let it: IntelligenceFixture
    let (ada, kenji): (UserID, UserID)
    let team: ConversationID

    init() async throws {
      it = try IntelligenceFixture(embedder: nil)
      ada = try it.storeFixture.user("Ada")
      kenji = try it.storeFixture.user("Kenji Sato")
      team = try it.storeFixture.group(ada, [kenji], name: "Operations")
      try it.post("I will send the invoice to the customer by Monday.", by: kenji, in: team)
      try it.post("We go with Northmap.", by: kenji, in: team)
      try await it.index()
    }

    func say(_ text: String, in conversation: ConversationID? = nil) async throws -> AssistantMessage {
      var last: AssistantMessage?
      for try await message in try await it.services.assistant.talk(asker: ada, text: text, conversation: conversation)
      {
        last = message
      }
      return try #require(last)
    }

    /// Says it, and approves the one proposal that comes of it.
    func act(_ text: String, in conversation: ConversationID? = nil) async throws -> ActionProposal {
      let answer = try await say(text, in: conversation)
      let proposal = try #require(answer.proposals.first, "\(answer.text)")
      #expect(answer.proposals.count == 1 && proposal.state == .waiting)
      let decided = try await it.services.assistant.decide(proposal.id, isApproved: true, asker: ada)
      #expect(decided.state == .done, "\(decided.result ?? "")")
      // Whoever taps twice does it once.
      let again = try await it.services.assistant.decide(proposal.id, isApproved: true, asker: ada)
      #expect(again == decided)
      return decided
    }

    func items(_ statuses: [Insight.Status]? = nil) throws -> [Insight] {
      try it.store.insights(InsightFilter(kind: .actionItem, statuses: statuses), for: ada).map(\.insight)
    }
  }

  @Test("creates a task as a message that everybody there sees, with its owner and date, once")
  func creates() async throws {
    let room = try await Fixture()
    let before = try room.items().count
    let done = try await room.act("Create a task for Kenji in Operations: renew the certificate by Friday")
    #expect(done.summary.hasPrefix("Post in Operations and mark as a task for Kenji Sato, due Friday "))
    #expect(done.summary.hasSuffix(": “Renew the certificate by Friday”"))
    try await room.it.index()
    let made = try #require(try room.items().first { $0.text == "Renew the certificate by Friday" })
    #expect(made.owner == room.kenji && made.dueAt != nil && made.createdBy == room.ada)
    #expect(try room.items().count == before + 1, "what was marked is not found once more")
    let newest = try #require(try room.it.storeFixture.window(room.team, room.ada).messages.last)
    #expect(newest.text == "Renew the certificate by Friday" && made.citations == [newest.id])
  }

  @Test("times to meet have their days, and who is not in the conversation is said")
  func meetingTimes() async throws {
    let room = try await Fixture()
    _ = try room.it.storeFixture.user("Lena Fischer")
    let answer = try await room.say("Find times for a meeting in Operations with Lena and Kenji")
    #expect(answer.text.hasPrefix("Lena Fischer is not in this conversation.\n"), "\(answer.text)")
    let slots = answer.text.split(separator: "\n").filter { $0.contains(#/^\d\. /#) }
    #expect(slots.count == 3)
    for slot in slots {
      #expect(slot.contains(#/^\d\. (Mon|Tue|Wed|Thu|Fri) \d+ [A-Z][a-z]+, \d\d:\d\d: /#), "\(slot)")
    }
  }

  @Test("a task without a conversation stands in the one that is open, else the assistant says what it needs")
  func needsPlace() async throws {
    let room = try await Fixture()
    let answer = try await room.say("Create a task for me: call the bank tomorrow")
    #expect(answer.proposals.isEmpty && answer.text.contains("Say in which"))
    let done = try await room.act("Create a task for me: call the bank tomorrow", in: room.team)
    #expect(done.summary.contains("in Operations") && done.summary.contains("for you"))
    #expect(try room.items().contains { $0.text == "Call the bank tomorrow" && $0.owner == room.ada })
  }

  @Test("assigns, moves, renames, finishes, opens again and dismisses a task, and says what will change")
  func changes() async throws {
    let room = try await Fixture()
    let item = try #require(try room.items([.open]).first { $0.text.lowercased().contains("invoice") })
    func now() throws -> Insight { try #require(try room.items().first { $0.id == item.id }) }
    let assigned = try await room.act("Assign the invoice to me")
    #expect(assigned.summary == "Assign to you: “\(item.text)”")
    #expect(try now().owner == room.ada)
    let moved = try await room.act("Move the invoice to 3 December 2031")
    #expect(moved.summary == "Make it due Wednesday 3 Dec 2031: “\(item.text)”")
    let day = try #require(try now().dueAt).date.formatted(.iso8601.year().month().day())
    #expect(day.hasPrefix("2031-12-0"))
    _ = try await room.act("Rename the task invoice to send invoice 44")
    #expect(try now().text == "send invoice 44")
    _ = try await room.act("I have finished invoice 44")
    #expect(try now().status == .done)
    _ = try await room.act("Reopen invoice 44")
    #expect(try now().status == .open)
    _ = try await room.act("Drop the task about invoice 44")
    #expect(try now().status == .dismissed)
    let unknown = try await room.say("Assign the ferry timetable to Kenji")
    #expect(unknown.proposals.isEmpty && unknown.text == "I found no open action item like that.")
    let nobody = try await room.say("Reopen invoice 44 ")
    #expect(nobody.proposals.count == 1)
  }

  @Test("assigns to nobody who is not there, and asks when a name is not enough")
  func ambiguous() async throws {
    let room = try await Fixture()
    #expect(try await room.say("Assign the invoice to Zoe").text == "Nobody in that conversation is called Zoe.")
    let other = try room.it.storeFixture.user("Kenji Abe")
    try room.it.perform(.member(.add(asker: room.ada, conversation: room.team, users: [other])))
    let asked = try await room.say("Assign the invoice to Kenji")
    #expect(asked.proposals.isEmpty && asked.text.hasPrefix("More than one person there is called that:"))
    let exact = try await room.say("Assign the invoice to Kenji Abe")
    #expect(exact.proposals.count == 1)
  }

  @Test("asks which of several tasks is meant, the asker's own before those of others")
  func which() async throws {
    let room = try await Fixture()
    try room.it.post("I will translate the offer by Friday.", by: room.kenji, in: room.team)
    try room.it.post("I will print the offer by Friday.", by: room.kenji, in: room.team)
    try await room.it.index()
    _ = try await room.it.services.insights.write(
      "Post the offer", owner: room.kenji, dueAt: nil, in: room.team, id: nil, asker: room.kenji)
    let asked = try await room.say("Assign the offer to me")
    #expect(asked.proposals.isEmpty && asked.text.hasPrefix("Which one do you mean?"))
    #expect(asked.citations.count == 2 && asked.text.hasSuffix("3. Post the offer"))
    let second = try await room.act("Assign the second one to me")
    #expect(second.summary.hasPrefix("Assign to you: “"))
    let line = try #require(asked.text.split(separator: "\n").first { $0.hasPrefix("2. ") })
    #expect(second.summary.contains(line.dropFirst(3)), "a task without a message moves no place")
    let own = try await room.act("Move the offer to 3 December 2031")
    #expect(own.summary.hasSuffix(second.summary.suffix(12)), "the one that is theirs now")
  }

  @Test("marks a decision, a conversation as read, and what is urgent")
  func marks() async throws {
    let room = try await Fixture()
    let decided = try await room.act("Mark the last message as a decision", in: room.team)
    #expect(decided.summary == "Mark as a decision, for all who are there: “We go with Northmap.”")
    let decisions = try room.it.store.insights(InsightFilter(kind: .decision), for: room.ada).map(\.insight)
    #expect(decisions.contains { $0.createdBy == room.ada && $0.text == "We go with Northmap." })
    _ = try await room.act("Mark Operations as read")
    let outline = try room.it.store.outline(of: room.team, for: room.ada)
    #expect(outline.mine.readSeq == outline.lastSeq)
    #expect(try await room.say("mark everything as read").text == "Everything is read.")
    let ranked = try await room.act("Mark the last message as urgent", in: room.team)
    #expect(ranked.summary == "Say that this is urgent for you: “We go with Northmap.”")
    let verdicts = try await room.it.services.priority.detectPriorityMessages(asker: room.ada, unreadOnly: false)
    #expect(verdicts.first { $0.excerpt.contains("Northmap") }?.priority == .urgent)
  }

  @Test("starts a conversation with people that it finds, and finds nobody who is not there")
  func people() async throws {
    let room = try await Fixture()
    let lena = try room.it.storeFixture.user("Lena Fischer")
    let direct = try await room.act("Start a chat with Lena")
    #expect(direct.summary == "Start a conversation with Lena Fischer")
    let outlines = try room.it.store.outlines(for: room.ada)
    #expect(outlines.contains { $0.conversation.kind == .direct && $0.members.contains { $0.user == lena } })
    let unnamed = try await room.say("Start a group with Kenji Sato and Lena")
    #expect(unnamed.proposals.first?.summary == "Start a group with Kenji Sato, Lena Fischer")
    let group = try await room.act("Create a group called Harbour with Kenji and Lena")
    #expect(group.summary == "Start the group “Harbour” with Kenji Sato, Lena Fischer")
    #expect(try room.it.store.outlines(for: room.ada).contains { $0.conversation.name == "Harbour" })
    #expect(try await room.say("Start a chat with Zoe").text == "I find nobody called Zoe.")
    #expect(try await room.say("Find people called Kenji").text == "These people are here:\n• Kenji Sato")
  }

  @Test("the asker is in what they start anyway, also when they name themselves; alone they start nothing")
  func themselves() async throws {
    let room = try await Fixture()
    let group = try await room.say("Start a group with Ada and Kenji")
    #expect(group.proposals.first?.summary == "Start a conversation with Kenji Sato")
    let alone = try await room.say("Start a group with Ada")
    #expect(alone.proposals.isEmpty)
    #expect(alone.text == "You are in it anyway. Say with whom else.")
    #expect(try await room.say("Start a chat with me").text == alone.text)
    _ = try room.it.storeFixture.user("Ada Lovelace")
    let other = try await room.say("Start a chat with Ada Lovelace")
    #expect(other.proposals.first?.summary == "Start a conversation with Ada Lovelace")
  }

  @Test("a conversation that is there is not started once more: it leads there")
  func leadsThere() async throws {
    let room = try await Fixture()
    let direct = try room.it.storeFixture.direct(room.ada, room.kenji)
    let empty = try await room.say("open the chat with Kenji")
    #expect(empty.text == "Your conversation with Kenji Sato is in your list." && empty.proposals.isEmpty)
    try room.it.post("Hello Ada", by: room.kenji, in: direct)
    let answer = try await room.say("open the chat with Kenji")
    #expect(answer.text.hasSuffix("This source leads there."))
    #expect(answer.citations.map(\.conversation) == [direct])
  }

  @Test("lists the tasks of one person, with the day that was set for them")
  func tasksOfOne() async throws {
    let room = try await Fixture()
    _ = try await room.act("Create a task for me in Operations: call the bank")
    try await room.it.index()
    _ = try await room.act("move call the bank to 3 December")
    let own = try await room.say("what are my tasks?")
    #expect(own.text.contains("Call the bank — Ada, due ") && own.text.contains(" 3 December"))
    let theirs = try await room.say("what are Kenji's tasks?")
    #expect(theirs.text.contains("invoice") && !theirs.text.contains("bank"))
  }

  @Test("lists reminders, thanks for thanks, and quotes nothing")
  func lists() async throws {
    let room = try await Fixture()
    #expect(try await room.say("show my reminders").text == "You have no reminders.")
    _ = try await room.act("Remind me tomorrow at 9 to call the bank")
    let listed = try await room.say("show my reminders")
    #expect(listed.text.hasPrefix("These are your reminders:\n• ") && listed.text.hasSuffix("09:00: Call the bank"))
    let thanks = try await room.say("thanks!")
    #expect(thanks.text == "You’re welcome." && thanks.citations.isEmpty)
  }

  @Test(
    "reminds whoever asks it to, of what they say at the time that they say, once they approve",
    arguments: [
      ("Remind me tomorrow at 9 to call the bank", "Call the bank", 25),
      ("Remind me to call the bank at 4pm", "Call the bank", 8),
      ("Remind me in 2 hours to check the oven", "Check the oven", 2),
      ("Please remind me to water the plants on Monday at 10:00", "Water the plants", 74),
      ("Set a reminder for tomorrow: the passport of Kim", "The passport of Kim", 25),
    ])
  func reminds(_ wish: String, _ text: String, _ hours: Int64) async throws {
    let room = try await Fixture()
    let done = try await room.act(wish)
    #expect(done.summary.hasPrefix("Remind you on ") && done.summary.hasSuffix(": “\(text)”"), "\(done.summary)")
    let store = try #require(room.it.store as? any ReminderStore)
    let made = try store.reminders(of: room.ada)
    #expect(made.map(\.text) == [text])
    #expect(made.map(\.at) == [StoreFixture.start.adding(seconds: hours * 3_600)], "\(done.summary)")
    #expect(made.map(\.kind) == [.note] && made.map(\.state) == [.waiting])
    #expect(try store.reminders(of: room.kenji).isEmpty)
  }

  @Test("says that writing needs a model, that it has to know when to remind, and what it can do; and proposes nothing")
  func limits() async throws {
    let room = try await Fixture()
    let wishes = [
      ("Draft a reply to Kenji", "Writing, translating and explaining need a language model"),
      ("Remind me to call the bank", "Say when, such as “Remind me tomorrow at 9 to call the bank”."),
      ("Remind me yesterday to call the bank", "That time has passed."),
      ("Book a flight to Lisbon", "That is not something that I can do."),
      ("Send Operations a message", "What shall I write?"), ("What can you do for me?", "I can catch you up"),
    ]
    for (wish, answer) in wishes {
      let said = try await room.say(wish, in: room.team)
      #expect(said.text.hasPrefix(answer) && said.proposals.isEmpty, "\(wish): \(said.text)")
    }
  }
}
