import Domain
import ServerCore
import Testing

@Suite("Rules of messages")
struct MessageRulesTests {
  typealias It = RuleFixture

  private func request(_ text: String = "text", by sender: UserID = It.ben) -> PostRequest {
    PostRequest(sender: sender, id: It.message(9), text: text, replyTo: nil, at: It.now)
  }

  @Test("a message takes the next place and the next revision, its text trimmed")
  func compose() throws {
    let message = try Rules.Messages.compose(request(" héllo\n"), in: It.group)
    #expect(message.seq == 9 && message.rev == 11 && message.text == "héllo")
    #expect(refusal { try Rules.Messages.compose(request(" "), in: It.group) } == .invalid)
    #expect(refusal { try Rules.Messages.compose(request(by: It.eve), in: It.group) } == .notFound)
    // Whoever may not see the conversation does not learn what is wrong with their text either.
    #expect(refusal { try Rules.Messages.compose(request(" ", by: It.eve), in: It.group) } == .notFound)
  }

  @Test("what is posted is answered and announced to all present members alike")
  func posted() throws {
    let message = try Rules.Messages.compose(request(), in: It.group)
    let answer = Rules.Messages.posted(message, in: It.group)
    #expect(answer.message == answer.deltas.first?.delta)
    #expect(answer.message?.fromRev == 10 && answer.message?.toRev == 11)
    #expect(answer.deltas.map(\.audience) == [[It.ada, It.ben, It.cleo]])
  }

  @Test("a repeat answers with the row as it is, claims no range and tells nobody; another's id is a conflict")
  func repeats() throws {
    let known = It.posted(by: It.ben)
    let answer = try Rules.Messages.repeated(known, isHere: true, by: It.ben, in: It.group)
    #expect(answer.message?.messages == [known])
    #expect(answer.message?.fromRev == nil && answer.changes.isEmpty)
    #expect(refusal { try Rules.Messages.repeated(known, isHere: true, by: It.ada, in: It.group) } == .conflict)
    #expect(refusal { try Rules.Messages.repeated(known, isHere: false, by: It.ben, in: It.group) } == .conflict)
  }

  @Test("one person's text, and everybody's, has its space")
  func space() {
    func check(_ used: Int64, _ total: Int64) -> ErrorCode? {
      refusal { try TextSpace(used: used, total: total, limits: It.limits).check(adding: 10) }
    }
    #expect(check(90, 140) == nil)
    #expect(check(91, 91) == .forbidden)
    #expect(check(0, 141) == .forbidden)
  }

  private func edit(
    _ message: Message?, isKnown: Bool = false, isHeld: Bool = false, to text: String = "new",
    by asker: UserID = It.ben,
    space: TextSpace = It.space
  ) throws -> MessageRuling {
    try Rules.Messages.edit(
      message, isKnown: isKnown, isHeld: isHeld, to: text, editID: EditID(high: 5, low: 1), by: asker, in: It.group,
      space: space,
      at: It.now)
  }

  @Test("the author edits, and the former text is kept")
  func edits() throws {
    guard case .changed(let change) = try edit(It.posted("former", by: It.ben)) else {
      Issue.record("nothing changed")
      return
    }
    #expect(change.message.text == "new" && change.message.rev == 11)
    #expect(change.message.edits.map(\.text) == ["former"])
    #expect(change.formerText == "former" && change.growth == -3)
    for asker in [It.ada, It.cleo] {
      #expect(refusal { try edit(It.posted(by: It.ben), by: asker) } == .forbidden)
    }
    #expect(refusal { try edit(It.posted(by: It.eve), by: It.eve) } == .notFound)
    #expect(refusal { try edit(nil) } == .notFound)
    #expect(refusal { try edit(It.posted(by: It.ben), to: " ") } == .invalid)
  }

  @Test("the same edit twice changes nothing; a deleted message is not edited")
  func editRepeats() throws {
    let message = It.posted(by: It.ben)
    guard case .repeated(let answer) = try edit(message, isKnown: true) else {
      Issue.record("edited twice")
      return
    }
    #expect(answer.message?.messages == [message] && answer.message?.fromRev == nil)
    let gone = message.deleted(by: It.ben, at: It.now, rev: 3)
    #expect(refusal { try edit(gone) } == .gone)
    #expect(refusal { try edit(gone, isKnown: true) } == .gone)
  }

  @Test("only a longer text needs space")
  func editSpace() {
    let full = TextSpace(used: 100, total: 100, limits: It.limits)
    #expect(refusal { try edit(It.posted("abc", by: It.ben), to: "abcd", space: full) } == .forbidden)
    #expect(refusal { try edit(It.posted("abc", by: It.ben), to: "xyz", space: full) } == nil)
  }

  @Test("the author deletes, or a group's admin; nothing of it stays, and a second time changes nothing")
  func deletes() throws {
    func delete(_ message: Message?, by asker: UserID, in state: ConversationState = It.group) throws -> MessageRuling {
      try Rules.Messages.delete(message, isHeld: false, by: asker, in: state, at: It.now)
    }
    let message = It.posted("secret", by: It.ben)
    for asker in [It.ben, It.ada] {
      guard case .changed(let change) = try delete(message, by: asker) else {
        Issue.record("not deleted")
        return
      }
      #expect(change.message.isDeleted && change.message.text.isEmpty && change.message.deletedBy == asker)
      #expect(change.growth == -6)
      guard case .repeated = try delete(change.message, by: It.ben) else {
        Issue.record("deleted twice")
        return
      }
    }
    #expect(refusal { try delete(message, by: It.cleo) } == .forbidden)
    #expect(refusal { try delete(message, by: It.ada, in: It.direct) } == .forbidden)
    #expect(refusal { try delete(message, by: It.eve) } == .notFound)
    #expect(refusal { try delete(nil, by: It.ada) } == .notFound)
  }
}
