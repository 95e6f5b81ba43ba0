import Foundation
import Testing

@testable import OnBoxAI

/// One message of a team's day, and what a careful colleague would write on the board after it.
struct ChatCase: Sendable, CustomTestStringConvertible {
  let text: String
  /// "Task | owner | due", the owner "-" for nobody, the due left out when there is none.
  let tasks: [String]
  let speaker: String
  let before: [String]
  let members: [String]

  init(
    _ text: String, by speaker: String = "Ana Lopez", after before: [String] = [], pair: Bool = false,
    _ tasks: String...
  ) {
    self.text = text
    self.tasks = tasks
    self.speaker = speaker
    self.before = before
    members = pair ? ["Ana Lopez", "Bo Chen"] : ["Ana Lopez", "Bo Chen", "Kenji Ito", "Dana Weiss"]
  }

  var testDescription: String { text }

  /// "Bo: text" as turns.
  var turns: [Turn] {
    before.map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let name = members.first { $0.hasPrefix(parts[0]) } ?? parts[0]
      return Turn(speaker: name, text: parts[1].trimmingCharacters(in: .whitespaces))
    }
  }
}

@Suite("Tasks of a team's day")
struct TeamChatTests {
  private let parser = ActionParser()

  private func board(_ item: ChatCase) -> [String] {
    parser.actions(
      in: item.text, speaker: item.speaker, members: item.members, previous: item.turns, now: wednesday,
      timeZone: berlin
    ).map { action in
      let owner =
        switch action.owner {
        case .member(let index, _): first(item.members[index])
        case .named(let name): name
        case .none: "-"
        }
      return ([action.task, owner] + (action.due.map { [said($0)] } ?? [])).joined(separator: " | ")
    }
  }

  private func first(_ name: String) -> String { name.split(separator: " ").first.map(String.init) ?? name }

  @Test(
    "what a question inside a task leaves out is put in, or the task is left out",
    arguments: [
      ChatCase(
        "On most. I'll find out which ones don't, until Monday.", after: ["Bo: Is that possible on all phones?"],
        "Find out which phones don't | Ana"),
      ChatCase("I'll find out which ones don't.", after: ["Bo: Hm."]),
      ChatCase("Bo, can you write down how you did that?", after: ["Bo: Without the index I saw 6."]),
      ChatCase("I'll find out who can.", after: ["Bo: Nobody can come on Friday."]),
      ChatCase("I'll find out which servers are slow.", "Find out which servers are slow | Ana"),
      ChatCase("Bo, can you write down how the import works?", "Write down how the import works | Bo"),
    ])
  func leftOut(item: ChatCase) {
    #expect(board(item).map { $0.components(separatedBy: " | ").prefix(2).joined(separator: " | ") } == item.tasks)
  }

