import Foundation
import Testing

@testable import OnBoxAI

/// A message of Dana's, what was said before and after it, and the decision that it becomes.
struct ProposalCase: Sendable, CustomTestStringConvertible {
  let text: String
  let before: [String]
  let after: [String]
  let decision: String?
  let context: String?
  var members = ["Dana Weiss", "Bo Lind", "Kenji Mori", "Ama Boateng"]

  init(
    _ text: String, before: [String] = [], after: [String], _ decision: String? = nil, context: String? = nil,
    isDirect: Bool = false
  ) {
    (self.text, self.before, self.after, self.decision, self.context) = (text, before, after, decision, context)
    if isDirect { members = ["Dana Weiss", "Bo Lind"] }
  }

  var testDescription: String { "\(text) \(after.joined(separator: " / "))" }

  private func turns(_ lines: [String]) -> [Turn] {
    lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let speaker = ["Dana": "Dana Weiss", "Bo": "Bo Lind", "Kenji": "Kenji Mori"][parts[0]] ?? "Ama Boateng"
      return Turn(speaker: speaker, text: parts[1].trimmingCharacters(in: .whitespaces))
    }
  }

  func message(_ after: [String]? = nil) -> ReadMessage {
    ReadMessage(
      text: text, speaker: "Dana Weiss", members: members, previous: turns(before),
      following: turns(after ?? self.after),
      now: wednesday, timeZone: .gmt, signals: .none)
  }
}

@Suite("Proposals that others accept")
struct AcceptedProposalTests {
  private let finder = DecisionFinder(parser: DecisionParser())

  private func listed(_ message: ReadMessage) -> [ParsedDecision] {
    finder.decisions(in: message).filter(\.isListed).map(\.decision)
  }

