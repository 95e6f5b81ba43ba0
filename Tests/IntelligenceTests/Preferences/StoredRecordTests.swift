import Domain
import Intelligence
import ServerCore
import Testing
import WireProtocol

@Suite("Private records that earlier versions stored")
struct StoredRecordTests {
  private static let id = "018f3c5e-9c30-7c33-ac03-0000000000d1"
  private static let receipt =
    #"{"inputTokens":0,"isCached":false,"messagesRead":3,"messagesSent":0,"milliseconds":12,"model":"on-box 1","#
    + #""outputTokens":0,"place":"this server"}"#
  private static let citation =
    #"{"conversation":"\#(id)","createdAt":5,"excerpt":"e","message":"\#(id)","sender":"\#(id)","seq":7}"#

  private func stored<Value: WireBody>(_ text: String) throws -> Value {
    try RecordBody.decode(Array(text.utf8))
  }

  /// Each as version 1 wrote it. A key that is added to a record's shape has a default or may be
  /// absent; else this fails.
  @Test("are read by this one")
  func firstVersion() throws {
    let preferences: AIPreferences = try stored(
      #"{"allowsRemoteModels":false,"focusHours":[{"days":[1],"end":600,"start":540}],"isOn":true,"tone":"brief","#
        + #""urgentContacts":["\#(Self.id)"],"urgentKeywords":["outage"],"workingHours":[]}"#)
    #expect(
      preferences
        == AIPreferences(
          allowsRemoteModels: false, urgentContacts: [try #require(UserID(Self.id))], urgentKeywords: ["outage"],
          focusHours: [AIPreferences.Hours(days: [1], start: 540, end: 600)], workingHours: [], tone: .brief))

    let output: AIOutput = try stored(
      #"{"confidence":0.82999999999999996,"contributions":[],"createdAt":1,"expiresAt":2,"id":"\#(Self.id)","#
        + #""isDismissed":false,"isFound":true,"kind":"summary","points":[{"citations":[\#(Self.citation)],"text":"p"}],"#
        + #""reason":"r","receipt":\#(Self.receipt),"slots":[],"text":"x","title":"T"}"#)
    #expect(output.points.first?.citations.first?.seq == 7 && output.confidence == 0.83)

    let message: AssistantMessage = try stored(
      #"{"citations":[\#(Self.citation)],"createdAt":1,"id":"\#(Self.id)","proposals":[{"arguments":"{}","#
        + #""function":"f","id":"\#(Self.id)","state":"waiting","summary":"s"}],"receipt":\#(Self.receipt),"#
        + #""role":"assistant","text":"x"}"#)
    #expect(message.proposals.first?.state == .waiting && message.receipt?.messagesRead == 3)

    let entry: LedgerEntry = try stored(
      #"{"at":1,"conversations":["\#(Self.id)"],"cost":3,"feature":"f","inputTokens":1,"isCached":false,"#
        + #""messagesSent":2,"model":"m","outputTokens":1,"place":"p"}"#)
    #expect(
      entry
        == LedgerEntry(
          at: Timestamp(milliseconds: 1), feature: "f", model: "m", place: "p",
          conversations: [try #require(ConversationID(Self.id))], messagesSent: 2, inputTokens: 1, outputTokens: 1,
          cost: 3, isCached: false))

    let memory: MemoryEntry = try stored(
      #"{"createdAt":1,"id":"\#(Self.id)","text":"t"}"#)
    #expect(memory.text == "t")
    let minutes: Double = try RecordBody.decode(Array("12.5".utf8))
    #expect(minutes == 12.5)
  }

  @Test("and lack a key that came later have its default")
  func earlierThanTheKey() throws {
    let preferences: AIPreferences = try stored(#"{"isOn":false}"#)
    #expect(preferences == AIPreferences(isOn: false))
    let message: AssistantMessage = try stored(
      #"{"createdAt":1,"id":"\#(Self.id)","receipt":{"model":"m","place":"p"},"role":"user","text":"x"}"#)
    #expect(message.citations.isEmpty && message.receipt == AIReceipt(model: "m", place: "p"))
  }

  @Test("and cannot be read are the server's fault, not the asker's", arguments: ["", "[]", #"{"isOn":1}"#, "{"])
  func unreadable(_ text: String) {
    #expect(throws: Refusal(.internal, "A record could not be read.")) {
      let _: AIPreferences = try RecordBody.decode(Array(text.utf8))
    }
    #expect(throws: Refusal(.internal, "A record could not be read.")) {
      let _: Double = try RecordBody.decode(Array(text.utf8))
    }
  }
}