  @Test(
    "an answer gives the task its time, or none",
    arguments: [
      ("yes, by Friday", "Friday"), ("Sure, will do on Monday.", "Monday"), ("By tomorrow noon.", "tomorrow noon"),
      ("I'll send the permit list by Thursday.", "Thursday"), ("Of course! You'll have it by Friday.", "Friday"),
      ("tonight after dinner", "tonight"), ("permit list tomorrow. it's mostly done", "tomorrow"),
      ("mine on Friday", "Friday"),
      ("dinner tomorrow", nil), ("tonight?", nil), ("not tonight", nil), ("tomorrow is a holiday", nil),
      ("yes", nil), ("Friday is bad for me", nil), ("yes, but not by Friday", nil), ("Sure, when? By Friday?", nil),
      ("no, not before Monday", nil), ("yes, since Monday", nil), ("I'll write the report by Friday.", nil),
      ("yes, by Friday. By the way, the office is closed on Monday because of the works in the cellar", nil),
    ] as [(String, String?)])
  func accepted(_ text: String, _ due: String?) throws {
    let members = ["Ana Lopez", "Bo Chen", "Kenji Ito"]
    let turn = Turn(speaker: members[0], text: "Bo, can you send the permit list?")
    let task = try #require(
      parser.actions(
        in: turn.text, speaker: turn.speaker, members: members, previous: [], now: wednesday, timeZone: berlin
      ).first)
    func said(by speaker: String) -> TimeMention? {
      parser.due(
        givenTo: task, of: 0, in: text, speaker: speaker, members: members, previous: [turn], now: wednesday,
        timeZone: berlin)
    }
    let found = said(by: members[1])
    let isRight = found.map { mention in due.map { mention.text.contains($0) } ?? false } ?? (due == nil)
    #expect(isRight, "\(found?.text ?? "-")")
    #expect(said(by: members[2]) == nil, "somebody else's word")
  }

  @Test(
    "commitments are tasks of the speaker",
    arguments: [
      ChatCase("I'll send the agenda round tonight.", "Send the agenda round | Ana | 2026-03-11 night"),
      ChatCase("fyi bo im adding a map of the yard to the leaflet", "Add a map of the yard to the leaflet | Ana"),
      ChatCase("ill bring my drill tomorrow for the shelf", "Bring Ana's drill for the shelf | Ana | 2026-03-12"),
      ChatCase("flyers: i'll have a draft by sunday", "Have a draft | Ana | 2026-03-15"),
      ChatCase("have a good one"),
      ChatCase(
        "door log wasnt filled in on tuesday. please fill it in by noon", after: ["Bo: ur a star"],
        "Fill in the door log | - | 12:00"),
      ChatCase("ok moving the booking", "Move the booking | Ana"),
      ChatCase("ok moving the booking was hard"),
      ChatCase("I guess the fuse is old, will replace it today", "Replace the fuse | Ana | 2026-03-11"),
      ChatCase("They say it is the fuse, will replace it today"),
      ChatCase(
        "\u{1F44C} I'll book", after: ["Ana: dinner with the landlord, monday 7 at the corner?", "Bo: monday is good"],
        "Book dinner with the landlord | Ana"),
      ChatCase("I'll book", after: ["Bo: how was it?"]),
      ChatCase("I'm bringing the cake on Friday", "Bring the cake | Ana | 2026-03-13"),
      ChatCase("ok, I will book the venue by Friday", "Book the venue | Ana | 2026-03-13"),
      ChatCase("Back from lunch. I'll restart the staging box now", "Restart the staging box | Ana"),
      ChatCase("I'm going to rewrite the onboarding mail tomorrow", "Rewrite the onboarding mail | Ana | 2026-03-12"),
      ChatCase("Let me check the invoices.", "Check the invoices | Ana"),
      ChatCase("No blockers here. I will write up the interview notes.", "Write up the interview notes | Ana"),
      ChatCase("I'll change the price on the site today.", "Change the price on the site | Ana | 2026-03-11"),
      ChatCase("I can draw the icons on Monday", "Draw the icons | Ana | 2026-03-16"),
      ChatCase(
        "I'll order new badges, the old ones are ugly anyway", "Order new badges | Ana"),
      ChatCase(
        "I'll look for a supplier that ships to Norway, last time we forgot that",
        "Look for a supplier that ships to Norway | Ana"),
      ChatCase(
        "I'll move the rollout to 10 if I don't hear from the client until then.",
        "Move the rollout to 10 if Ana doesn't hear from the client | Ana"),
    ])
  func commitments(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "requests are tasks of whoever is asked",
    arguments: [
      ChatCase("Bo, can you review the contract by tomorrow?", "Review the contract | Bo | 2026-03-12"),
      ChatCase("Kenji could you restart the printer please?", "Restart the printer | Kenji"),
      ChatCase("@Dana please add the new colleague to the list", "Add the new colleague to the list | Dana"),
      ChatCase("Can you send me the slides?", pair: true, "Send Ana the slides | Bo"),
      ChatCase(
        "Oh nice. Can you write down how that works?", after: ["Bo: Found a way to cut the build to two minutes."],
        "Write down how that works | Bo"),
      ChatCase("Can someone water the plants on Friday?", "Water the plants | - | 2026-03-13"),
      ChatCase(
        "Could everyone fill in the survey by Monday?", "Fill in the survey | - | 2026-03-16"),
      ChatCase("Bo, I need your approval of the budget.", "Give Ana your approval of the budget | Bo"),
      ChatCase(
        "The posters have to go to the printer by noon tomorrow.",
        "Get the posters to the printer | - | 2026-03-12 12:00"
      ),
      ChatCase(
        "I'll write the chapter by Thursday and you proofread it by Friday.", pair: true,
        "Write the chapter | Ana | 2026-03-12", "Proofread the chapter | Bo | 2026-03-13"),
    ])
  func requests(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "a task names what the message only points at",
    arguments: [
      ChatCase("I put the draft in the folder, please read it before Friday.", "Read the draft | - | 2026-03-13"),
      ChatCase("Old server is off, I'll delete it next week.", "Delete the old server | Ana | 2026-03-16…2026-03-20"),
      ChatCase("Small thing: the footer looks odd. I'll redo it on Monday.", "Redo the footer | Ana | 2026-03-16"),
      ChatCase("Patch is in review, Bo please look at it as soon as possible.", "Look at the patch | Bo"),
      ChatCase(
        "I'll fix it today.", after: ["Bo: Two customers report that the export drops the last row."],
        "Fix the export: it drops the last row | Ana | 2026-03-11"),
      ChatCase(
        "Bo, could you set it up before the fair?", after: ["Kenji: A guest network is what we need."],
        "Set up the guest network before the fair | Bo"),
      ChatCase("Great. Please send it.", after: ["Bo: The offer is ready."], pair: true, "Send the offer | Bo"),
      ChatCase(
        "We should put the wiki behind the login. Bo, can you do that by Friday?",
        "Put the wiki behind the login | Bo | 2026-03-13"),
      ChatCase(
        "Then please take it, you know that part best. Can you finish it by Friday?",
        after: ["Kenji: We need to replace the parser.", "Ana: How long would it take?", "Kenji: Two days."],
        "Replace the parser | Kenji | 2026-03-13"),
      ChatCase("Kenji can cover the desk, I'll ask him.", pair: true, "Ask Kenji to cover the desk | Ana"),
      ChatCase(
        "I'll send you the build tomorrow.", after: ["Bo: I'm free to test."], "Send Bo the build | Ana | 2026-03-12"),
      ChatCase("I'll send you the build.", "Send the build | Ana"),
    ])
  func pointing(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "an answer takes over what was asked, once",
    arguments: [
      ChatCase(
        "Yes, will do on Monday.", after: ["Bo: Ana, can you renew the licence?"],
        "Renew the licence | Ana | 2026-03-16"),
      ChatCase("On it!", after: ["Bo: Can somebody call the landlord?"], "Call the landlord | Ana"),
      ChatCase(
        "I'll do it.", after: ["Kenji: We should tidy the backlog.", "Bo: Can you do that by Friday?"],
        "Tidy the backlog | Ana | 2026-03-13"),
    ])
  func answers(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "the words of a task read well",
    arguments: [
      ChatCase("can you look at sketch 31 when u get a sec?", pair: true, "Look at sketch 31 | Bo"),
      ChatCase(
        "ok will redraw the sign and get a new one to the printer, aiming for monday",
        "Redraw the sign and get a new one to the printer | Ana | 2026-03-16"),
      ChatCase(
        "will get it off dana tonight", after: ["Bo: I need the door key"],
        "Get the door key off dana | Ana | 2026-03-11 night"),
      ChatCase(
        "Can you take it down to 5?", after: ["Bo: The flag is too high"], pair: true, "Take down the flag to 5 | Bo"),
      ChatCase(
        "I'll get one, the big one from the market", after: ["Bo: oh. lamp?"],
        "Get a lamp, the big one from the market | Ana"),
      ChatCase(
        "I'll send you one, thanks!", after: ["Bo: I do it if you give me a checklist"], "Send Bo a checklist | Ana"),
      ChatCase("We should have a lock for that. I'll add one on Monday", "Add a lock | Ana | 2026-03-16"),
      ChatCase(
        "ok, will tell her no",
        after: ["Bo: walters asks if we can open on Sunday", "Kenji: lee says she wants a key"], "Tell lee no | Ana"),
      ChatCase(
        "will cut it open when it lands", after: ["Bo: 07 is in the post. courier says Monday"],
        "Cut open 07 when it lands | Ana"),
      ChatCase(
        "Please count everything before you pack", after: ["Bo: ok, will pack the boxes when Dana is here"],
        "Count everything before you pack | Bo"),
      ChatCase(
        "ill measure it when im there tomorrow",
        after: ["Bo: someone needs to measure the back wall again, the drawing is wrong"],
        "Measure the back wall when im there | Ana | 2026-03-12"),
      ChatCase("bring it back", after: ["Bo: who took my tape"], pair: true, "Bring back Bo's tape | Bo"),
      ChatCase(
        "sorry. will write it tonight", after: ["Bo: nearly. waiting on ana's text"],
        "Write ana's text | Ana | 2026-03-11 night"),
      ChatCase("tell them friday", after: ["Bo: they keep calling about the tiles. what do i tell them"]),
      ChatCase("Please lock the shed before you leave", after: ["Bo: ok"], "Lock the shed before you leave | -"),
    ])
  func wording(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "somebody takes what was asked of nobody, in few words and typed in a hurry",
    arguments: [
      ChatCase(
        "me, by tomorrow", after: ["Bo: Sorry, who's updating the floor plan?"],
        "Update the floor plan | Ana | 2026-03-12"),
      ChatCase("me", after: ["Bo: who takes the key on tuesday?"], "Take the key | Ana | 2026-03-17"),
      ChatCase(
        "me! can draw a bit", after: ["Bo: Could someone make a map for the hall?"], "Make a map for the hall | Ana"),
      ChatCase("ill do it", after: ["Bo: Can somebody call the landlord?"], "Call the landlord | Ana"),
      ChatCase(
        "ok ok I'll do them then",
        after: ["Ana: who writes the minutes this time?", "Bo: I did them last time", "Kenji: same"],
        "Write the minutes | Ana"),
      ChatCase(
        "ok I'll do that on Monday",
        after: [
          "Bo: we should also oil the hinges", "Ana: with what?", "Bo: the green can", "Ana: is there any?", "Bo: yes",
        ],
        "Oil the hinges | Ana | 2026-03-16"),
      ChatCase("sweet ill send bo a link", "Send bo a link | Ana"),
      ChatCase("if you say so \u{1F642} ill book the van", "Book the van | Ana"),
      ChatCase(
        "ill do it. tomorrow tho", after: ["Bo: whos doing the rota this week"],
        "Do the rota | Ana | 2026-03-11…2026-03-13"),
      ChatCase(
        "me", after: ["Bo: Kenji can you call the roofer?", "Kenji: on it", "Bo: ok", "Bo: who's got the keys"]),
      ChatCase("I'll do that", after: ["Bo: Kenji can you call the roofer?", "Kenji: hm", "Bo: ok", "Bo: it rains"]),
      ChatCase("me", after: ["Bo: everybody who paints stuff"]),
      ChatCase("me last weekend", after: ["Bo: who paints the fence?"]),
    ])
  func taken(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "what somebody is to get is a promise of whoever says so",
    arguments: [
      ChatCase(
        "You'll have the new plan on Friday", after: ["Bo: I need it to order"],
        "Give Bo the new plan | Ana | 2026-03-13"),
      ChatCase("ty, notes will be on your desk by friday", after: ["Bo: ok"], "Get the notes to Bo | Ana | 2026-03-13"),
      ChatCase("the letter goes out tomorrow then", after: ["Bo: yes"], "Send the letter | Ana | 2026-03-12"),
      ChatCase(
        "BO the bank wants the form signed by 5pm or we lose the van", "Get the form signed | Bo | 17:00"),
      ChatCase(
        "Kenji can I get a key to the shed? I need to store the chairs", "Give Ana a key to the shed | Kenji",
        "Store the chairs | Ana"),
      ChatCase("You'll have it on Friday", after: ["Bo: ok"]),
      ChatCase("Will the letter be on your desk by Friday?"),
      ChatCase("the train goes out of fashion"),
      ChatCase("Can I get a coffee?", after: ["Bo: hi"]),
      ChatCase("Bo wants it done by Friday"),
    ])
  func delivered(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "work is shared out in few words, once it was named",
    arguments: [
      ChatCase(
        "bo PRICE, me floor plans?", after: ["Dana: The price list and floor plan drawing are still missing. Who?"],
        "Do the price list | Bo", "Do the floor plan drawing | Ana"),
      ChatCase(
        "deal. me gate, you fence", after: ["Bo: can you take the gate thing? I want to do the fence repair this week"],
        pair: true, "Do the gate thing | Ana", "Do the fence repair | Bo"),
      ChatCase("bo is away, me too", after: ["Dana: Who is there?"]),
      ChatCase("bo prices, me plans?", after: ["Dana: Who is there?"]),
      ChatCase("Bo, Kenji and me", after: ["Dana: Who is there? Bo and Kenji?"]),
      ChatCase("me today, you tomorrow", after: ["Bo: who is there today or tomorrow?"], pair: true),
    ])
  func shared(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "an offer is a task once somebody says yes",
    arguments: [
      ChatCase("yes pls", after: ["Bo: ok. want me to write the label?"], "Write the label | Bo"),
      ChatCase("Sure!", after: ["Bo: Shall I call the roofers on Friday?"], "Call the roofers | Bo | 2026-03-13"),
      ChatCase("that would be great, thanks", after: ["Bo: I can paint the fence"], "Paint the fence | Bo"),
      ChatCase("yes please", after: ["Bo: so do i cancel the tent?"], "Cancel the tent | Bo"),
      ChatCase("no thanks", after: ["Bo: Shall I call the roofers?"]),
      ChatCase("yes", after: ["Bo: Shall I call them or do you?"]),
      ChatCase("yes", after: ["Bo: Is it open?"]),
      ChatCase("yes?", after: ["Bo: Shall I call the roofers?"]),
      ChatCase("Kenji is right", after: ["Bo: Shall I call the roofers?"]),
    ])
  func offered(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "what somebody cannot do themselves is what the others are asked for",
    arguments: [
      ChatCase("I can't check my own bills. Could anyone do it?", "Check Ana's own bills | -"),
      ChatCase(
        "i'll do it if you give me a list", after: ["Bo: I can't check my own bills. Could anyone do it?"],
        "Check Bo's own bills | Ana"),
    ])
  func refused(_ item: ChatCase) { #expect(board(item) == item.tasks) }

  @Test(
    "what is done, asked, meant or wished is no task",
    arguments: [
      ChatCase("Done."), ChatCase("Sent."), ChatCase("Fixed: new cable, all lights are green."),
      ChatCase("Read it on the train. Looks good."), ChatCase("Put it in the folder yesterday."),
      ChatCase("Set up the projector, works."), ChatCase("Launch week!"), ChatCase("Load test: 900 requests a second."),
      ChatCase("Restore test of the month: took 11 minutes, all fine."), ChatCase("Fix for the menu is live."),
      ChatCase("Own desk: 60 € a month and our work."), ChatCase("They saw the mistake and will fix it."),
      ChatCase("You will write the captions there anyway."), ChatCase("I'd take the second supplier."),
      ChatCase("Shall we use the big room or the small one?"), ChatCase("Should the old shop stay open?"),
      ChatCase("Please nobody touch the database between 10 and 12."), ChatCase("Please don't merge today."),
      ChatCase("Look at this cat on my keyboard."), ChatCase("Reminder: I'm away on Monday."),
      ChatCase("I can do it if somebody tells me the numbers."),
      ChatCase("They want it in Polish, I can translate it."),
      ChatCase("Let's ship it like that."), ChatCase("Can we find 30 minutes next week?"),
      ChatCase("The runbook is updated: stop the job, import, start it again."),
      ChatCase("Merged it this morning."), ChatCase("Where do we host the pictures?"), ChatCase("Happy birthday!"),
      ChatCase("I'm reading the leaflet now."), ChatCase("I'm looking at it."), ChatCase("Am I reading the map wrong?"),
      ChatCase("I asked the vendor for a quote."), ChatCase("Looking now."), ChatCase("We are live!"),
    ])
  func nothing(_ item: ChatCase) { #expect(board(item).isEmpty) }

  @Test("a task knows the earlier turns that its words come from, and nothing of the others")
  func sources() {
    let before = [
      Turn(speaker: "Kenji Ito", text: "Morning!"), Turn(speaker: "Bo Chen", text: "The export drops the last row."),
      Turn(speaker: "Kenji Ito", text: "Oh no."),
    ]
    let members = ["Ana Lopez", "Bo Chen", "Kenji Ito"]
    func sources(_ text: String, after turns: [Turn]) -> [[Int]] {
      parser.actions(
        in: text, speaker: "Ana Lopez", members: members, previous: turns, now: wednesday, timeZone: berlin
      ).map(\.sources)
    }
    #expect(sources("I'll fix it today.", after: before) == [[1]])
    #expect(sources("I'll fix the menu today.", after: before) == [[]])
    let asked = Turn(speaker: "Bo Chen", text: "Can somebody call the landlord?")
    #expect(sources("On it!", after: before + [asked]) == [[3]])
  }

  @Test("who promises what they were asked for repeats the task; somebody else's task is another")
  func repeating() throws {
    func task(_ text: String, by speaker: String) throws -> ParsedAction {
      try #require(
        parser.actions(
          in: text, speaker: speaker, members: ["Ana Lopez", "Bo Chen"], previous: [], now: wednesday, timeZone: berlin
        ).first)
    }
    let asked = try task("Bo, could you set up the status page before the fair?", by: "Ana Lopez")
    #expect(try task("Yes, I'll set up the page by Friday.", by: "Bo Chen").repeats(asked))
    #expect(try !task("I'll set up the page by Friday.", by: "Ana Lopez").repeats(asked))
    #expect(try !task("I'll set up the printer.", by: "Bo Chen").repeats(asked))
    #expect(try !task("I'll draw the status page.", by: "Bo Chen").repeats(asked))
    let sent = try task("I'll send report 12 to Ana by Friday.", by: "Bo Chen")
    #expect(try !task("I'll send report 13 to Ana by Friday.", by: "Bo Chen").repeats(sent))
    #expect(try task("I'll send report 12 by Friday.", by: "Bo Chen").repeats(sent))
  }
}
