import ClientStore
import Domain
import Foundation
import Testing

@Suite("Kept answers")
struct AnswerTests {
  /// A clock that the test moves.
  private final class MovedClock: WallClock, @unchecked Sendable {
    var now = FixedClock().now
  }

  private let clock = MovedClock()

  private func citation(_ message: UInt64, in conversation: ConversationID = room) -> Citation {
    Citation(
      conversation: conversation, message: id(message), seq: 1, sender: ada, excerpt: "words of \(message)",
      createdAt: Timestamp(milliseconds: 1))
  }

  private func output(
    _ number: UInt64, cites messages: UInt64..., in conversation: ConversationID? = room, days: Int64 = 30
  ) -> AIOutput {
    AIOutput(
      id: id(number), kind: .summary, conversation: conversation, title: "Team", text: "canary-\(number)",
      points: [CitedPoint(text: "point", citations: messages.map { citation($0) })], confidence: 1, reason: "read",
      receipt: AIReceipt(model: "on-box 1", place: "this server"),
      createdAt: clock.now, expiresAt: clock.now.adding(seconds: days * 86_400))
  }

  private func stage(path: String? = nil) throws -> (ClientStore, FakeServer) {
    var server = FakeServer()
    server.post(ada, id(10), "first")
    server.post(ada, id(11), "second")
    let store = try ClientStore(path: path, clock: clock)
    try store.setUser(profile())
    _ = try store.apply(server.window())
    return (store, server)
  }

  @Test("the last summary of each conversation, the digest and lists are kept, with their time")
  func kept() throws {
    let (store, _) = try stage()
    #expect(try store.keptDigest() == nil)
    try store.keepSummary(output(1, cites: 10), of: room, for: me)
    try store.keepDigest(output(2, cites: 11, in: nil), for: me)
    let first = clock.now
    clock.now = clock.now.adding(seconds: 60)
    try store.keepDigest(output(3, cites: 11, in: nil), for: me)
    try store.keep([PriorityVerdict](), unreadOnly: true, for: me)
    #expect(try store.keptSummary(of: room) == KeptAnswer(output(1, cites: 10).at(first), savedAt: first))
    #expect(try store.keptDigest()?.value.id == id(3))
    #expect(try store.keptDigest()?.savedAt == clock.now)
    #expect(try store.keptPriorities(unreadOnly: true)?.value == [], "that there is nothing is an answer too")
    #expect(try store.keptPriorities(unreadOnly: false) == nil)
  }

  @Test("what cites a message that is deleted or edited goes at once, and only that")
  func cited() throws {
    var (store, server) = try stage()
    try store.keepSummary(output(1, cites: 10, 11), of: room, for: me)
    try store.keep([output(1, cites: 10, 11), output(2, cites: 11)], for: me)
    server.delete(1)
    _ = try store.apply(server.delta(from: 3))
    #expect(try store.keptSummary(of: room) == nil)
    #expect(try store.keptOutputs()?.value.map(\.id) == [id(2)])
    server.edit(2, to: "other")
    _ = try store.apply(server.delta(from: 4))
    #expect(try store.keptOutputs()?.value == [])
    try store.keep([output(3, cites: 10), output(4, cites: 11)], for: me)
    #expect(try store.keptOutputs()?.value.map(\.id) == [id(4)], "what comes late cites nothing that is gone")
    _ = try store.apply(server.delta(from: 4))
    #expect(try store.keptOutputs()?.value.map(\.id) == [id(4)], "the same row once more changes nothing")
  }

  @Test("a conversation that is left, or where the AI is off, takes what is of it")
  func left() throws {
    var (store, server) = try stage()
    try store.keepDigest(output(1, cites: 10, in: nil), for: me)
    server.setIntelligence(isOn: false)
    _ = try store.apply(server.delta(from: 3))
    #expect(try store.keptDigest() == nil)
    try store.keepSummary(output(2), of: room, for: me)
    try store.removeFeed(feed)
    #expect(try store.keptSummary(of: room) == nil)
  }

