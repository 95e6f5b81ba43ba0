import Domain
import Testing
import ViewModels

@Suite("What is said of what an answer rests on")
struct ReceiptTextTests {
  @Test(
    "the sentence says what a model got, and nothing where nothing was read",
    arguments: [
      (AIReceipt(model: "on-box 1", place: "this server"), nil),
      (AIReceipt(model: "on-box 1", place: "this server", messagesRead: 1), "Read 1 message on your server."),
      (AIReceipt(model: "large", place: "a.example"), "Answered by large on a.example."),
      (
        AIReceipt(model: "large", place: "a.example", messagesRead: 1),
        "Answered by large on a.example. Read 1 message, sent none."
      ),
      (
        AIReceipt(model: "large", place: "a.example", messagesRead: 9),
        "Answered by large on a.example. Read 9 messages, sent none."
      ),
      (
        AIReceipt(model: "large", place: "a.example", messagesRead: 1, messagesSent: 1),
        "Answered by large on a.example, which got 1 message."
      ),
      (
        AIReceipt(model: "large", place: "a.example", messagesRead: 9, messagesSent: 8),
        "Answered by large on a.example, which got 8 messages."
      ),
    ])
  func receipts(receipt: AIReceipt, sentence: String?) {
    #expect(ReceiptText.sentence(for: receipt)?.english == sentence)
  }
}
