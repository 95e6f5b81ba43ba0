import Foundation
import Testing

@testable import OnBoxAI

/// A message, what was said before it, and whether what it gives belongs on the list.
struct FindingCase: Sendable, CustomTestStringConvertible {
  enum Place: Sendable {
    case listed, doubtful, none
  }

  let text: String
  let before: [String]
  let place: Place

  init(_ text: String, after before: [String] = [], _ place: Place) {
    self.text = text
    self.before = before
    self.place = place
  }

  var testDescription: String { text }

  static let members = ["Ana Lopez", "Bo Chen", "Kenji Ito", "Dana Weiss"]

  var message: ReadMessage {
    let turns = before.map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let name = Self.members.first { $0.hasPrefix(parts[0]) } ?? parts[0]
      return Turn(speaker: name, text: parts[1].trimmingCharacters(in: .whitespaces))
    }
    let signals = MessageSignals(
      action: 0.5, decision: 0.5, scheduling: 0, urgency: 0, isAction: true, isDecision: false, isScheduling: false,
      isUrgent: false, reasons: [:])
    return ReadMessage(
      text: text, speaker: Self.members[0], members: Self.members, previous: turns, now: wednesday, timeZone: berlin,
      signals: signals)
  }
}

@Suite("What belongs on the list")
struct FindingTests {
  private let decisions = DecisionFinder(parser: DecisionParser())
  private var tasks: TaskFinder { TaskFinder(parser: ActionParser(), decisions: decisions) }

  private func place(_ confidences: [Double], _ listed: Double) -> FindingCase.Place {
    guard let best = confidences.max() else { return .none }
    return best >= listed ? .listed : .doubtful
  }

  @Test(
    "what is usual, advice, over or nobody's is not on the list",
    arguments: [
      FindingCase("You have to push the door of the shed harder", .doubtful),
      FindingCase("You must have seen the lease of the shed by now?", .none),
      FindingCase("Paper to note 2: a letter from the landlord about the roof", .doubtful),
      FindingCase("Easy to change the filter of the heating?", .none),
      FindingCase("The old filter doesn't need to be replaced", .none),
    ])
  func notOnTheList(_ item: FindingCase) {
    #expect(place(tasks.tasks(in: item.message).map(\.confidence), TaskJudge.listed) != .listed)
  }

  @Test(
    "a task stands alone and can be done later",
    arguments: [
      FindingCase("I'll send the draft to the printer tomorrow", .listed),
      FindingCase("Bo to write up the options for the bridge", .listed),
      FindingCase("Mara Jensen to collect the keys of the shed", .listed),
      FindingCase("Bo, can you renew the licence of the printer?", .listed),
      FindingCase("collect quotes for the new shed roof", .listed),
      FindingCase("add second option to the parking note", .listed),
      FindingCase("TODO: water the plants in the hall", .listed),
      FindingCase("On it!", after: ["Bo: Can somebody call the landlord?"], .listed),
      FindingCase("the letter goes out tomorrow then", .listed),
      FindingCase("sweet ill send bo a link", .listed),
      FindingCase("great. i'll tell the school", .listed),
      FindingCase("ok moving the booking", .listed),
      FindingCase("I'll send you one, thank you!", after: ["Bo: I need a map of the yard"], .listed),
      FindingCase("Could someone draw a map of the yard?", .doubtful),
      FindingCase("We should repaint the fence of the yard", .doubtful),
      FindingCase("I can draw the icons for the map", .doubtful),
      FindingCase("Would you mind making a list of roofers?", after: ["Bo: We have three."], .doubtful),
    ])
  func task(_ item: FindingCase) {
    #expect(place(tasks.tasks(in: item.message).map(\.confidence), TaskJudge.listed) == item.place)
  }

