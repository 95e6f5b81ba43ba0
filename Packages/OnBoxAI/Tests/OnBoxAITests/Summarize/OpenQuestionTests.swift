import Testing

@testable import OnBoxAI

private let summarizer = Summarizer(embedder: nil)

private func turns(_ lines: (String, String)...) -> [Turn] { lines.map { Turn(speaker: $0.0, text: $0.1) } }

@Suite("Open questions of a conversation")
struct OpenQuestionTests {
  @Test("what was asked last and not answered is told apart")
  func openQuestion() {
    let chat = turns(
      ("Ana", "When does the ferry leave on Monday?"), ("Tom", "At 7:40."),
      ("Ana", "Who brings the tickets to the ferry?"))
    #expect(
      summarizer.account(chat, words: 60).openQuestions.map(\.text) == ["Ana: “Who brings the tickets to the ferry?”"])
  }

  @Test(
    "between two, what the other took up is not called unanswered, and a mere sound takes nothing up",
    arguments: [
      ("I asked the office this morning.", false), ("Well, here you are.", false), ("No. Not really.", false),
      ("I'd like the early one.", false), ("What?", false), ("Wow.", true),
    ])
  func takenUp(next: String, isOpen: Bool) {
    let chat = turns(("Ana", "Which ferry do we take on Monday?"), ("Tom", next))
    #expect(summarizer.account(chat, words: 60).openQuestions.isEmpty != isOpen)
  }

  private static let stand = ("Ana", "Does anybody have the number of the boat house key?")
  private static let poster = ("Ana", "Can someone print the poster with the new date?")
  private static let shift = ("Ana", "Can you take my shift at the ticket desk on Saturday?")

  @Test(
    "in a group, what somebody else says right after a question takes it up, whatever its words",
    arguments: [
      [
        ("Ana", "Poster 12 is ready. Who proofreads it?"), ("Tom", "me, give me an hour"),
        ("Lea", "The paint is here."),
      ],
      [("Ana", "How long would the bridge be closed?"), ("Tom", "on foot open for all, not closed"), ("Lea", "Good.")],
      [("Ana", "Which of the two colours do you take?"), ("Lea", "ja, die grüne, und billig"), ("Tom", "Thanks!")],
      [stand, ("Tom", "Bye"), ("Lea", "The boat house key has the number 41.")],
      [stand, ("Tom", "Bye"), ("Ana", "Found it, the key of the boat house was in my bag."), ("Lea", "Lol")],
      [shift, ("Tom", "Let me check with my wife."), ("Lea", "Nice weather here."), ("Tom", "Yes, I can.")],
    ])
  func answeredInAGroup(lines: [(String, String)]) {
    let chat = lines.map { Turn(speaker: $0.0, text: $0.1) }
    #expect(summarizer.account(chat, words: 60).openQuestions.map(\.text) == [])
  }

  @Test(
    "a farewell, another question and what is said to that, or a wish to check first leave a question open",
    arguments: [
      [stand, ("Tom", "dinner time here, bye"), ("Lea", "bye")],
      [stand, ("Lea", "What do we wear at the summer party?"), ("Tom", "Pirate hats, it is on a ship.")],
      [poster, ("Lea", "Does that mean we close on Sunday evening?"), ("Ana", "Yes, close at six."), ("Tom", "k")],
      [shift, ("Tom", "Let me check with my wife, I'll tell you tonight.")],
    ])
  func leftOpen(lines: [(String, String)]) {
    let chat = lines.map { Turn(speaker: $0.0, text: $0.1) }
    #expect(summarizer.account(chat, words: 60).openQuestions.map(\.text).first == "Ana: “\(lines[0].1)”")
  }

  @Test("what asks nobody for anything is not called unanswered")
  func rhetorical() {
    let chat = turns(("Tom", "The fence is painted."), ("Ana", "Isn't that a lovely colour for a fence?"))
    #expect(summarizer.account(chat, words: 60).openQuestions.isEmpty)
  }
}