  @Test("a window that replaces the conversation takes what cites messages that are not in it")
  func window() throws {
    var (store, server) = try stage()
    try store.keep([output(1, cites: 10), output(2, cites: 11)], for: me)
    for number in 0..<UInt64(Limits.window - 1) { server.post(ada, id(500 + number)) }
    _ = try store.apply(server.window())
    #expect(try store.keptOutputs()?.value.map(\.id) == [id(2)])
  }

  @Test("signing out, the end of the session, and the AI switched off leave none")
  func signedOut() throws {
    let (store, _) = try stage()
    for forget in [{ try store.eraseCopies() }, { try store.keep(AIPreferences(isOn: false), for: me) }] {
      try store.keepDigest(output(1, cites: 10, in: nil), for: me)
      #expect(try store.keptDigest() != nil)
      try forget()
      #expect(try store.keptDigest() == nil)
    }
    try store.keepDigest(output(1, cites: 10, in: nil), for: ada)
    #expect(try store.keptDigest() == nil, "what somebody else has asked for")
    try store.keepDigest(output(1, cites: 10, in: nil), for: me)
    try store.wipe()
    #expect(try store.keptDigest() == nil)
  }

  @Test("an answer is there for 30 days, and no longer than the server keeps it")
  func age() throws {
    let (store, _) = try stage()
    try store.keepDigest(output(1, cites: 10, in: nil, days: 90), for: me)
    try store.keepSummary(output(2, cites: 10, days: 5), of: room, for: me)
    clock.now = clock.now.adding(seconds: 5 * 86_400)
    #expect(try store.keptSummary(of: room) == nil)
    #expect(try store.keptDigest() != nil)
    clock.now = clock.now.adding(seconds: 25 * 86_400)
    #expect(try store.keptDigest() == nil)
  }

  @Test("the last summaries of 50 conversations are kept")
  func bound() throws {
    let (store, _) = try stage()
    for number in 0..<UInt64(52) {
      clock.now = clock.now.adding(seconds: 1)
      try store.keepSummary(output(number), of: id(1_000 + number), for: me)
    }
    let held = try (0..<UInt64(52)).filter { try store.keptSummary(of: id(1_000 + $0)) != nil }
    #expect(held == Array(2..<52))
  }

  @Test("an output that is put away, a memory and the talk go when they are erased")
  func putAway() throws {
    let (store, _) = try stage()
    try store.keepDigest(output(1, cites: 10, in: nil), for: me)
    try store.keep([output(1, cites: 10), output(2, cites: 10)], for: me)
    try store.forget(AIOutputID(high: 7, low: 1))
    #expect(try store.keptDigest() == nil)
    #expect(try store.keptOutputs()?.value.map(\.id) == [id(2)])
    let said = AssistantMessage(id: id(5), role: .user, text: "hello", createdAt: clock.now)
    try store.keep(talk: [said], for: me)
    #expect(try store.keptTalk()?.value == [said])
    try store.forgetTalk()
    #expect(try store.keptTalk() == nil)
  }

  @Test("nothing of an erased answer is left in the files")
  func bytes() throws {
    let folder = try TemporaryFolder()
    var (store, server) = try stage(path: folder.file)
    func holds(_ word: String) throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
        var isFolder: ObjCBool = false
        let path = folder.path + "/" + name
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
          return false
        }
        return try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data(word.utf8)) != nil
      }
    }
    try store.keepSummary(output(1, cites: 10), of: room, for: me)
    try store.keepDigest(output(2, cites: 11, in: nil), for: me)
    #expect(try holds("canary-1") && holds("canary-2"))
    server.delete(1)
    _ = try store.apply(server.delta(from: 3))
    #expect(try !holds("canary-1"))
    #expect(try !holds("words of 10"))
    #expect(try holds("canary-2"))
    try store.forget(AIOutputID(high: 7, low: 2))
    #expect(try !holds("canary-2"))
    try store.close()
  }
}

extension AIOutput {
  /// The same, made at another time.
  fileprivate func at(_ time: Timestamp) -> AIOutput {
    AIOutput(
      id: id, kind: kind, conversation: conversation, title: title, text: text, points: points,
      confidence: confidence, reason: reason, receipt: receipt, createdAt: time,
      expiresAt: time.adding(seconds: 30 * 86_400))
  }
}
