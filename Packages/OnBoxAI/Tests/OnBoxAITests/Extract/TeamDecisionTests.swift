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

  @Test("tags are what it is about, not its small words")
  func tags() {
    let found = parser.decisions(in: "Then we keep the backups of the archive for 90 days.", previous: [])
    #expect(found.first?.tags.contains("backups") == true)
    #expect(found.first?.tags.contains("archive") == true)
    #expect(found.first?.tags.contains("keep") == false)
    #expect(found.first?.tags.contains("then") == false)
  }
}
