import ClientStore
import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing
import WireProtocol

func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(high: 7, low: number) }

let me: UserID = id(1)
let ada: UserID = id(2)
let room: ConversationID = id(100)
let otherRoom: ConversationID = id(101)

/// An engine on a store in memory; the test plays the server, the clock and the network.
final class EngineFixture: Transport, TimerSource, EngineOutput {
  let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
  let store: ClientStore
  private var engine: ClientEngine?
  private(set) var sent: [ClientFrame] = []
  private(set) var timers: [EngineTimer: Double] = [:]
  private(set) var states: [ConnectionState] = []
  private(set) var authorizations: [Bool] = []
  private(set) var typing: [ConversationID: [UserID]] = [:]
  private(set) var connects = 0
  private(set) var uploads: [[AttachmentID: UploadProgress]] = []
  private(set) var measured: [ClientEvent] = []
  private(set) var traced: [ClientSpan] = []
  private(set) var arrivals: [TracedArrival] = []
  var tellsSpans = true
  private(set) var isOpen = false
  let uploader = FakeUploader()
  let requester = FakeRequester()
  private let folder: URL

  init(user: UserID? = me) throws {
    folder = try makeFolder()
    store = try ClientStore(path: folder.appendingPathComponent("client.sqlite").path, clock: clock)
    if let user { try store.setUser(Self.profile(user)) }
    restart()
  }

  deinit {
    do {
      try store.close()
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record(error)
    }
  }

  /// The process starts again on what the store holds.
  func restart() {
    sent = []
    timers = [:]
    isOpen = false
    _ = uploader.take()
    _ = requester.take()
    engine = ClientEngine(
      store: store, transport: self, uploader: uploader, requester: requester, timers: self, clock: clock, seed: 1,
      clientName: "test",
      output: self)
  }

  static func profile(_ user: UserID) -> Profile {
    Profile(
      id: user, rev: 1, email: "me@example.org", name: "Me", workspaceRole: .member,
      createdAt: Timestamp(milliseconds: 1))
  }

  func handle(_ events: EngineEvent...) {
    for event in events { engine?.handle(event) }
  }

  func hear(_ frames: ServerFrame...) {
    for frame in frames { engine?.handle(.frame(frame.encode())) }
  }

  /// Takes what was sent since the last time.
  func take() -> [ClientFrame] {
    defer { sent = [] }
    return sent
  }

  func fire(_ timer: EngineTimer) {
    guard timers.removeValue(forKey: timer) != nil else { return }
    handle(.timer(timer))
  }

  /// From the present state to `welcome`.
  func open(token: String = "t", history: HistoryID? = nil, traces: Int64? = nil) {
    handle(.token(token), .opened)
    hear(.welcome(user: me, session: id(9), serverTime: clock.now, history: history, traces: traces))
  }

  /// From the start to online.
  func goOnline() {
    handle(.start)
    open()
    hear(.synced)
  }

  func drop(_ code: UInt16? = nil) {
    isOpen = false
    handle(.closed(code: code))
  }

  /// Back online after `drop`.
  func comeBack() {
    fire(.reconnect)
    open()
    hear(.synced)
  }

  func post(_ number: UInt64, in conversation: ConversationID = room) throws {
    try store.enqueue(
      .send(PendingMessage(id: id(number), conversation: conversation, text: "hello", createdAt: clock.now)))
    handle(.outboxChanged)
  }

  /// The file that the tests send.
  var source: URL { folder.appendingPathComponent("picture.jpg") }

  /// The user sends one file of three bytes for each number.
  func post(_ number: UInt64, files: [UInt64], in conversation: ConversationID = room) throws {
    try Data("abc".utf8).write(to: source)
    let file = OutgoingFile(source: source, name: "picture.jpg", kind: .image, alt: "A lake")
    try store.enqueue(
      PendingMessage(id: id(number), conversation: conversation, text: "", createdAt: clock.now),
      files: files.map { (id($0), file) })
    handle(.outboxChanged)
  }

