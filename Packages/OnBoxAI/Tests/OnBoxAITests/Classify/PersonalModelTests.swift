import Testing

@testable import OnBoxAI

@Suite("A reader's priority model")
struct PersonalModelTests {
  private func features(
    _ text: String, sender: String = "sam", conversation: String = "team", urgency: Double = 0.1,
    action: Double = 0.1, isQuestion: Bool = false, mentionsMe: Bool = false, isDirect: Bool = false
  ) -> PriorityFeatures {
    PriorityFeatures(
      urgency: urgency, action: action, isQuestion: isQuestion, mentionsMe: mentionsMe, isDirect: isDirect,
      fromUrgentContact: false, hasKeyword: false, sender: sender, conversation: conversation, text: text)
  }

  @Test("starts with common sense")
  func commonSense() {
    let model = PersonalModel()
    let chatter = model.score(features("nice weather"))
    let question = model.score(features("nice weather, isn't it?", isQuestion: true, mentionsMe: true, isDirect: true))
    let emergency = model.score(features("the server is down", urgency: 0.95, action: 0.6))
    #expect(chatter < 0.25)
    #expect(chatter < question && question < emergency)
    #expect(emergency > 0.6)
  }

  @Test("one correction lifts messages of the same sender and words, and leaves others where they were")
  func oneCorrection() {
    var model = PersonalModel()
    let invoice = features("the invoice from Acme arrived", sender: "ana", conversation: "finance")
    let similar = features("another invoice from Acme", sender: "ana", conversation: "finance")
    let sameWords = features("an invoice from Acme", sender: "bo", conversation: "team")
    let other = features("lunch at the new place", sender: "cy", conversation: "team")
    let before = [similar, sameWords, other].map(model.score)
    model.learn(invoice, level: .urgent)
    let after = [similar, sameWords, other].map(model.score)
    #expect(model.score(invoice) > 0.6)
    #expect(after[0] > before[0] + 0.25)
    #expect(after[1] > before[1] + 0.05)
    #expect(abs(after[2] - before[2]) < 0.03)
    #expect(after[0] > after[1] && after[1] > after[2])
  }

  @Test("a correction downwards puts similar messages off")
  func downwards() {
    var model = PersonalModel()
    let alert = features("nightly alert: disk at 80 percent", sender: "bot", urgency: 0.8)
    let next = features("nightly alert: disk at 81 percent", sender: "bot", urgency: 0.8)
    let before = model.score(next)
    model.learn(alert, level: .aiHandled)
    #expect(model.score(next) < before - 0.3)
    #expect(model.score(next) < 0.25)
  }

  @Test("ten corrections of one kind do not wreck the rest")
  func tenCorrections() {
    var model = PersonalModel()
    let chatter = (0..<20).map { features("chat number \($0) about lunch and music", sender: "person\($0)") }
    let emergency = features("production is down", sender: "ops", conversation: "ops", urgency: 0.95, action: 0.6)
    let before = chatter.map(model.score)
    let emergencyBefore = model.score(emergency)
    for index in 0..<10 {
      model.learn(
        features("budget question \(index) for the quarter", sender: "boss", conversation: "leads"), level: .urgent)
    }
    for (old, new) in zip(before, chatter.map(model.score)) { #expect(abs(new - old) < 0.1) }
    #expect(abs(model.score(emergency) - emergencyBefore) < 0.1)
    #expect(model.score(features("one more budget question", sender: "boss", conversation: "leads")) > 0.6)
  }

  @Test("explains what it learned in words")
  func explanation() {
    var model = PersonalModel()
    model.learn(features("the Zürich migration starts", sender: "ana", conversation: "ops"), level: .urgent)
    let lessons = model.learnedReasons(features("migration of Zürich again", sender: "ana", conversation: "ops"))
    #expect(lessons.contains { $0.contains("this sender") })
    #expect(PersonalModel().learnedReasons(features("hello")).isEmpty)
  }

  @Test("survives storing")
  func storing() throws {
    var model = PersonalModel()
    model.learn(features("the invoice arrived", sender: "ana"), level: .urgent)
    model.learn(features("newsletter", sender: "news"), level: .aiHandled)
    #expect(try #require(PersonalModel(bytes: model.bytes)) == model)
    #expect(PersonalModel(bytes: []) == nil)
    #expect(PersonalModel(bytes: Array(model.bytes.dropLast())) == nil)
    #expect(PersonalModel(bytes: [9] + model.bytes.dropFirst()) == nil)
  }

  @Test("says nothing new when the score is there already")
  func alreadyThere() {
    var model = PersonalModel()
    let emergency = features("server down", urgency: 1, action: 1, mentionsMe: true, isDirect: true)
    let before = model
    #expect(model.score(emergency) > 0.9)
    model.learn(emergency, level: .urgent)
    #expect(model == before)
  }
}