  @Test(
    "a question that proposes is a decision when others accept it",
    arguments: [
      ProposalCase(
        "could we water the beds at 7 instead of 8?",
        after: ["Bo: fine w me", "Kenji: the hose is back", "Ama: 7 is good"], "Water the beds at 7 instead of 8"),
      ProposalCase(
        "the gate stays open 90 min after closing. cut it to 30?", after: ["Bo: yeah 30", "Kenji: 👍"], "Cut it to 30",
        context: "the gate stays open 90 min after closing."),
      ProposalCase(
        "cut it to 30?", before: ["Dana: the gate stays open 90 min after closing"],
        after: ["Bo: 30 works", "Ama: ok w me"], "Cut it to 30", context: "the gate stays open 90 min after closing"),
      ProposalCase("12 pots now, 4 in spring?", after: ["Bo: yep", "Ama: 👍"], "12 pots now, 4 in spring"),
      ProposalCase(
        "can we make it 11.30 for the fence", before: ["Bo: the fence people come at 11 on Tuesday"],
        after: ["Kenji: 11.30 here is fine", "Ama: 👌"],
        "Make it 11.30 for the fence"),
      ProposalCase(
        "so i throw out the second fence?", after: ["Bo: throw it out", "Dana: ok will change the plan"],
        "Throw out the second fence"),
      ProposalCase(
        "the hall has 10 or 14h. Bo, Kenji?",
        after: ["Bo: 14 would be better for me", "Kenji: 10", "Bo: fine, then 10", "Dana: ok telling them"],
        "Go with 10", context: "the hall has 10 or 14h. Bo, Kenji?"),
      ProposalCase(
        "the printer asks 300 or 500 leaflets. 500 is only 40 more",
        after: ["Bo: where would we hang 500", "Dana: in your flat", "Bo: 300", "Dana: ok"], "Go with 300",
        isDirect: true),
      ProposalCase(
        "so we skip the second fence?", after: ["Kenji: works for me, saves a week", "Ama: same"],
        "Skip the second fence"),
      ProposalCase(
        "shall we paint the shed green?", after: ["Bo: passt", "Ama: ja gerne"], "Paint the shed green"),
      ProposalCase(
        "kenji the seed list, me the price list by 5?", after: ["Kenji: works"],
        "Kenji the seed list, Dana the price list by 5"),
      ProposalCase(
        "dinner with the growers, Monday 7 at the harbour?", after: ["Bo: perfect"],
        "Dinner with the growers, Monday 7 at the harbour", isDirect: true),
      ProposalCase(
        "bed labels, zinc or copper?", after: ["Bo: copper. zinc goes dull"], "Go with copper",
        context: "bed labels, zinc or copper?", isDirect: true),
      ProposalCase(
        "oh and retries of the pump, 3 tries or 5?", after: ["Bo: 3 pls, it gets hot", "Kenji: 3"],
        "Go with 3 tries", context: "oh and retries of the pump, 3 tries or 5?"),
    ])
  func accepted(_ item: ProposalCase) {
    let found = listed(item.message())
    #expect(found.map(\.summary) == [item.decision])
    #expect(found.map(\.form) == [.asked])
    if let context = item.context { #expect(found.first?.context == context) }
    #expect(listed(item.message([])).isEmpty, "nobody has answered yet")
  }

  @Test(
    "what one of many says yes to, what somebody refuses, and what asks for a fact or a favour is none",
    arguments: [
      ProposalCase("cut it to 30?", before: ["Dana: the gate stays open"], after: ["Bo: yeah 30"]),
      ProposalCase("cut the hedge to 90 cm?", after: ["Bo: 90 works", "Kenji: no, the birds nest there", "Ama: 👍"]),
      ProposalCase("cut the hedge to 90 cm?", after: ["Bo: any chance of 80?", "Kenji: ok", "Ama: 👍"]),
      ProposalCase("did the 12 pots arrive on Monday?", after: ["Bo: yes", "Kenji: yep, all fine"]),
      ProposalCase("can you bring 12 pots?", after: ["Bo: sure", "Kenji: works"]),
      ProposalCase("12 pots left?", after: ["Bo: yes"], isDirect: true),
      ProposalCase("who waters the 12 pots?", after: ["Bo: fine, me", "Kenji: good"]),
      ProposalCase("anyone up for the market at 9?", after: ["Bo: perfect", "Kenji: fine"]),
      ProposalCase("what about Thursday 15:00?", after: ["Bo: works", "Kenji: 👍"]),
      ProposalCase(
        "Bo, how is the mood at the 9 o'clock market?", after: ["Bo: better. they said thanks"], isDirect: true),
      ProposalCase("we water at 7 or 8 in summer", after: ["Bo: the hose is back", "Kenji: 👍", "Ama: good"]),
      ProposalCase("ten pots or something?", after: ["Bo: ten", "Kenji: ten"]),
      ProposalCase("what's it, a rose or a peony?", after: ["Bo: peony", "Kenji: a peony"]),
      ProposalCase("how about Ama?", after: ["Bo: at the market until 3", "Bo: perfect"], isDirect: true),
      ProposalCase("everything green?", after: ["Bo: good", "Kenji: fine"]),
    ])
  func open(_ item: ProposalCase) {
    #expect(listed(item.message()).map(\.summary) == [])
  }

  @Test("the answer that makes it a decision, or undoes it, has the question read again; another has not")
  func read() {
    let item = ProposalCase("could we water the beds at 7 instead of 8?", after: [])
    #expect(!finder.isEndorsed(item.message(["Bo: the hose is back"])))
    #expect(finder.isEndorsed(item.message(["Bo: fine w me", "Ama: 7 is good"])))
    #expect(!finder.isEndorsed(item.message(["Bo: fine w me", "Ama: 7 is good", "Bo: the hose is back"])))
    #expect(finder.isEndorsed(item.message(["Bo: fine w me", "Ama: 7 is good", "Kenji: no, too early"])))
  }

  @Test("a plan needs the yes of two others, in a conversation of two of the one who is there")
  func plans() {
    let item = ProposalCase("let's use the blue tiles for the north path", after: ["Bo: 👌"])
    #expect(listed(item.message()).isEmpty)
    let direct = ProposalCase("let's use the blue tiles for the north path", after: ["Bo: 👌"], isDirect: true)
    #expect(listed(direct.message()).map(\.summary) == ["Use the blue tiles for the north path"])
    let inferred = ProposalCase("ok so Harbour Print for the labels", after: ["Bo: 👍", "Kenji: yes"])
    #expect(listed(inferred.message()).map(\.summary) == ["Harbour Print for the labels"])
    #expect(listed(inferred.message(["Bo: 👍"])).isEmpty)
  }
}
