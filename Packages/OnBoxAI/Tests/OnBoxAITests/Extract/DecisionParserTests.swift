import Foundation
import Testing

@testable import OnBoxAI

@Suite("What messages decide")
struct DecisionParserTests {
  private let parser = DecisionParser()

  private func turns(_ texts: String...) -> [Turn] {
    texts.enumerated().map { Turn(speaker: ["Ana", "Bo", "Kenji"][$0.offset % 3], text: $0.element) }
  }

  @Test(
    "a decision in its own words",
    arguments: [
      ("We decided to drop the old importer.", "Drop the old importer"),
      ("We're going with Redis for the cache", "Go with Redis for the cache"),
      ("Decision: the retro moves to Thursdays", "The retro moves to Thursdays"),
      ("we agreed that Bo owns the rollout", "Bo owns the rollout"),
      ("let's not change the prices this quarter", "Do not change the prices this quarter"),
      ("Ok, blue it is.", "Go with blue"), ("So we'll freeze the API on Friday", "Freeze the API on Friday"),
      ("I think we've settled on two releases a month", "Go with two releases a month"),
    ])
  func plain(text: String, summary: String) {
    #expect(parser.decisions(in: text, previous: []).map(\.summary) == [summary])
  }

  @Test("the reason is the context")
  func reason() {
    let found = parser.decisions(in: "We decided to drop the importer because nobody uses it.", previous: [])
    #expect(found.map(\.summary) == ["Drop the importer"])
    #expect(found.first?.context == "nobody uses it")
  }

  @Test("'the second' is resolved against the options before")
  func option() {
    let before = turns("Two ways: 1) keep the monolith 2) split out billing", "hm")
    let found = parser.decisions(in: "Let's go with the second", previous: before)
    #expect(found.map(\.summary) == ["Split out billing"])
    #expect(found.first?.supporting == [0])
  }

  @Test(
    "options of a question", arguments: [("let's take the latter", "Go with juice"), ("option 1 it is", "Go with tea")])
  func alternatives(text: String, summary: String) {
    let before = turns("What about tea, coffee or juice?")
    #expect(parser.decisions(in: text, previous: before).map(\.summary) == [summary])
  }

  @Test("agreement decides what was proposed, and knows who agreed")
  func agreement() {
    let before = turns("How about we ship the beta on Monday?", "works for me", "+1")
    let found = parser.decisions(in: "Great, let's do that", previous: before)
    #expect(found.map(\.summary) == ["Ship the beta on Monday"])
    #expect(found.first?.supporting == [0, 1, 2])
  }

  @Test("the question that a decision answers is its context")
  func question() {
    let before = turns("Should we use Postgres or MySQL for the event store?", "I'd go with Postgres", "+1")
    let found = parser.decisions(in: "Ok, Postgres it is.", previous: before)
    #expect(found.map(\.summary) == ["Go with Postgres"])
    #expect(found.first?.context == "Should we use Postgres or MySQL for the event store?")
    #expect(found.first?.supporting == [0, 1, 2])
    #expect(found.first?.tags.first == "postgres")
    #expect((found.first?.tags.count ?? 9) <= 5)
  }

  @Test(
    "what is open decides nothing",
    arguments: [
      "We haven't decided yet", "Did we decide to use Kafka?", "let's see tomorrow",
      "If we agreed to that, we'd regret it",
      "I can't decide", "Agreed", "sounds good", "let's do that", "> we decided to stop", "",
    ])
  func nothing(text: String) {
    #expect(parser.decisions(in: text, previous: []).isEmpty)
  }
}
