import Foundation
import OnBoxAI
import Testing

@testable import OnBoxEvaluation

@Suite("Chats read message by message")
struct ChatEvaluationTests {
  private func chat(_ lines: String...) throws -> ChatEvaluation.Chat {
    let turns: [[String: Any]] = lines.map { line in
      let parts = line.components(separatedBy: ": ")
      var turn: [String: Any] = ["speaker": parts[0], "text": parts[1]]
      if parts.count > 2 { turn["mark"] = parts[2] }
      return turn
    }
    let data = try JSONSerialization.data(withJSONObject: ["id": "own", "turns": turns])
    return try JSONDecoder().decode(ChatEvaluation.Chat.self, from: data)
  }

  private func item(_ text: String, at turn: Int, _ kind: ChatEvaluation.Kind = .action) -> ChatEvaluation.Item {
    ChatEvaluation.Item(id: "own", turn: turn, kind: kind, text: text, owner: nil, confidence: 1, isListed: true)
  }

  @Test("a marked line is found in it, or near it in half of its words")
  func match() throws {
    let chat = try chat(
      "Ana: I will write the note about the parking fees", "Bo: Fine.", "Scribe: write note about parking fees: action",
      "Bo: Something else", "Bo: And more", "Bo: And more", "Bo: Write a note about the parking fees")
    func mark(_ item: ChatEvaluation.Item) -> Int? { ChatMatch.matched([item], in: chat)[0].mark }
    #expect(mark(item("Anything at all", at: 2)) == 2)
    #expect(mark(item("Write the note about the parking fees", at: 0)) == 2)
    #expect(mark(item("Write the report", at: 0)) == nil, "other words")
    #expect(mark(item("Write a note about the parking fees", at: 6)) == nil, "too far away")
    #expect(mark(item("Write the note about the parking fees", at: 0, .decision)) == nil, "another kind")
  }

  @Test("the figures count what is listed")
  func figures() throws {
    let chat = try chat("Scribe: write note: action", "Scribe: send report: action", "Ana: Hm", "Bo: Fine")
    var waiting = item("Send report", at: 1)
    waiting.isListed = false
    var figures = ChatFigures()
    figures.add(chat, ChatMatch.matched([item("Write note", at: 0), waiting], in: chat))
    #expect(
      figures.lines == [
        "action: 1 in 4 messages, 250.0 per 1,000; 1 in doubt; found 1 of 2 that were marked.",
        "decision: 0 in 4 messages, 0.0 per 1,000; 0 in doubt; found 0 of 0 that were marked.",
      ])
  }

  @Test("a chat is read in the light of what was said before")
  func context() throws {
    let engine = TextEngine(models: RepositoryModels.folder)
    let chat = try chat("Ana Lopez: Bo, can you renew the licence of the printer?", "Bo Chen: Will do by Friday.")
    let items = ChatEvaluation(engine: engine).items(of: chat)
    #expect(items.map(\.text) == ["Renew the licence of the printer"])
    #expect(items.map(\.owner) == ["Bo Chen"])
  }
}
