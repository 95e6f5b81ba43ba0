import Testing

@testable import OnBoxAI

private func sentence(_ text: String) -> SpokenSentence { SpokenSentence(SpokenText.words(of: text)) }

private func cleaned(_ text: String) -> String { SpokenText.print(sentence(text).body) }

@Suite("A sentence as it is quoted")
struct SpokenSentenceTests {
  @Test(
    "loses sounds, repeated words and markers at its edges, and nothing else",
    arguments: [
      ("Well, um, we we need the the red cable.", "We need the red cable."),
      ("You know, I mean, it is in the in the shed, you know.", "It is in the shed."),
      ("Okay, so we meet at ten.", "We meet at ten."),
      ("Anyway, the key is under the mat", "The key is under the mat."),
      ("Well done is better than well said.", "Well done is better than well said."),
      ("Do you know what the price is?", "Do you know what the price is?"),
      ("No blockers on my side.", "No blockers on my side."),
      ("I don't think so.", "I don't think so."),
      ("The door is shut, so.", "The door is shut."),
      ("If you want it, it is on the desk.", "If you want it, it is on the desk."),
      ("$ 40 a week is too much.", "$ 40 a week is too much."),
      ("I, I want the blue lamp.", "I want the blue lamp."),
      ("She had had enough of that.", "She had had enough of that."),
      ("So so we paint the shed.", "We paint the shed."),
      ("At the be uh at the beginning we need the the sha the shape.", "At the beginning we need the shape."),
      ("It is made of plas uh plastic.", "It is made of plas plastic."),
      ("It mu m must not burst.", "It must not burst."),
      ("A at some point we need a n uh new screen.", "At some point we need a new screen."),
      ("Alright we meet at ten.", "We meet at ten."),
      ("Thank you so much for the key.", "Thank you so much for the key."),
      ("Let me see the bill.", "Let me see the bill."),
      ("It is late :) and we go", "It is late and we go."),
      ("Disk on tide-3 is at 82 % and costs 60 € a month.", "Disk on tide-3 is at 82 % and costs 60 € a month."),
    ])
  func cleaning(text: String, expected: String) {
    #expect(cleaned(text) == expected)
  }

  @Test("keeps its yes or no apart: that is printed after its question only")
  func lead() {
    let reply = sentence("Yes, I will bring the charger.")
    #expect(SpokenText.print(reply.body) == "I will bring the charger.")
    #expect(SpokenText.print(reply.lead + reply.body) == "Yes, I will bring the charger.")
    let resumed = SpokenLine(SpokenText.words(of: "So um That's late."), turn: 0, speaker: "Ana", names: [])
    #expect(SpokenText.print(resumed.tiedWords) == "So that's late.")
  }

  @Test(
    "that was restarted or cut off is broken",
    arguments: [
      "So we you'll plan to sell the remote controls.", "I think we should put the",
      "So the so the a this is it wh-",
      "We thought about Yeah, the back is of titanium.",
      "We use the drop the ladder.", "Is there are there any ladders?", "I almost exactly what you said.",
      "You we need a ladder for the roof.", "I think it we're painting the shed.", "We wanted to we need a ladder.",
      "If we have a better ladder, or a longer one.", "Because I asked the—.", "Where the ladder now is in the shed.",
      "It be can another ladder.",
    ])
  func broken(text: String) {
    #expect(sentence(text).isBroken)
  }

  @Test(
    "that is whole is not taken for a restarted one",
    arguments: [
      "Could you tell me how to get to the station?", "I was told to come to you to get a key.",
      "Give the boy the ball.", "The longer the better, I think.", "I know what it is.",
      "You don't have to.", "Are we in a hurry?", "They brought a cake that I know of.", "I don't agree with that.",
      "If you need a ladder, ask Tom.", "If it rains we stay at home.", "We paint the shed.",
    ])
  func whole(text: String) {
    #expect(!sentence(text).isBroken)
  }

  @Test(
    "asks without a mark too",
    arguments: [
      ("How long will you stay there.", true), ("Are we in a hurry.", true), ("What I need is a key.", false),
    ])
  func asking(text: String, expected: Bool) {
    let line = SpokenLine(SpokenText.words(of: text), turn: 0, speaker: "Ana", names: [])
    #expect((line.kind == .question) == expected)
  }

  @Test(
    "with \"then\" before \"we\" or \"I\" concludes, whatever stands before \"then\"",
    arguments: [
      ("Then we'll go by train.", true), ("Ok, then we'll go by train.", true), ("Ok, we go by train.", false),
      ("And then we go by train.", false),
    ])
  func concluding(text: String, expected: Bool) {
    #expect(SpokenLine(SpokenText.words(of: text), turn: 0, speaker: "Ana", names: []).isDecision == expected)
  }

  @Test(
    "what a transcript notes and nobody said is left out, and what is written in brackets is not",
    arguments: [
      ("The key fits [laughter] the back door {vocalsound}.", "The key fits the back door."),
      ("We need an L_C_D_ screen.", "We need an LCD screen."), ("They are both a V_.", "They are both a V."),
      ("Take room A_B or B_2.", "Take room A_B or B_2."),
      ("Read [file: budget.xlsx] first.", "Read [file: budget.xlsx] first."),
      ("Set MAX_RETRY_COUNT [optional] to 3.", "Set MAX_RETRY_COUNT [optional] to 3."),
    ])
  func tags(text: String, expected: String) {
    #expect(SpokenText.sentences(of: text).map(SpokenText.print) == [expected])
  }

  @Test(
    "that leaves its verb or its condition to another is open",
    arguments: [
      ("I might have to.", true), ("But then we paint the shed.", true), ("I will call them.", true),
      ("I will call Ann.", false),
    ])
  func elliptic(text: String, expected: Bool) {
    #expect(SpokenLine(SpokenText.words(of: text), turn: 0, speaker: "Ana", names: []).isOpen == expected)
  }

  @Test("an inner quotation has other marks than the quote")
  func marks() {
    #expect(cleaned("Ann wrote \"I quit\" this morning.") == "Ann wrote ‘I quit’ this morning.")
    #expect(cleaned("Ann wrote “I quit” this morning.") == "Ann wrote ‘I quit’ this morning.")
  }

  @Test(
    "messages are cut into sentences where they end",
    arguments: [
      ("We meet at 8 p.m. in the hall. Bring No. 5!", 2), ("I was late.So we left", 2),
      ("One\ntwo is on a new line", 2),
      ("> quoted\nThe answer is here.", 1), ("See https://a.example/x.y for it", 1),
    ])
  func sentences(text: String, count: Int) {
    #expect(SpokenText.sentences(of: text).count == count)
  }

  @Test(
    "points at something outside of it, or not",
    arguments: [
      ("It broke again.", true), ("He will call the bank.", true), ("I went there.", true),
      ("That is too expensive.", true),
      ("I want this one.", true), ("I think so.", true), ("Could I try it on?", true),
      ("It is late.", false), ("It takes two days to reach Oslo.", false), ("The parser broke and it hangs.", false),
      ("There is a shop on Pine Street.", false), ("Ann said that she will come.", false),
      ("I hope that the bank agrees.", false), ("We meet this week.", false), ("Bo, could you set it up?", true),
      ("Stand against this plate.", true), ("These we have to choose.", true), ("We meet in this country.", false),
      ("When you boil it, call me.", true),
      ("I am looking forward to it.", true),
    ])
  func openReferences(text: String, expected: Bool) {
    let isOpen = OpenReference.first(in: SpokenText.words(of: text), names: ["bo"]) != nil
    #expect(isOpen == expected)
  }
}
