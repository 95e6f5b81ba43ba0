import Intelligence
import TestSupport
import Testing

@Suite("What a member wishes of the assistant")
struct WishTests {
  /// Written as people write in a hurry, before it was tried which are understood. "Northwind" is
  /// nobody; Ada Moreau asks, who knows Kenji Sato and Lena Fischer.
  static let phrases: [IntentTests.Phrase] = [
    .init(
      "Create a task for me in Operations: call the bank tomorrow",
      "createActionItem conversation=Operations owner=me text=Call the bank tomorrow"),
    .init("create a task: renew the certificate by Friday", "createActionItem text=Renew the certificate by Friday"),
    .init("Add a todo for Kenji to check the backups", "createActionItem owner=Kenji text=Check the backups"),
    .init("can you add “order new badges” to my todo list?", "createActionItem owner=me text=“order new badges”"),
    .init(
      "New task in Release planning for Lena: write the notes",
      "createActionItem conversation=Release planning owner=Lena text=Write the notes"),
    .init("Please make a task for Lena: book the room", "createActionItem owner=Lena text=Book the room"),
    .init("Assign the printer cards to Kenji", "changeActionItem item=printer cards owner=Kenji"),
    .init(
      "Could you assign the task order badges to Lena Fischer please",
      "changeActionItem item=order badges owner=Lena Fischer"),
    .init("assign me the invoice", "changeActionItem item=invoice owner=me"),
    .init("Make Kenji responsible for the backups", "changeActionItem item=backups owner=Kenji"),
    .init("hand the second one over to Lena", "changeActionItem item=second one owner=Lena"),
    .init("Move the invoice to next Tuesday", "changeActionItem due=next Tuesday item=invoice"),
    .init("postpone the release notes until 3 December", "changeActionItem due=3 December item=release notes"),
    .init("set the due date of the invoice to Monday", "changeActionItem due=Monday item=invoice"),
    .init(
      "Rename the task invoice to send invoice 44 to the customer",
      "changeActionItem item=invoice text=send invoice 44 to the customer"),
    .init("I have finished the backups", "changeActionItem item=backups status=done"),
    .init("I've done the invoice.", "changeActionItem item=invoice status=done"),
    .init("Mark the invoice as done", "completeActionItem item=invoice"),
    .init("reopen the invoice", "changeActionItem item=invoice status=open"),
    .init("Delete the task about the badges", "changeActionItem item=the badges status=dismissed"),
    .init(
      "Mark “we go with Northmap” as a decision in Operations",
      "markDecision conversation=Operations message=“we go with Northmap”"),
    .init("record the last message as a decision", "markDecision message=the last message"),
    .init("note the decision to split the repository", "markDecision message=split the repository"),
    .init("Look again for tasks in Operations", "lookAgain conversation=Operations kind=tasks"),
    .init("look again for decisions of the last week", "lookAgain days=7 kind=decisions"),
    .init("Mark Operations as read", "markRead all=false conversation=Operations"),
    .init("mark everything as read please", "markRead all=true"),
    .init("Please mark my chat with Kenji read", "markRead all=false conversation=Kenji Sato"),
    .init("mark this conversation as read", "markRead all=false"),
    .init(
      "Mark the message about the printer as not urgent",
      "correctPriority isUrgent=false message=the message about the printer"),
    .init("mark the outage report as urgent", "correctPriority isUrgent=true message=the outage report"),
    .init("The message about lunch can wait", "correctPriority isUrgent=false message=The message about lunch"),
    .init("Start a chat with Lena", "startConversation people=Lena"),
    .init("open a conversation with Kenji and Lena", "startConversation people=Kenji and Lena"),
    .init(
      "Create a group called Harbour with Kenji Sato, Lena Fischer",
      "startConversation name=Harbour people=Kenji Sato, Lena Fischer"),
    .init("Who is Kenji?", "answerQuestion question=Who is Kenji?"),
    .init("Find a colleague called Lena Fischer", "findPeople name=Lena Fischer"),
    .init("Find people called Northwind", "findPeople name=Northwind"),
    .init("is there anybody named Lena here?", "findPeople name=Lena"),
    .init("Send a message to Kenji: the offer is ready", "sendMessage conversation=Kenji text=The offer is ready"),
    .init("Can you tell Kenji that I am late?", "sendMessage conversation=Kenji text=I am late"),
    .init("Let Operations know the disk is full", "sendMessage conversation=Operations text=The disk is full"),
    .init("ask Kenji to send me the file", "sendMessage conversation=Kenji text=Could you send me the file?"),
    .init(
      "Ask Lena whether the room is booked",
      "sendMessage conversation=Lena text=I would like to know whether the room is booked."),
    .init("post in Operations: deploy starts now", "sendMessage conversation=Operations text=Deploy starts now"),
    .init("say “thank you” to Kenji", "sendMessage conversation=Kenji text=Thank you"),
    .init("reply to Kenji: works for me", "sendMessage conversation=Kenji text=Works for me"),
    .init("Send Kenji a message", "messageWithoutText"),
    .init("Remind me to call the bank at 4", "remindMe text=to call the bank at 4"),
    .init("set a reminder for Friday", "remindMe text=for Friday"),
    .init("Draft a reply to Kenji", "needsModel"),
    .init("Translate this into German", "needsModel"),
    .init("Write a poem about the release", "needsModel"),
    .init("Can you rephrase my last message?", "needsModel"),
    .init("Book a flight to Lisbon", "cannot"),
    .init("delete the conversation Operations", "cannot"),
    .init("What can you do for me?", "help"),
    .init("how can you help me?", "help"),
    .init(
      "Tell everyone in Operations that lunch is at noon",
      "sendMessage conversation=everyone in Operations text=Lunch is at noon"),
    .init("Ask Lena if she sent the invite", "sendMessage conversation=Lena text=Did you send the invite?"),
    .init(
      "ask Kenji whether he has paid the invoice", "sendMessage conversation=Kenji text=Have you paid the invoice?"),
    .init("ask Lena if she can call me", "sendMessage conversation=Lena text=Can you call me?"),
    .init("ask Lena if she has time on Monday", "messageWithoutText"),
    .init("ask Lena when she sent the invite", "messageWithoutText"),
    .init("ask Lena if she moved her desk", "messageWithoutText"),
    .init("ask Kenji to bring his laptop", "messageWithoutText"),
    .init(
      "ask Kenji whether the customers got their keys",
      "sendMessage conversation=Kenji text=I would like to know whether the customers got their keys."),
    .init(
      "start a group with Kenji and Lena called Harbour", "startConversation name=Harbour people=Kenji and Lena"),
    .init("open the chat with Lena", "startConversation people=Lena"),
    .init("mark everything as read in Operations", "markRead all=false conversation=Operations"),
    .init("mark all messages read in the Release planning", "markRead all=false conversation=Release planning"),
    .init(
      "I approved the travel costs of Kenji", "changeActionItem item=approved the travel costs of Kenji status=done"),
    .init("the backup check is done", "changeActionItem item=backup check status=done"),
    .init("The index is done, close it", "changeActionItem item=index status=done"),
    .init("The invoice is done, please close it.", "changeActionItem item=invoice status=done"),
    .init("the team that is done", "answerQuestion question=the team that is done"),
    .init("show my reminders", "listReminders"),
    .init("What are my reminders?", "listReminders"),
    .init("which reminders do I have?", "listReminders"),
    .init("what are Kenji's tasks?", "listActionItems mine=false owner=Kenji"),
    .init("show the open tasks of Lena in Operations", "listActionItems conversation=Operations mine=false owner=Lena"),
    .init("What does Kenji have to do?", "listActionItems mine=false owner=Kenji"),
    .init("show this week's tasks", "listActionItems mine=false"),
    .init("thanks!", "thanks"),
    .init("ok, thank you very much", "thanks"),
    .init("thank Kenji", "answerQuestion question=thank Kenji"),
    .init("cancel the reminder about the backups", "notUnderstood"),
    .init("tell Northwind that we are late", "notUnderstood"),
    .init("forget it", "notUnderstood"),
    .init("tell me about the offer", "answerQuestion question=tell me about the offer"),
    .init("open issues of the backend", "answerQuestion question=open issues of the backend"),
    // Questions are no wishes, and change nothing.
    .init("Is the invoice urgent?", "listPriorities"),
    .init("Who is on call today?", "answerQuestion question=Who is on call today?"),
    .init("Did Kenji finish the backups?", "answerQuestion question=Did Kenji finish the backups?"),
    .init("Who moved the invoice to Tuesday?", "answerQuestion question=Who moved the invoice to Tuesday?"),
    .init("Can the message about lunch wait?", "answerQuestion question=Can the message about lunch wait?"),
    .init("Why did we drop the task about badges?", "listActionItems mine=false"),
  ]

  @Test("is understood without a model, or it says that it cannot", arguments: phrases)
  func understood(_ phrase: IntentTests.Phrase) throws {
    let it = try IntelligenceFixture(embedder: nil)
    let (ada, kenji, lena) = (
      try it.storeFixture.user("Ada Moreau"), try it.storeFixture.user("Kenji Sato"),
      try it.storeFixture.user("Lena Fischer")
    )
    _ = try it.storeFixture.group(ada, [kenji, lena], name: "Operations")
    _ = try it.storeFixture.group(ada, [kenji], name: "Release planning")
    _ = try it.storeFixture.direct(ada, kenji)
    _ = try it.storeFixture.direct(ada, lena)
    let matcher = ConversationMatcher(outlines: try it.store.outlines(for: ada), asker: ada)
    let intent = IntentParser(matcher: matcher).intent(of: phrase.description)
    #expect(IntentTests.words(intent) == phrase.meaning)
    if case .call(let function, let arguments) = intent {
      #expect(throws: Never.self) { try FunctionCall(function, arguments, current: nil) }
    }
  }
}