  /// What lies in the folder of files that wait.
  var kept: [String] {
    get throws {
      let path = folder.appendingPathComponent("client.sqlite-files/outgoing").path
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: path)
    }
  }

  // MARK: Transport

  func connect() {
    connects += 1
    isOpen = true
  }
  func send(_ frame: [UInt8]) {
    guard isOpen, let frame = try? ClientFrame.decode(frame) else { return }
    sent.append(frame)
  }
  func disconnect() { isOpen = false }

  // MARK: TimerSource

  func start(_ timer: EngineTimer, seconds: Double) { timers[timer] = seconds }
  func cancel(_ timer: EngineTimer) { timers[timer] = nil }

  // MARK: EngineOutput

  func authorize(fresh: Bool) { authorizations.append(fresh) }
  func connectionChanged(_ state: ConnectionState) { states.append(state) }
  func typingChanged(_ conversation: ConversationID, _ users: [UserID]) { typing[conversation] = users }
  func measured(_ event: ClientEvent) { measured.append(event) }
  func traced(_ span: ClientSpan) { traced.append(span) }
  func arriving(_ message: TracedArrival) { arrivals.append(message) }
  func uploadsChanged(_ progress: [AttachmentID: UploadProgress]) { uploads.append(progress) }
  func presenceChanged(_ presence: [UserID: Presence]) {}
  func storageFailed(_ error: any Error) {}
}

/// Takes note of what an engine asks for files; the test answers.
final class FakeUploader: Uploader {
  enum Step: Hashable {
    case announce(AttachmentID, Int64)
    case ask(AttachmentID, Int64)
    case transmit(AttachmentID, Int64, from: Int64, count: Int64, isLast: Bool)
    case handOver(AttachmentID, from: Int64)
    case recallAll
    case stop(AttachmentID)
  }

  private var steps: [Step] = []

  func take() -> [Step] {
    defer { steps = [] }
    return steps
  }

  func announce(_ file: Domain.Attachment, request: Int64) { steps.append(.announce(file.id, request)) }
  func ask(_ file: AttachmentID, request: Int64) { steps.append(.ask(file, request)) }
  func transmit(_ file: AttachmentID, request: Int64, from offset: Int64, count: Int64, isLast: Bool) {
    steps.append(.transmit(file, request, from: offset, count: count, isLast: isLast))
  }
  func handOver(_ file: AttachmentID, from offset: Int64) { steps.append(.handOver(file, from: offset)) }
  func recallAll() { steps.append(.recallAll) }
  func stop(_ file: AttachmentID) { steps.append(.stop(file)) }
}

/// Takes note of the requests that an engine sends; the test answers.
final class FakeRequester: Requester {
  private var requests: [DeferredRequest] = []

  func take() -> [DeferredRequest] {
    defer { requests = [] }
    return requests
  }

  func transmit(_ request: DeferredRequest) { requests.append(request) }
}

/// The server's rows of a conversation.
func window(_ conversation: ConversationID = room, messages count: Int64 = 1, rev: Int64? = nil) -> FeedDelta {
  FeedDelta(
    feed: .conversation(conversation), fromRev: 0, toRev: rev ?? count + 1, isReset: true, windowStart: 1,
    unreadBefore: 0,
    conversation: Conversation(
      id: conversation, rev: 1, kind: .group, name: "Team", createdAt: Timestamp(milliseconds: 5), createdBy: ada),
    members: [
      Member(user: me, rev: 1, role: .member, name: "Me"), Member(user: ada, rev: 1, role: .admin, name: "Ada"),
    ], messages: count < 1 ? [] : (1...count).map { message(UInt64($0) + 1_000, seq: $0, rev: $0 + 1) })
}

func message(_ number: UInt64, seq: Int64, rev: Int64, sender: UserID = ada) -> Message {
  Message(
    id: id(number), seq: seq, rev: rev, sender: sender, text: "hello", createdAt: Timestamp(milliseconds: 10 + seq))
}

func delta(_ message: Message, in conversation: ConversationID = room) -> FeedDelta {
  FeedDelta(
    feed: .conversation(conversation), fromRev: message.rev - 1, toRev: message.rev, messages: [message])
}

extension [ClientFrame] {
  /// Message ids of the sends, with their refs.
  var sends: [(ref: Int64, id: MessageID)] {
    compactMap { if case .send(let ref, _, let id, _, _, _, _) = $0 { (ref, id) } else { nil } }
  }

  var pulls: [Int64] {
    compactMap { if case .pull(_, let rev) = $0 { rev } else { nil } }
  }
}
