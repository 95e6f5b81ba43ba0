import AIProviders
import Domain
import Intelligence
import TestSupport
import Testing

@Suite("What a member asks of the assistant")
struct IntentTests {
  struct Phrase: Sendable, CustomStringConvertible {
    let description: String
    /// The function with its arguments that say something, in order of their names; or `help`,
    /// `memory`.
    let meaning: String

    init(_ text: String, _ meaning: String) {
      description = text
      self.meaning = meaning
    }
  }

  static let phrases = [
    Phrase("help", "help"),
    Phrase("What can you do?", "help"),
    Phrase("Hello!", "help"),
    Phrase("What do you know about me?", "memory"),
    Phrase("What do you remember?", "memory"),
    Phrase("What did I miss?", "catchUp"),
    Phrase("Catch me up", "catchUp"),
    Phrase("catch me up on everything please", "catchUp"),
    Phrase("Summarise everything", "catchUp"),
    Phrase("What did I miss in Operations?", "summarizeConversation conversation=Operations"),
    Phrase("Summarize Operations", "summarizeConversation conversation=Operations"),
    Phrase("summary of operations for the last 3 days", "summarizeConversation conversation=Operations days=3"),
    Phrase("Recap Operations since yesterday", "summarizeConversation conversation=Operations days=2"),
    Phrase("Summarise the week in Operations", "summarizeConversation conversation=Operations days=7"),
    Phrase("tldr operations two weeks", "summarizeConversation conversation=Operations days=14"),
    Phrase("Summarise what Kenji wrote today", "summarizeConversation conversation=Kenji days=1"),
    Phrase("Catch me up on Release planning", "summarizeConversation conversation=Release planning"),
    Phrase("What are my action items?", "listActionItems mine=true"),
    Phrase("my todos", "listActionItems mine=true"),
    Phrase("What do I have to do?", "listActionItems mine=true"),
    Phrase("What do I need to do in Operations?", "listActionItems conversation=Operations mine=true"),
    Phrase("what is on my plate", "listActionItems mine=true"),
    Phrase("Show all action items", "listActionItems mine=false"),
    Phrase("Which tasks are open in Operations?", "listActionItems conversation=Operations mine=false"),
    Phrase("What decisions were made?", "listDecisions"),
    Phrase("What did we decide about the offer?", "listDecisions query=offer"),
    Phrase("decisions in Operations", "listDecisions conversation=Operations"),
    Phrase("What is urgent?", "listPriorities"),
    Phrase("Anything important?", "listPriorities"),
    Phrase("show my priorities", "listPriorities"),
    Phrase("Find a time to meet with Operations", "suggestMeetingTimes conversation=Operations people=Operations"),
    Phrase(
      "Schedule a call with Kenji for 45 minutes",
      "suggestMeetingTimes conversation=Kenji minutes=45 people=Kenji"),
    Phrase(
      "find a time for a call with Kenji, Ada Moreau and Bo next week",
      "suggestMeetingTimes conversation=Kenji people=Kenji, Ada Moreau, Bo"),
    Phrase("When can we meet?", "suggestMeetingTimes"),
    Phrase(
      "plan a meeting of 2 hours in Release planning", "suggestMeetingTimes conversation=Release planning minutes=120"),
    Phrase("suggest times for a half an hour sync", "suggestMeetingTimes minutes=30"),
    Phrase("send Kenji: the offer is ready", "sendMessage conversation=Kenji text=The offer is ready"),
    Phrase("Tell Operations that the disk is full", "sendMessage conversation=Operations text=The disk is full"),
    Phrase(
      "send a message to Operations saying we deploy at 9: be ready",
      "sendMessage conversation=Operations text=We deploy at 9: be ready"),
    Phrase("write to Kenji: 10:30 works", "sendMessage conversation=Kenji text=10:30 works"),
    Phrase("Tell Kenji that I said: no", "sendMessage conversation=Kenji text=I said: no"),
    Phrase("remember that I work from Lisbon", "rememberFact text=I work from Lisbon"),
    Phrase("Please remember that I eat no meat", "rememberFact text=I eat no meat"),
    Phrase("mark the second one as done", "completeActionItem item=second one"),
    Phrase("complete the printer cards", "completeActionItem item=printer cards"),
    Phrase("Tick off task 3", "completeActionItem item=3"),
    Phrase("Was habe ich verpasst?", "catchUp"),
    Phrase("Was sind meine Aufgaben?", "listActionItems mine=true"),
    Phrase("Was haben wir entschieden?", "listDecisions"),
    Phrase("Was ist dringend?", "listPriorities"),
    Phrase("find invoice from:kenji", "searchMessages query=invoice from:kenji"),
    Phrase("Search for the wifi password", "searchMessages query=the wifi password"),
    Phrase("Who has the keys?", "answerQuestion question=Who has the keys?"),
    Phrase("When does the ferry leave?", "answerQuestion question=When does the ferry leave?"),
    Phrase("Why is the release late?", "answerQuestion question=Why is the release late?"),
    Phrase("Did Kenji call the customer back?", "answerQuestion question=Did Kenji call the customer back?"),
  ]

  @Test("is understood without a model", arguments: phrases)
  func understood(_ phrase: Phrase) throws {
    let it = try IntelligenceFixture(embedder: nil)
    let (ada, kenji) = (try it.storeFixture.user("Ada Moreau"), try it.storeFixture.user("Kenji"))
    _ = try it.storeFixture.group(ada, [kenji], name: "Operations")
    _ = try it.storeFixture.group(ada, [kenji], name: "Release planning")
    _ = try it.storeFixture.direct(ada, kenji)
    let matcher = ConversationMatcher(outlines: try it.store.outlines(for: ada), asker: ada)
    let intent = IntentParser(matcher: matcher).intent(of: phrase.description)
    #expect(Self.words(intent) == phrase.meaning)
    // What is understood can be called.
    if case .call(let function, let arguments) = intent {
      #expect(throws: Never.self) { try FunctionCall(function, arguments, current: nil) }
    }
  }

  static func words(_ intent: IntentParser.Intent) -> String {
    guard case .call(let function, let arguments) = intent else {
      return if case .showMemory = intent { "memory" } else { "\(intent)" }
    }
    let members = (arguments.object?.members ?? []).sorted { $0.name < $1.name }
    let said = members.filter { $0.value != .null }.map { "\($0.name)=\($0.value.string ?? $0.value.text)" }
    return ([function.rawValue] + said).joined(separator: " ")
  }
}
