import Domain
import Testing

@Suite("Message rules")
struct MessageRulesTests {
  @Test("text is trimmed and kept inside")
  func trims() throws {
    #expect(try MessageText.validated("  a  b\n") == "a  b")
    #expect(try MessageText.validated("a\tb\nc") == "a\tb\nc")
  }

  @Test("the limit is 8,000 scalars after trimming")
  func limit() throws {
    let longest = String(repeating: "é", count: MessageText.maximumLength)
    #expect(try MessageText.validated(" " + longest + " ") == longest)
    let refusal = #expect(throws: Refusal.self) { try MessageText.validated(longest + "x") }
    #expect(refusal?.code == .tooLarge)
  }

  @Test(
    "empty text and control characters are refused",
    arguments: ["", "  \n", "a\u{0}b", "a\u{1B}[2J", "\u{7F}", "a\u{9B}2J", "\u{85}x"])
  func refuses(text: String) {
    let refusal = #expect(throws: Refusal.self) { try MessageText.validated(text) }
    #expect(refusal?.code == .invalid)
  }

  @Test("edits keep ten former texts and count on")
  func edits() {
    var message = Message(
      id: MessageID(high: 1, low: 1), seq: 1, rev: 1, sender: UserID(high: 1, low: 1), text: "v0",
      createdAt: Timestamp(milliseconds: 0))
    for version in 1...12 {
      message = message.edited(
        to: "v\(version)", editID: EditID(high: 2, low: UInt64(version)),
        at: Timestamp(milliseconds: Int64(version)), rev: Int64(version + 1))
    }
    #expect(message.text == "v12")
    #expect(message.editCount == 12)
    #expect(message.edits.map(\.text) == (2...11).map { "v\($0)" })
    #expect(message.rev == 13)
  }

  @Test("the same edit twice is one edit")
  func repeatedEdit() {
    let message = Message(
      id: MessageID(high: 1, low: 1), seq: 1, rev: 1, sender: UserID(high: 1, low: 1), text: "a",
      createdAt: Timestamp(milliseconds: 0))
    let edit = EditID(high: 3, low: 3)
    let once = message.edited(to: "b", editID: edit, at: Timestamp(milliseconds: 1), rev: 2)
    #expect(once.edited(to: "b", editID: edit, at: Timestamp(milliseconds: 2), rev: 3) == once)
  }

  @Test("a tombstone keeps its place and loses its content")
  func tombstone() {
    let author = UserID(high: 1, low: 1)
    let message = Message(
      id: MessageID(high: 1, low: 1), seq: 4, rev: 1, sender: author, text: "secret",
      createdAt: Timestamp(milliseconds: 0), editCount: 1,
      edits: [MessageEdit(id: EditID(high: 1, low: 1), text: "older secret", at: Timestamp(milliseconds: 0))])
    let deleted = message.deleted(by: author, at: Timestamp(milliseconds: 9), rev: 2)
    #expect(deleted.text.isEmpty && deleted.edits.isEmpty)
    #expect(deleted.seq == 4 && deleted.sender == author && deleted.isDeleted && deleted.rev == 2)
    #expect(deleted.deleted(by: author, at: Timestamp(milliseconds: 10), rev: 3) == deleted)
  }
}
