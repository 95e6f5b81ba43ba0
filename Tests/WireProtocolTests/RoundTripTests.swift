import Domain
import Testing
import WireProtocol

@Suite("Everything that is written can be read again")
struct RoundTripTests {
  @Test("a client frame survives the wire", arguments: Samples.clientFrames)
  func clientFrame(_ frame: ClientFrame) throws {
    #expect(try ClientFrame.decode(frame.encode()) == frame)
  }

  @Test("a server frame survives the wire", arguments: Samples.serverFrames)
  func serverFrame(_ frame: ServerFrame) throws {
    #expect(try ServerFrame.decode(frame.encode()) == frame)
  }

  @Test("the rows of the domain survive the wire as bodies")
  func rows() throws {
    try expectRoundTrip(Samples.messages)
    try expectRoundTrip([Samples.direct, Samples.group])
    try expectRoundTrip(Samples.members)
    try expectRoundTrip(Samples.settings)
    try expectRoundTrip(Samples.insights)
    try expectRoundTrip(Samples.profiles)
    try expectRoundTrip(Samples.users)
    try expectRoundTrip(Samples.devices)
    try expectRoundTrip(Samples.deltas)
    try expectRoundTrip(Samples.pages)
    try expectRoundTrip(Samples.message().edited(to: "b", editID: Samples.change, at: Samples.time, rev: 2).edits)
    try expectRoundTrip([SearchResult(conversation: Samples.chat, message: Samples.message(), snippet: "\u{2}a\u{3}")])
  }

  @Test("requests survive the wire, with and without their optional keys")
  func requests() throws {
    try expectRoundTrip([
      SignUpRequest(email: "a@b.c", password: "p\"w", name: "A"),
      SignUpRequest(
        email: "a@b.c", password: "pw", name: "A", device: "d", timeZone: "UTC", locale: "en", language: "en"),
    ])
    try expectRoundTrip([
      SignInRequest(email: "a@b.c", password: "pw"), SignInRequest(email: "a", password: "", device: "d"),
    ])
    try expectRoundTrip([RefreshRequest(refreshToken: "abc")])
    try expectRoundTrip([PasswordChangeRequest(current: "a", new: "b")])
    try expectRoundTrip([DeleteAccountRequest(password: "a")])
    try expectRoundTrip([
      CreateConversationRequest(kind: .direct, members: [Samples.bob]),
      CreateConversationRequest(kind: .group, members: [], name: "N", id: Samples.chat),
    ])
    try expectRoundTrip([AddMembersRequest(users: [Samples.ada, Samples.bob]), AddMembersRequest(users: [])])
    try expectRoundTrip([RoleRequest(role: .admin), RoleRequest(role: .member)])
    try expectRoundTrip([
      PostMessageRequest(id: Samples.first, text: "a"),
      PostMessageRequest(id: Samples.first, text: "a", replyTo: Samples.second),
    ])
    try expectRoundTrip([EditMessageRequest(editID: Samples.change, text: "b")])
    try expectRoundTrip([ReadRequest(seq: 4, markUnread: false), ReadRequest(seq: 0, markUnread: true)])
  }

  @Test("answers survive the wire")
  func answers() throws {
    try expectRoundTrip(
      Samples.profiles.map {
        SessionResponse(
          user: $0, session: Samples.session, accessToken: "a.b.c", accessExpiresAt: Samples.time, refreshToken: "r")
      })
    try expectRoundTrip([SessionsResponse(sessions: Samples.devices), SessionsResponse(sessions: [])])
    try expectRoundTrip([UsersResponse(users: Samples.users)])
    try expectRoundTrip([ConversationsResponse(conversations: [FeedRev(id: Samples.chat, rev: 4)])])
    let result = SearchResult(conversation: Samples.chat, message: Samples.message(), snippet: "s")
    try expectRoundTrip([SearchResponse(results: [result], next: "n"), SearchResponse(results: [])])
    try expectRoundTrip(
      Samples.refusals.map { ProblemBody(refusal: $0, title: "T", status: $0.code.httpStatus) })
  }

  @Test("a profile change tells leaving a value from clearing it")
  func profileChange() throws {
    try expectRoundTrip([
      ProfileChange(),
      ProfileChange(name: "A", photo: .some(nil), timeZone: "UTC"),
      ProfileChange(locale: .some(nil), language: .some("de")),
    ])
    let cleared = ProfileChange(photo: .some(nil))
    #expect(String(decoding: cleared.json(), as: UTF8.self) == #"{"photo":null}"#)
    try expectRoundTrip([
      ConversationPatchRequest(), ConversationPatchRequest(name: "N", photo: .some(nil)),
      ConversationPatchRequest(photo: "p"),
    ])
  }

  @Test("a settings change tells switching off from leaving as it is")
  func settingsChange() throws {
    try expectRoundTrip([
      ConversationSettingsChange(),
      ConversationSettingsChange(muted: false, archived: true),
      ConversationSettingsChange(muted: true, mutedUntil: Samples.time, pinned: false),
    ])
  }

  @Test("the spliced frames are the same bytes as the encoded ones", arguments: Samples.messages)
  func splicing(_ message: Message) {
    let feed = FeedID.conversation(Samples.chat)
    let row = FrameEncoder.message(message)
    #expect(row == message.json())
    let range = FeedDelta(feed: feed, fromRev: 41, toRev: 42, messages: [message])
    #expect(
      FrameEncoder.delta(feed: feed, fromRev: 41, toRev: 42, messageRow: row) == ServerFrame.delta(range).encode())
    #expect(
      FrameEncoder.ack(ref: 3, feed: feed, fromRev: 41, toRev: 42, messageRow: row)
        == ServerFrame.ack(ref: 3, range).encode())
    let repeated = FeedDelta(feed: feed, messages: [message])
    #expect(
      FrameEncoder.ack(ref: 3, feed: feed, fromRev: nil, toRev: nil, messageRow: row)
        == ServerFrame.ack(ref: 3, repeated).encode())
  }
}

func expectRoundTrip<Body: WireBody & Equatable>(
  _ bodies: [Body], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for body in bodies {
    #expect(try Body(json: body.json()) == body, sourceLocation: sourceLocation)
  }
}
