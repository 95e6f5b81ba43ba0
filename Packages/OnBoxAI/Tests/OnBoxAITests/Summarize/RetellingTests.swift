import Testing

@testable import OnBoxAI

/// One message told to another person, retold alone.
private func retold(_ text: String, by speaker: String = "Bo", to other: String = "Maya") -> String {
  let turns = [Turn(speaker: speaker, text: text), Turn(speaker: other, text: "Hm.")]
  return Summarizer(embedder: nil).keyPoints(turns, limit: 5).map(\.text).joined(separator: " ")
}

@Suite("Retelling one message in the third person")
struct RetellingTests {
  @Test(
    "keeps who does what",
    arguments: [
      ("I'll send you my notes tonight.", "Bo will send Maya their notes tonight."),
      ("I need your charger.", "Bo needs Maya's charger."),
      ("You owe me ten euros.", "Bo says Maya owes Bo ten euros."),
      ("Can you please call my sister?", "Bo asks Maya to call Bo's sister."),
      ("Do you have a spare key?", "Bo asks Maya if Maya has a spare key."),
      ("Did you pay the plumber?", "Bo asks Maya if Maya paid the plumber."),
      ("When does the train leave?", "Bo asks Maya when the train leaves."),
      ("Where are you?", "Bo asks Maya where Maya is."),
      ("Let's meet at the station.", "Bo suggests they meet at the station."),
      ("Bring the blue folder, please.", "Bo asks Maya to bring the blue folder."),
      ("If you see Ann, give her the keys.", "Bo tells Maya to give her the keys if Maya sees Ann."),
    ])
  func actors(text: String, expected: String) {
    #expect(retold(text) == expected)
  }

  @Test(
    "never loses a negation",
    arguments: [
      ("I don't want to move to Oslo.", "Bo doesn't want to move to Oslo."),
      ("I can't open the archive.", "Bo can't open the archive."),
      ("Don't send the contract yet.", "Bo tells Maya not to send the contract yet."),
      ("I won't be in the office.", "Bo won't be in the office."),
      ("I never agreed to that price.", "Bo never agreed to that price."),
      ("You shouldn't pay the second invoice.", "Bo says Maya shouldn't pay the second invoice."),
      ("No, I haven't booked the room.", "Bo hasn't booked the room."),
    ])
  func negation(text: String, expected: String) {
    #expect(retold(text) == expected)
  }

  @Test("quotes what somebody else said as \"I\" instead of turning it")
  func quotation() {
    let text = retold("Ann wrote \"I quit and you can keep the desk\" this morning.")
    #expect(text.contains("I quit and you can keep the desk"))
    #expect(!text.contains("Bo quit") && !text.contains("Maya can keep"))
  }

  @Test("does not cut a contrast or a condition off a long sentence")
  func contrast() {
    let contrast = retold(
      "I would really love to join all of you at the lake house for the whole long weekend in August, but I have to "
        + "work on the Saturday and also on the Sunday this time around, which is a real pity.")
    #expect(!contrast.contains("would") || contrast.contains("but Bo has to work"))
    let condition = retold(
      "I will sign the lease for the second apartment on the corner of the market square this Friday afternoon, "
        + "and move in the week after, if the bank confirms the loan before that day comes around.")
    #expect(!condition.contains("will sign") || condition.contains("if the bank confirms"))
  }

  @Test("does not take the subject of a sentence for an order")
  func subjects() {
    #expect(retold("Book club moved to Friday evening.").contains("tells Maya to") == false)
    #expect(retold("Test results are in the shared folder.").contains("tells Maya to") == false)
    #expect(retold("Fix for the accents is deployed.").contains("tells Maya to") == false)
    #expect(retold("Look for the key that is under the mat.").contains("tells Maya to look for the key"))
  }

  @Test("\"you\" in a group is turned only for who was called")
  func groups() {
    let summarizer = Summarizer(embedder: nil)
    let open = [
      Turn(speaker: "Bo", text: "Can you print the tickets?"), Turn(speaker: "Maya", text: "Hm."),
      Turn(speaker: "Ivo", text: "Hm."),
    ]
    let text = summarizer.keyPoints(open, limit: 3).map(\.text).joined()
    #expect(!text.contains("Maya") && !text.contains("Ivo"))
    let called = [Turn(speaker: "Bo", text: "@Ivo can you print the tickets?")] + open.dropFirst()
    #expect(summarizer.keyPoints(called, limit: 1).first?.text == "Bo asks Ivo to print the tickets.")
  }

  @Test("text that is not English is quoted, with its author")
  func otherLanguages() {
    let spanish = retold("¿Puedes venir mañana a la reunión con el cliente?")
    #expect(spanish.hasPrefix("Bo asks, “") && spanish.contains("Puedes venir mañana a la reunión con el cliente?"))
    let japanese = retold("明日の会議は十時からです。")
    #expect(japanese.hasPrefix("Bo ") && japanese.contains("明日の会議は十時からです"))
  }
}