  @Test(
    "what is done at once, asked, open, said to all or said aloud is no task",
    arguments: [
      "I'll share my screen", "Let me paste the link in the chat", "Let's move on to the second point",
      "I'll hand it over to Bo for the next part", "Can we jump to the budget?", "I'm going to keep this open",
      "Could we get a larger room?", "Feel free to add your points to the list",
      "please everybody read the notes", "If it rains we should move the party inside",
      "So let me get the.", "I'll take that one", "We'll start with the minutes",
      "Note because I think you said something important about the roof", "Jump to the second page of the plan",
      "\"I'll send the list to Bo\" is what he wrote",
      "I will uh merge it and then I think you know we're going to see how it goes with that",
    ])
  func talk(_ text: String) {
    let listed = tasks.tasks(in: FindingCase(text, .none).message).filter(\.isListed).map(\.action.task)
    #expect(listed.isEmpty)
  }

  @Test(
    "a wish, an answer, a measure and time itself are no task",
    arguments: [
      FindingCase("Green please, blue is for the doors only", .none),
      FindingCase("Dana please, she knows the doors", .none),
      FindingCase("4 pls, measured 80 cm on the 15th", .none),
      FindingCase("hm. ok. give me an hour", after: ["Bo: The van leaves at 4, can you bring the keys??"], .none),
      FindingCase("Bo, give me till Friday", .none),
      FindingCase("Bo, could you do Thursday 6.30pm for the roof call?", .none),
      FindingCase("is fine, landlord is at 3. take it", after: ["Bo: Thursday at 2 would be free"], .none),
      FindingCase("let's do the big one", .none),
      FindingCase("PAINT IT GREEN yes, but it takes a day", .none),
      FindingCase("I can run, but Bo knows more about the shed", .none),
      FindingCase("and me the time before", after: ["Bo: Who writes the minutes this time?"], .none),
      FindingCase("not me, too busy", after: ["Bo: Who writes the minutes this time?"], .none),
      FindingCase("me?", after: ["Bo: Who writes the minutes this time?"], .none),
      FindingCase("let me ask at home, I'll tell Bo tonight", .doubtful),
      FindingCase("tell me how many and I'll send half", .doubtful),
    ])
  func noWork(_ item: FindingCase) {
    let found = tasks.tasks(in: item.message)
    #expect(place(found.map(\.confidence), TaskJudge.listed) == item.place, "\(found.map(\.action.task))")
  }

