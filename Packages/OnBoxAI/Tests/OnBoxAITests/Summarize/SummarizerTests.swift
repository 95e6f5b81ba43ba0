import Foundation
import Testing

@testable import OnBoxAI

private let summarizer = Summarizer(embedder: nil)

private func turns(_ lines: (String, String)...) -> [Turn] { lines.map { Turn(speaker: $0.0, text: $0.1) } }

private func words(_ summary: Summary) -> Int { summary.text.split(whereSeparator: \.isWhitespace).count }

@Suite("Summaries of conversations")
struct SummarizerTests {
  private let deposit = turns(
    ("Maya", "Hey Bo! The venue just called 😬 They need the deposit by Friday."), ("Bo", "Ugh ok. How much is it?"),
    ("Maya", "400 euros. Can you please transfer it today? I'm out of town until Sunday."), ("Bo", "Sure, no problem"),
    ("Maya", "Thanks!! I'll send you the bank details tonight."))

  @Test("a request that was taken up is told with its answer, and both are sources")
  func agreement() throws {
    let summary = summarizer.summarize(deposit, question: nil, words: 60)
    let sentence = try #require(summary.sentences.first { $0.text.contains("agrees") })
    #expect(sentence.text.contains("asks Bo to transfer it today and Bo agrees"))
    #expect(sentence.sources.contains(2) && sentence.sources.contains(3))
    #expect(sentence.speaker == nil)
  }

  @Test("a thumb up is an agreement")
  func thumb() {
    let chat = turns(("Ana", "Tom, could you restart the server tonight?"), ("Tom", "👍"))
    #expect(
      summarizer.summarize(chat, question: nil, words: 30).text
        == "Ana asks Tom to restart the server tonight and Tom agrees.")
  }

  @Test(
    "a half-hearted answer is no agreement",
    arguments: ["Sure, but not today", "Okay, if the budget allows it", "Maybe", "Yes? Why me?", "No idea"])
  func doubt(answer: String) {
    let chat = turns(("Ana", "Could you restart the server tonight?"), ("Tom", answer))
    #expect(!summarizer.summarize(chat, question: nil, words: 40).text.contains("agrees"))
  }

  @Test("a refusal is told as one")
  func refusal() {
    let chat = turns(("Ana", "Lea, could you write the release notes?"), ("Lea", "I can't this week, sorry"))
    #expect(summarizer.summarize(chat, question: nil, words: 40).text.contains("but Lea refuses"))
  }

  @Test("a proposal that was turned down is not told without that")
  func turnedDown() {
    let chat = turns(
      ("Priya", "Why don't we launch on Thursday without payments?"),
      ("Sam", "No, I don't want to launch without payments."), ("Priya", "When will the tests be done?"))
    let text = summarizer.summarize(chat, question: nil, words: 40).text
    #expect(text.contains("suggests they launch on Thursday without payments but Sam refuses"))
  }

  @Test(
    "every sentence names turns that exist, ascending, and the words stay in the budget",
    arguments: [12, 30, 60, 130])
  func sourcesAndBudget(budget: Int) {
    for chat in [deposit, longChat(60), longChat(400)] {
      let summary = summarizer.summarize(chat, question: nil, words: budget)
      #expect(words(summary) <= budget)
      for sentence in summary.sentences {
        #expect(!sentence.sources.isEmpty)
        #expect(sentence.sources == Array(Set(sentence.sources)).sorted())
        #expect(sentence.sources.allSatisfy { chat.indices.contains($0) })
        #expect(sentence.text.first?.isUppercase == true || sentence.text.first?.isLetter == false)
      }
    }
  }

  @Test("empty, emoji and small talk come to nothing")
  func nothing() {
    #expect(summarizer.summarize([], question: nil, words: 30).sentences.isEmpty)
    #expect(summarizer.keyPoints([], limit: 3).isEmpty)
    #expect(summarizer.contributions([]).isEmpty)
    let chatter = turns(
      ("Bo", "lol"), ("Maya", "😂😂"), ("Bo", "ok"), ("Maya", "```\nlet x = 1\n```"), ("Bo", "https://a.b/c"))
    #expect(summarizer.summarize(chatter, question: nil, words: 30).sentences.isEmpty)
  }

  @Test("the same turns always give the same words")
  func determinism() {
    let chat = longChat(300)
    let first = summarizer.summarize(chat, question: "What about the budget?", words: 120)
    for _ in 0..<3 {
      #expect(summarizer.summarize(chat, question: "What about the budget?", words: 120) == first)
    }
  }

  @Test("a question decides what is told")
  func question() {
    let chat = turns(
      ("Ana", "The caterer wants the number of guests by Monday."), ("Tom", "I think we have 84 guests."),
      ("Ana", "I also need to rent a van for the speakers."), ("Tom", "My cousin has a van with nine seats."),
      ("Lea", "I booked the photographer for the afternoon."))
    let photographer = summarizer.summarize(chat, question: "Who booked the photographer?", words: 14).text
    #expect(photographer.contains("Lea booked the photographer"))
    let van = summarizer.summarize(chat, question: "What about the van?", words: 14).text
    #expect(van.contains("van") && !van.contains("photographer"))
  }

  @Test("contributions have one sentence for each who said something")
  func contributions() {
    let said = summarizer.contributions(deposit)
    #expect(said.map(\.speaker) == ["Maya", "Bo"])
    #expect(said.allSatisfy { sentence in sentence.sources.allSatisfy { deposit[$0].speaker == sentence.speaker } })
  }

  @Test("key points come in the order in which they were said")
  func keyPoints() {
    let points = summarizer.keyPoints(deposit, limit: 3)
    #expect(points.count == 3)
    #expect(points.compactMap(\.sources.first) == points.compactMap(\.sources.first).sorted())
  }

  @Test("a long conversation is told by its topics, part by part")
  func longConversation() {
    let summary = summarizer.summarize(longChat(200), question: nil, words: 120)
    #expect(summary.sentences.first?.text.hasPrefix("The meeting was mainly about") == true)
    #expect(summary.text.contains(" Finally, "))
  }

  @Test("a chat of 2,000 messages is summarised in a few seconds at most, even unoptimised")
  func size() {
    let start = ContinuousClock.now
    #expect(!summarizer.summarize(longChat(2_000), question: nil, words: 130).sentences.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  /// A chat of three about things that come up again and again.
  private func longChat(_ count: Int) -> [Turn] {
    let people = ["Ana", "Tom", "Lea"]
    let things = [
      "the garden fence", "the roof repair", "the kitchen budget", "the summer party", "the parking permit",
    ]
    return (0..<count).map { index in
      let thing = things[(index * things.count / max(1, count) + index % 2) % things.count]
      let texts = [
        "I think \(thing) will cost more than four hundred euros this year.",
        "Who can look after \(thing) next week?", "ok",
        "I talked to the builder about \(thing), and he does not have time before May.",
        "Let's decide about \(thing) on Monday.",
      ]
      return Turn(speaker: people[index % 3], text: texts[index % texts.count])
    }
  }
}
