import Foundation
import Testing

@testable import OnBoxAI

private let summarizer = Summarizer(embedder: nil)

private func turns(_ lines: (String, String)...) -> [Turn] { lines.map { Turn(speaker: $0.0, text: $0.1) } }

private func summary(_ turns: [Turn], question: String? = nil, words: Int = 60) -> [String] {
  summarizer.summarize(turns, question: question, words: words).points.map(\.text)
}

@Suite("Summaries of conversations")
struct SummarizerTests {
  private let deposit = turns(
    ("Maya", "Hey Bo! The venue just called 😬 They need the deposit by Friday."), ("Bo", "Ugh ok. How much is it?"),
    ("Maya", "400 euros. Can you please transfer it today? I'm out of town until Sunday."), ("Bo", "Sure, no problem"),
    ("Maya", "Thanks!! I'll send you the bank details tonight."))

  @Test("quote whole sentences of the conversation, each after its speaker, in the order in which they were said")
  func quotes() {
    let points = summarizer.summarize(deposit, question: nil, words: 60).points
    #expect(!points.isEmpty)
    for quote in points.flatMap(\.quotes) {
      let source = quote.turns.map { deposit[$0].text }.joined(separator: " ")
      #expect(quote.turns.allSatisfy { deposit[$0].speaker == quote.speaker })
      for word in PlainWords.of(quote.text) { #expect(PlainWords.of(source).contains(word)) }
    }
    #expect(points.map { $0.sources[0] } == points.map { $0.sources[0] }.sorted())
    #expect(points.map(\.text).joined().contains("Maya: “"))
  }

  @Test("a question is quoted with its answer")
  func answer() {
    let chat = turns(("Ana", "When does the ferry leave on Monday?"), ("Tom", "At 7:40, from the old pier."))
    #expect(summary(chat) == ["Ana: “When does the ferry leave on Monday?” Tom: “At 7:40, from the old pier.”"])
  }

  @Test("a proposal is quoted with what became of it, a thumb too")
  func outcome() {
    let refused = turns(
      ("Priya", "Why don't we launch on Thursday without payments?"),
      ("Sam", "No, I don't want to launch without payments."))
    #expect(summary(refused).joined().contains("Sam: “No, I don't want to launch without payments.”"))
    let accepted = turns(("Ana", "Tom, could you restart the server tonight?"), ("Tom", "Will do."))
    #expect(summary(accepted) == ["Ana: “Tom, could you restart the server tonight?” Tom: “Will do.”"])
  }

  @Test("what was settled last is there before anything in between")
  func settled() {
    let chat = turns(
      ("Ana", "We need a room for the workshop in March."), ("Tom", "The library has a nice one with a projector."),
      ("Ana", "The library closes at five in the winter, we would have to leave early."),
      ("Tom", "The school offers its hall, but without any chairs for the guests."),
      ("Ana", "Then we take the school hall on 12 March at nine."), ("Tom", "Agreed."))
    let text = summary(chat, words: 32).joined()
    #expect(text.contains("We need a room for the workshop in March."))
    #expect(text.contains("We take the school hall on 12 March at nine."))
  }

  @Test("what was settled last is there before what says more and settles nothing")
  func settledAndHeavier() {
    let chat = turns(
      ("Ana", "We need a room for the workshop in March."), ("Tom", "The library has a nice one with a projector."),
      ("Ana", "Then we take the school hall."), ("Tom", "Agreed."),
      ("Tom", "Nordlund delivers eighty vegetarian lunches, forty bottles of water and strong coffee for 312 euros."))
    #expect(summary(chat, words: 26).joined().contains("We take the school hall."))
  }

  @Test("what somebody came for is quoted with what they got, before what says more")
  func request() {
    let chat = turns(
      ("Ana", "Will you marry me, Tom?"), ("Tom", "Yes, I will!"),
      ("Ana", "My uncle owns a vineyard near the lake with forty rooms."))
    #expect(summary(chat, words: 17).first == "Ana: “Will you marry me, Tom?” Tom: “Yes, I will!”")
  }

  @Test("what somebody came for is not left out for the question that it brings up")
  func complaint() {
    let chat = turns(
      ("Ana", "I found that a page of the garden book is missing."), ("Tom", "May I have your number, please?"),
      ("Ana", "My number is 7423935."))
    #expect(summary(chat, words: 17).first == "Ana: “I found that a page of the garden book is missing.”")
  }

  @Test("an answer keeps its yes when something between it and its question was left out")
  func yes() {
    let chat = turns(
      ("Ana", "Would you please tell me when we reach the library? Sun is out."),
      ("Tom", "Sure, madam. I'll remind you."))
    #expect(
      summary(chat, words: 16) == [
        "Ana: “Would you please tell me when we reach the library?” Tom: “Sure, madam. I'll remind you.”"
      ])
  }

