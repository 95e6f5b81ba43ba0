import Testing

@testable import OnBoxAI

private func words(_ text: String) -> [SpokenWord] { SpokenText.words(of: text) }

private func turns(_ lines: (String, String)...) -> [Turn] { lines.map { Turn(speaker: $0.0, text: $0.1) } }

/// Talk that goes on for long enough to be a long one.
private let filler = (0..<100).map { Turn(speaker: ["Lea", "Tom"][$0 % 2], text: "The garden has a fence.") }

@Suite("What is quoted of a long talk")
struct LongTalkTests {
  @Test(
    "is no sentence that begins anew, runs on or stops short",
    arguments: [
      "I just I think the ladder is too short.", "We should we could paint the shed.", "I call I am at the shed.",
      "Is are these the boards?", "The shed was painted I think the green is nice.", "The paint is I guess too dark.",
      "Sometimes, you know, it was too hot for the paint.", "We made the fence yeah so here it is.",
      "I looked at the shed on Sunday and the door was open the neighbours had the ladder "
        + "we needed for the roof there.",
      "The builder has a box for.", "The shop sells another kind of.", "The roof is the one thing which is.",
      "Our ladder is too short to use and a rope.", "We asked the builder of and the neighbours.",
      "Painting and Tom said that the shed is green.",
    ])
  func rough(text: String) {
    #expect(Fluency.isRough(words(text)))
  }

  @Test(
    "may be any sentence that is whole",
    arguments: [
      "I think we should paint the shed.", "We just finished the roof.", "Do you think I should call the builder?",
      "I hope they bring the ladder.", "This is what the box is for.", "We need somebody to work with.",
      "I don't think so.", "The ladder is longer than the one we have, so we take it.",
      "We agreed that I call the builder on Monday and that Tom paints the shed before the neighbours come back.",
      "At least two of the boards are rotten.", "If it rains, we paint inside.", "You know what the roof costs.",
    ])
  func whole(text: String) {
    #expect(!Fluency.isRough(words(text)))
  }

  @Test(
    "says who does or is something",
    arguments: [
      ("And a few of the boards.", true), ("A set of boards that fit.", true),
      ("Walking on the roof with a ladder of the neighbours.", true), ("The shed needs a new door.", false),
      ("Take the ladder on Monday.", false), ("We repaired the roof.", false), ("It's the old ladder.", false),
    ])
  func clauses(text: String, lacks: Bool) {
    #expect(Fluency.lacksClause(words(text)) == lacks)
  }

  @Test("leaves a rough sentence out that a short talk would quote")
  func roughIsBroken() {
    let said = turns(("Ana", "The copper roof is I guess four hundred euros."))
    #expect(SpokenConversation(said + filler).isBroken(0))
    #expect(!SpokenConversation(said).isBroken(0))
  }

  @Test(
    "has the yes to a proposal, when nobody said something else or had a doubt before it",
    arguments: [
      ([("Lea", "Yeah.")], true), ([("Lea", "The copper roof lasts longest."), ("Ben", "Agreed.")], true),
      ([("Lea", "The window is open."), ("Ben", "Agreed.")], false),
      ([("Lea", "No, copper is too dear."), ("Ben", "Agreed.")], false),
      ([("Ana", "The window is open."), ("Ben", "Agreed.")], false),
    ])
  func acceptance(after: [(String, String)], isSettled: Bool) {
    let chat =
      turns(("Ana", "We should order a copper roof.")) + after.map { Turn(speaker: $0.0, text: $0.1) } + filler
    let talk = SpokenConversation(chat)
    #expect(talk.isSettled(0) == isSettled)
    let exchange = Exchange(around: 0, in: talk, words: 70)
    #expect(exchange?.lines.contains { talk.lines[$0].reply == .accepts } == isSettled)
  }

  @Test("is nothing about how the meeting goes on")
  func procedure() {
    let said = turns(
      ("Ana", "I see that Ben is on the queue with the copper roof of the garden fence."),
      ("Ana", "We decided that the copper roof of the garden fence costs four hundred euros."))
    let points = Summarizer(embedder: nil).summarize(said + filler, words: 100).points
    #expect(points.contains { $0.sources.contains(1) })
    #expect(!points.contains { $0.sources.contains(0) })
  }

  @Test("is mostly new: what shares two thirds of its words with what was quoted adds nothing")
  func mostlyNew() {
    let said = turns(
      ("Ana", "We decided that the copper roof costs four hundred euros."),
      ("Ben", "The copper roof costs four hundred euros on Monday."))
    let talk = SpokenConversation(said + filler)
    var selection = QuoteSelection(talk, weights: LineWeights(talk, relevance: []))
    #expect(selection.gain(of: Exchange(lone: 1)) > 0)
    selection.take(Exchange(lone: 0))
    #expect(selection.gain(of: Exchange(lone: 1)) == 0)
  }
}