  @Test("who takes on what was asked doubtfully makes a task of it")
  func taken() {
    let asked = "Bo: Could someone draw a map to hang in the hall?"
    #expect(
      tasks.tasks(in: FindingCase("me! can paint too", after: [asked], .listed).message).map(\.isListed) == [true])
    let other = ["Ana: Three brooms are here.", "Bo: Would you mind sweeping the hall?"]
    let found = tasks.tasks(in: FindingCase("sorry, doing it today", after: other, .listed).message)
    #expect(found.map(\.action.task) == ["Sweep the hall"])
    #expect(found.map(\.isListed) == [true])
  }

  @Test("what is said again is the same item")
  func again() {
    func found(_ text: String, _ before: String...) -> [String] {
      tasks.tasks(in: FindingCase(text, after: before, .listed).message).map(\.action.task)
    }
    let noted = "Bo: Ana to create an issue about the broken lamp in the hall"
    #expect(found("I'll make an issue.", noted).isEmpty, "in other words")
    #expect(found("I'll make an issue about the parking fees.", noted).count == 1, "another one")
    let since = Array(repeating: "Kenji: The lamp was new last year.", count: 30)
    let late = FindingCase("Ana to create an issue about the lamp in the hall", after: [noted] + since, .none)
    #expect(tasks.tasks(in: late.message).isEmpty, "much later")
  }

  @Test("what is voted on is no task, and what was agreed to is a decision and no task")
  func resolutions() {
    let text = "Split the archive into one folder for each year"
    let proposed = ["Bo: I'll put up the proposal now", "Bo: \(text)"]
    let open = FindingCase(text, after: Array(proposed.prefix(1)), .none).message
    let listed = tasks.tasks(in: open).filter(\.isListed).map(\.action.task)
    #expect(listed.isEmpty)
    #expect(decisions.decisions(in: open).isEmpty)
    let votes = ["Kenji: +1", "Dana: +1"]
    for before in [proposed + votes, votes] {
      let message = FindingCase(text, after: before, .none).message
      #expect(tasks.tasks(in: message).isEmpty)
      let found = decisions.decisions(in: message)
      #expect(found.map(\.decision.summary) == [text])
      #expect(found.first?.isListed == true)
      #expect(found.first?.decision.supporting.count == (before == votes ? 2 : 3))
    }
    let against = FindingCase(text, after: proposed + votes + ["Dana: I object to that"], .none).message
    #expect(decisions.decisions(in: against).isEmpty)
  }

  @Test(
    "what is shown, or told of a text, is no resolution whoever agreed before",
    arguments: [
      "Draft of the fair plan: https://plans.example/7 please everyone have a look till tomorrow",
      "read it, typo in the second line (\"shedd\")", "Draft of the second plan for the fair",
    ])
  func remark(_ text: String) {
    let message = FindingCase(text, after: ["Kenji: +1", "Dana: sounds good", "Bo: ok"], .none).message
    #expect(decisions.decisions(in: message).map(\.decision.summary) == [])
  }

  @Test(
    "what was wished for or is only pointed at makes no task of half a sentence",
    arguments: [
      FindingCase("I'll work through, but off for the fair in May", .none),
      FindingCase("will look tonight", after: ["Bo: sure, send me the plan", "Ana: the link is in the folder"], .none),
      FindingCase(
        "Could you set that up before Monday?", after: ["Ana: Bo, I'd like to have a key to the shed for Kenji"], .none),
      FindingCase("Bo, I'd like to have read access to the shed log for the new guy. Could you set that up?", .none),
    ])
  func garbled(_ item: FindingCase) {
    let found = tasks.tasks(in: item.message).map(\.action.task)
    #expect(
      !found.contains {
        $0.hasPrefix("Look") || $0.hasPrefix("Work") || $0.contains("i'd") || $0.contains("guy") || $0.contains("log")
      },
      "\(found)")
  }

  @Test("two others who agree at once to a plan make a decision of it, and not of what is done at once")
  func endorsed() {
    func confidence(_ text: String, _ answers: String...) -> Double {
      let turns = answers.map { Turn(speaker: String($0.prefix(4)), text: String($0.dropFirst(5))) }
      let plain = FindingCase(text, .none).message
      let message = ReadMessage(
        text: text, speaker: plain.speaker, members: plain.members, previous: [], following: turns, now: plain.now,
        timeZone: plain.timeZone, signals: .none)
      return decisions.decisions(in: message).map(\.confidence).max() ?? 0
    }
    let plan = "then let's leave the shed out of the plan and paint it in spring"
    #expect(confidence(plan, "BoCh fine with me", "Dana +1") >= DecisionJudge.listed)
    #expect(confidence(plan, "BoCh fine with me", "BoCh +1") < DecisionJudge.listed)
    #expect(confidence(plan, "BoCh fine with me") < DecisionJudge.listed)
    #expect(confidence(plan, "BoCh fine with me", "Dana ok?") < DecisionJudge.listed)
    #expect(confidence(plan, "BoCh fine with me", "Dana +1", "Keni I disagree, it leaks") < DecisionJudge.listed)
    #expect(confidence("let's move on to the second point", "BoCh ok", "Dana yes") < DecisionJudge.listed)
    #expect(confidence("let's see what the landlord says", "BoCh ok", "Dana yes") < DecisionJudge.listed)
    #expect(confidence("let's grab a coffee", "BoCh ok", "Dana yes") < DecisionJudge.listed)
  }

  @Test(
    "a decision settles something",
    arguments: [
      FindingCase("Decision: the shed gets a tin roof", .listed),
      FindingCase("We decided to rent the big hall for the fair", .listed),
      FindingCase("Then we keep the logs for 30 days.", .listed),
      FindingCase("Resolved: the club buys a second boat", after: ["Kenji: +1", "Dana: +1 from me"], .listed),
      FindingCase("let's move on to the next point", .none),
      FindingCase("Then we might keep the logs for 30 days, maybe", .none),
      FindingCase("We'll come back to it", .none),
      FindingCase("And then we add a description to the plan", .none),
    ])
  func decision(_ item: FindingCase) {
    #expect(place(decisions.decisions(in: item.message).map(\.confidence), DecisionJudge.listed) == item.place)
  }
}