  @Test("a question for a time is quoted with the time, although something else was said first")
  func figure() {
    let chat = turns(
      ("Ana", "When can you deliver the roof?"),
      ("Tom", "The builders work on three other houses. We can manage the delivery on 20 September."))
    #expect(SpokenConversation(chat).replies(to: 0) == [1, 2])
  }

  @Test("a question without an answer is not quoted alone when it is half a sentence")
  func halfQuestion() {
    let chat = turns(("Ana", "The builder comes on Monday."), ("Tom", "A paint shop?"))
    #expect(summary(chat) == ["Ana: “The builder comes on Monday.”"])
    let promised = turns(("Ana", "The builder comes on Monday."), ("Tom", "Hm."), ("Ana", "I promise."))
    #expect(summary(promised) == ["Ana: “The builder comes on Monday.”"])
  }

  @Test("in a group, what is said next about something else is no answer")
  func unrelated() {
    let chat = turns(
      ("Ana", "Let's do a short retrospective next week."), ("Tom", "Payments fail for all Swedish cards since nine."),
      ("Lea", "I booked the photographer for the afternoon."))
    #expect(!summary(chat).contains { $0.contains("retrospective") && $0.contains("Swedish") })
  }

  @Test("a sentence that points back is quoted only with what it points at")
  func pointing() {
    let chat = turns(
      ("Ana", "The coast guard changes its format in June."), ("Ana", "It will break the import."), ("Tom", "Hm."))
    #expect(summary(chat) == ["Ana: “The coast guard changes its format in June. … It will break the import.”"])
    #expect(summary(turns(("Ana", "He will do that there."))).isEmpty)
  }

  @Test("a sentence is never cut: what does not fit is left out")
  func whole() {
    let chat = turns(
      ("Ana", "I would love to join all of you at the lake house for the long weekend in August, but I have to work."))
    #expect(summary(chat, words: 10).isEmpty)
    #expect(summary(chat, words: 60).joined().hasSuffix("but I have to work.”"))
  }

  @Test("greetings, thanks, sounds and small talk come to nothing")
  func nothing() {
    #expect(summary([]).isEmpty)
    let chatter = turns(
      ("Bo", "lol"), ("Maya", "😂😂"), ("Bo", "ok"), ("Maya", "```\nlet x = 1\n```"), ("Bo", "Good morning!"),
      ("Maya", "Thanks a lot, see you later."), ("Bo", "How are you?"), ("Maya", "Sounds good."),
      ("Bo", "Could you hold the line, please?"), ("Maya", "Bo, how are you?"), ("Bo", "Thank you so much, Maya Lind."))
    #expect(summary(chatter).isEmpty)
  }

  @Test("the words stay in the budget, and every point names turns that exist", arguments: [12, 30, 60, 130])
  func sourcesAndBudget(budget: Int) {
    for chat in [deposit, longChat(60), longChat(400)] {
      let points = summarizer.summarize(chat, question: nil, words: budget).points
      let words = points.flatMap(\.quotes).reduce(0) { $0 + $1.text.split(separator: " ").count }
      #expect(words <= budget + points.count * 2, "a lead such as “Yes,” is not counted")
      for point in points {
        #expect(!point.sources.isEmpty && point.sources == Array(Set(point.sources)).sorted())
        #expect(point.sources.allSatisfy { chat.indices.contains($0) })
      }
    }
  }

  @Test("the same turns always give the same words")
  func determinism() {
    let chat = longChat(300)
    let first = summarizer.summarize(chat, question: "What about the budget?", words: 120)
    for _ in 0..<3 { #expect(summarizer.summarize(chat, question: "What about the budget?", words: 120) == first) }
  }

  @Test("a question decides what is quoted, and nothing is when nobody spoke of it")
  func question() {
    let chat = turns(
      ("Ana", "The caterer wants the number of guests by Monday."), ("Tom", "I think we have 84 guests."),
      ("Ana", "I also need to rent a van for the speakers."), ("Tom", "My cousin has a van with nine seats."),
      ("Lea", "I booked the photographer for the afternoon."))
    #expect(
      summary(chat, question: "Who booked the photographer?").first?.contains("Lea: “I booked the photographer") == true
    )
    let van = summary(chat, question: "What about the van?").joined()
    #expect(van.contains("van") && !van.contains("photographer"))
    #expect(summary(chat, question: "When is the dentist?").isEmpty)
  }

