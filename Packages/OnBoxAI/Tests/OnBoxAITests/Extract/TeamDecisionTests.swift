import Foundation
import Testing

@testable import OnBoxAI

/// One message, what was said before it, and the decision that it states.
struct DecisionCase: Sendable, CustomTestStringConvertible {
  let text: String
  let decision: String?
  let before: [String]
  let isExplicit: Bool

  init(_ text: String, after before: [String] = [], _ decision: String? = nil, isExplicit: Bool = true) {
    self.text = text
    self.decision = decision
    self.before = before
    self.isExplicit = isExplicit
  }

  var testDescription: String { text }
  var turns: [Turn] {
    before.map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      return Turn(speaker: parts[0], text: parts[1].trimmingCharacters(in: .whitespaces))
    }
  }
}

@Suite("Decisions of a team's day")
struct TeamDecisionTests {
  private let parser = DecisionParser()

  private func found(_ item: DecisionCase) -> [ParsedDecision] {
    parser.decisions(in: item.text, previous: item.turns, speaker: "Dana Weiss")
  }

  @Test(
    "what is said to be settled is told so that it stands alone",
    arguments: [
      DecisionCase("Then we keep the logs for 30 days.", "Keep the logs for 30 days"),
      DecisionCase(
        "Good, we close the old shop in May and forward the mail.", "Close the old shop in May and forward the mail"),
      DecisionCase(
        "Right, we do the French version after the fair, not before.",
        "Do the French version after the fair, not before"),
      DecisionCase("OK, decided: we go with the blue one.", "Go with the blue one"),
      DecisionCase("Decision then: round buttons, 48 points high.", "Round buttons, 48 points high"),
      DecisionCase("New on-call rule: page only when customers notice.", "Page only when customers notice"),
      DecisionCase(
        "From now on Kenji owns the builds and I own the releases.",
        "Kenji owns the builds and Dana owns the releases from now on"),
      DecisionCase(
        "OK, 40 euros it is. Please tell them.", after: ["Bo: The usual price is 40 euros."], "Go with 40 euros"),
      DecisionCase(
        "Then rented it is.",
        after: ["Bo: Do we have a projector?", "Kenji: No. Shall we use a rented one or our own?"],
        "Go with a rented projector"),
      DecisionCase(
        "Approved. Enjoy!", after: ["Bo: Could I take Friday off?", "Dana: For the wedding?", "Bo: Yes."],
        "Bo may take Friday off"),
      DecisionCase(
        "lol ok true. 4 it is", after: ["Bo: can we have 4 wireless mics instead of 2?", "Dana: they can share"],
        "Have 4 wireless mics instead of 2"),
      DecisionCase("30 minutes on Tuesday then.", "Go with 30 minutes on Tuesday"),
      DecisionCase("Agreed, let's go with Easttile.", after: ["Bo: I'd take Easttile."], "Go with Easttile"),
      DecisionCase(
        "Let's say \"by the end of the year\" instead.", "Say \"by the end of the year\" instead", isExplicit: false),
      DecisionCase("We'll freeze the API on Friday", "Freeze the API on Friday", isExplicit: false),
    ])
  func settled(_ item: DecisionCase) {
    #expect(found(item).map(\.summary) == [item.decision])
    #expect(found(item).first?.isExplicit == item.isExplicit)
  }

  @Test(
    "what is open, told or done is no decision",
    arguments: [
      DecisionCase("Then we need a second projector."), DecisionCase("So we are late."),
      DecisionCase("Good, we have two left."),
      DecisionCase("Ok we tried that last year."), DecisionCase("Then we should ask Bo."),
      DecisionCase("See you on Tuesday then."),
      DecisionCase("Kelvin's machine, yes. We do the same with fewer wheels."), DecisionCase("Wow, congratulations!"),
      DecisionCase("We are live!"), DecisionCase("The build is green."), DecisionCase("What about Tuesday then?"),
      DecisionCase("Proposal: the buttons move to the bottom."), DecisionCase("Question: do we keep the logs?"),
      DecisionCase("They decide tomorrow."), DecisionCase("Let's ship it like that."), DecisionCase("Thanks everyone!"),
      DecisionCase("I drew both, they are in the folder."), DecisionCase("No decision: we wait for the bank."),
    ])
  func open(_ item: DecisionCase) { #expect(found(item).map(\.summary).isEmpty) }

  @Test(
    "what is said to be settled after the words that say so, and what changes somebody's mind",
    arguments: [
      DecisionCase("you're kind. that's settled then, Kenji has the keys in May", "Kenji has the keys in May"),
      DecisionCase("it's decided, the fair is in June", "The fair is in June"),
      DecisionCase(
        "ok changed my mind, we keep the old printer until June, they all like it", "Keep the old printer until June"),
      DecisionCase(
        "ok then: fire drill thursday 09:00 - 09:30 UTC. Bo can you tell the tenants?",
        after: ["Bo: should we do a fire drill?", "Kenji: I would"], "Fire drill thursday 09:00 - 09:30 UTC"),
      DecisionCase("On second thought, we close at five", "Close at five"),
      DecisionCase(
        "ok tea it is, I'll buy it", after: ["Bo: What shall we buy, tea or juice?"], "Go with tea"),
      DecisionCase("ok juice it is, I'll buy it, two crates?", after: ["Bo: juice is always good"], "Go with juice"),
      DecisionCase("haha ok B it is", after: ["Bo: Poster A or B?"], "Go with B"),
      DecisionCase(
        "great, so written reports from June 4th",
        after: [
          "Dana: from June on we do the reports in writing. everybody ok with that?", "Bo: yes please",
          "Kenji: ok for me",
        ], "Written reports from June 4th"),
    ])
  func settledInPassing(_ item: DecisionCase) { #expect(found(item).map(\.summary) == [item.decision]) }

  @Test(
    "an approved piece of work, a time of nothing and what nobody agreed to are no decision",
    arguments: [
      DecisionCase(
        "approved 👏", after: ["Bo: Should we paint the shed?", "Kenji: plan 12 is done. who reviews?", "Dana: me"]),
      DecisionCase(
        "approved", after: ["Bo: then let's paint the shed", "Kenji: https://plans.example/12 first attempt"]),
      DecisionCase("ok 18:30 UTC then", after: ["Bo: who is up for chess on Friday?"]),
      DecisionCase("great, so written reports from June 4th", after: ["Dana: I like the reports in writing"]),
      DecisionCase("that's settled then, I'll send the list"), DecisionCase("that's settled then, but who pays"),
      DecisionCase("as it is, we are late"), DecisionCase("so juice it is, right?", after: ["Bo: tea or juice?"]),
      DecisionCase("ok juice it is?", after: ["Bo: tea or juice?"]),
      DecisionCase("ok then: what do we do on thursday?"), DecisionCase("ok then: I'll come on thursday"),
      DecisionCase("so then: the lamp is red again"), DecisionCase("well then: see you on thursday"),
    ])
  func settlesNothing(_ item: DecisionCase) { #expect(found(item).map(\.summary).isEmpty) }

  @Test("tags are what it is about, not its small words")
  func tags() {
    let found = parser.decisions(in: "Then we keep the backups of the archive for 90 days.", previous: [])
    #expect(found.first?.tags.contains("backups") == true)
    #expect(found.first?.tags.contains("archive") == true)
    #expect(found.first?.tags.contains("keep") == false)
    #expect(found.first?.tags.contains("then") == false)
  }
}