  @Test("the pressing turn is quoted before all others")
  func pressing() {
    let chat = longChat(40) + turns(("Tom", "Payments fail for all Swedish cards since nine."))
    let account = summarizer.account(chat, words: 20, pressing: 40)
    #expect(account.summary.points.contains { $0.text.contains("Payments fail for all Swedish cards") })
  }

  @Test("two messages of one speaker are never one quote without a sign between them")
  func twoMessages() {
    let talk = SpokenConversation(
      turns(("Ana", "I booked the van for the speakers."), ("Tom", "Thanks!"), ("Ana", "The van has nine seats.")))
    let quotes = QuoteWriter(talk: talk).quotes(of: [0, 2])
    #expect(quotes.map(\.text) == ["I booked the van for the speakers. … The van has nine seats."])
  }

  @Test("a wish answers a question, an order does not")
  func wishes() {
    func quotes(_ reply: String) -> [String] {
      summary(turns(("Ana", "Do you have a special request for dinner?"), ("Tom", reply)))
    }
    let question = "Ana: “Do you have a special request for dinner?”"
    #expect(quotes("I'd like the vegetable soup.") == ["\(question) Tom: “I'd like the vegetable soup.”"])
    let ordered = turns(("Ana", "Do you have a special request for dinner?"), ("Tom", "Vegetable soup, please."))
    #expect(SpokenConversation(ordered).replies(to: 0) == [1])
    #expect(!quotes("Close the kitchen window.").contains { $0.contains("dinner") && $0.contains("window") })
    #expect(
      quotes("Pass me the menu. There is a vegetable soup on page two.").contains {
        $0.hasPrefix(question) && $0.contains("There is a vegetable soup on page two.")
      })
  }

  @Test("a refusal in courteous words is quoted as the answer that it is")
  func courteousRefusal() {
    let chat = turns(("Ana", "Would you like some more vegetable soup?"), ("Tom", "No, not really."))
    #expect(summary(chat) == ["Ana: “Would you like some more vegetable soup?” Tom: “No, not really.”"])
  }

  @Test("a verb that stands elsewhere is not quoted without it")
  func elliptic() {
    #expect(summary(turns(("Ana", "Hello Tom."), ("Tom", "I surely will."))).isEmpty)
  }

  @Test(
    "in a long talk a bare yes belongs to what was said right before it",
    arguments: [
      (["Yeah."], true), (["The window has to be closed first.", "Yeah."], false), (["Hm.", "Yeah."], false),
    ])
  func lateYes(after: [String], isReply: Bool) {
    let people = ["Lea", "Tom"]
    let said = after.enumerated().map { Turn(speaker: people[$0 % 2], text: $1) }
    let chat = turns(("Ana", "We should order a copper roof from Nordlund.")) + said + longChat(100)
    let talk = SpokenConversation(chat)
    #expect(talk.isLong)
    #expect(talk.replies(to: 0).contains { talk.lines[$0].kind == .reply } == isReply)
  }

  @Test("in a long talk a yes between two sentences of one speaker is meant for the last of them")
  func earlierSentence() {
    let chat =
      turns(("Ana", "We should order a copper roof. The builder comes on Monday."), ("Tom", "Yeah.")) + longChat(100)
    #expect(SpokenConversation(chat).replies(to: 0).isEmpty)
  }

  @Test("in a long talk a question is quoted with the sentence that answers it, wherever it stands in the answer")
  func longAnswer() {
    let chat =
      turns(
        ("Ana", "Do you think that the copper roof is too expensive for the school?"),
        ("Tom", "I spoke to the builder yesterday. The copper roof costs twice what the school has. He calls again."))
      + longChat(100)
    let talk = SpokenConversation(chat)
    #expect(talk.replies(to: 0) == [2])
    #expect(talk.isAnswered(0) == talk.isTopical(2))
  }

  @Test(
    "in a long talk a clause that was interrupted counts when the speaker goes on with another one",
    arguments: [("and then we order the copper roof", true), ("the copper", false)])
  func interrupted(next: String, isWhole: Bool) {
    let chat =
      turns(("Ana", "We should measure the shed first"), ("Tom", "Yeah."), ("Ana", next), ("Tom", "Fine."))
      + longChat(100)
    #expect(SpokenConversation(chat).isBroken(0) != isWhole)
  }

  @Test("in a long talk what begins small is cut only when its speaker was cut before", arguments: [true, false])
  func resumed(isCut: Bool) {
    let chat =
      turns(
        ("Ana", isCut ? "We should measure the" : "We measure it."), ("Tom", "Yeah."), ("Ana", "we paint the shed."))
      + longChat(100)
    #expect(SpokenConversation(chat).isBroken(2) == isCut)
  }

  @Test("in a long talk what was said is not quoted again")
  func saidAgain() {
    let said = turns(
      ("Ana", "We decided that the copper roof costs four hundred euros."), ("Tom", "Fine."),
      ("Ana", "We decided that the copper roof costs four hundred euros."))
    let talk = SpokenConversation(said + longChat(100))
    var selection = QuoteSelection(talk, weights: LineWeights(talk, relevance: []))
    #expect(selection.gain(of: Exchange(lone: 2)) > 0)
    selection.take(Exchange(lone: 0))
    #expect(selection.gain(of: Exchange(lone: 2)) == 0)
  }

  @Test("a written message ends where its writer ends it, in a long talk too")
  func written() {
    let chat = [Turn(speaker: "Ana", text: "new roof is in", at: .distantPast)] + longChat(100)
    let (written, spoken) = (
      SpokenConversation(chat), SpokenConversation(chat.map { Turn(speaker: $0.speaker, text: $0.text) })
    )
    let isBroken = (written.isBroken(0), spoken.isBroken(0))
    #expect(isBroken == (false, true))
  }

  @Test("in a long talk what is agreed weighs more, and what one sees or once did less")
  func longWeights() {
    let said = turns(
      ("Ana", "We should repair the roof with the copper from the old school."), ("Tom", "Yeah."),
      ("Ana", "I was on the roof of the old school with the copper on Sunday."),
      ("Ana", "The roof here has copper like this from the old school on it."),
      ("Ana", "The roof there has copper which is from the old school on it."))
    let talk = SpokenConversation(said + longChat(100))
    let weights = LineWeights(talk, relevance: []).values
    #expect(talk.isSettled(0) && !talk.isSettled(2))
    #expect(weights[0] > weights[2] * 3 && weights[4] > weights[3] * 2)
  }

  @Test(
    "what is said without a verb opens no quote of a long meeting, and may in a long chat", arguments: [true, false])
  func verbless(isSpoken: Bool) {
    let said = Turn(speaker: "Ana", text: "The garden fence with a second garden fence behind the old garden fence.")
    let chat = [said] + longChat(100)
    let timed = chat.map { Turn(speaker: $0.speaker, text: $0.text, at: isSpoken ? nil : .distantPast) }
    let points = summarizer.account(timed, words: 100, pressing: 0).summary.points
    #expect(points.contains { $0.sources.contains(0) } != isSpoken)
  }

  @Test("contributions have one quote for each who said something")
  func contributions() {
    let said = summarizer.account(deposit, words: 60).contributions
    #expect(said.map(\.speaker) == ["Maya"])
    #expect(said.allSatisfy { point in point.sources.allSatisfy { deposit[$0].speaker == point.speaker } })
  }

  @Test("a long talk begins with what several people come back to: no name, and cited where two speak of it")
  func topics() {
    let chat = longChat(200)
    let summary = summarizer.summarize(chat, question: nil, words: 150)
    #expect(summary.topics.count > 1)
    for topic in summary.topics {
      #expect(["garden fence", "roof repair", "kitchen budget", "summer party", "parking permit"].contains(topic.text))
      #expect(topic.turns.count == 2 && Set(topic.turns.map { chat[$0].speaker }).count == 2)
      #expect(topic.turns.allSatisfy { chat[$0].text.contains(topic.text) })
    }
    #expect(summary.text.hasPrefix("About: \(summary.topics[0].text), "))
    let asked = summarizer.summarize(chat, question: "What about the roof repair?", words: 150)
    #expect(summarizer.summarize(deposit, question: nil, words: 60).about == nil && asked.about == nil)
  }

  @Test("what one alone speaks of is no topic")
  func ownTopics() {
    let chat = longChat(120).map { Turn(speaker: $0.text.contains("roof") ? "Lea" : $0.speaker, text: $0.text) }
    #expect(!summarizer.summarize(chat, question: nil, words: 150).topics.contains { $0.text == "roof repair" })
  }

  @Test(
    "another language is told apart and not quoted",
    arguments: [
      "¿Puedes venir mañana a la reunión con el cliente?", "明日の会議は十時からです。", "Können wir das morgen um zehn besprechen?",
    ])
  func otherLanguages(text: String) {
    let account = summarizer.account(turns(("Bo", text), ("Ana", "The meeting is at ten in the big room.")), words: 60)
    #expect(account.unread == [0])
    #expect(account.summary.points.map(\.text) == ["Ana: “The meeting is at ten in the big room.”"])
  }

  @Test("a chat of 2,000 messages is summarised in a few seconds at most, even unoptimised")
  func size() {
    let start = ContinuousClock.now
    #expect(!summarizer.summarize(longChat(2_000), question: nil, words: 130).points.isEmpty)
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
