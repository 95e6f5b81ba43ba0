import ClientStore
import Domain
import Foundation

struct FixedClock: WallClock {
  var now = Timestamp(milliseconds: 1_800_000_000_000)
}

struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

func id<Entity>(_ number: UInt64) -> Identifier<Entity> { Identifier(high: 7, low: number) }

let me: UserID = id(1)
let ada: UserID = id(2)
let bob: UserID = id(3)
let room: ConversationID = id(100)
let feed = FeedID.conversation(room)

func profile(_ user: UserID = me, rev: Int64 = 1, name: String = "Me") -> Profile {
  Profile(
    id: user, rev: rev, email: "me@example.org", name: name, workspaceRole: .member,
    createdAt: Timestamp(milliseconds: 1))
}

func pending(_ number: UInt64, _ text: String = "hello", in conversation: ConversationID = room) -> PendingMessage {
  PendingMessage(
    id: id(number), conversation: conversation, text: text, createdAt: Timestamp(milliseconds: 1_800_000_000_000))
}

/// The server's side of one conversation: the rows, and the frames that it would send.
struct FakeServer {
  private(set) var rev: Int64 = 1
  private(set) var conversation: Conversation
  private(set) var members: [UserID: Member] = [:]
  private(set) var messages: [Message] = []
  private(set) var insights: [InsightID: Insight] = [:]
  private var nextEdit: UInt64 = 1

  init(_ conversation: ConversationID = room, users: [UserID] = [me, ada, bob], kind: Conversation.Kind = .group) {
    self.conversation = Conversation(
      id: conversation, rev: 1, kind: kind, name: kind == .group ? "Team" : nil,
      createdAt: Timestamp(milliseconds: 5), createdBy: users[0])
    for user in users {
      members[user] = Member(user: user, rev: 1, role: .member, name: "User \(user.low)")
    }
  }

  var lastSeq: Int64 { Int64(messages.count) }

  @discardableResult
  mutating func post(_ sender: UserID, _ id: MessageID, _ text: String = "hello") -> Message {
    rev += 1
    let message = Message(
      id: id, seq: lastSeq + 1, rev: rev, sender: sender, text: text,
      createdAt: Timestamp(milliseconds: 1_700_000_000_000 + rev))
    messages.append(message)
    return message
  }

  @discardableResult
  mutating func edit(_ seq: Int64, to text: String, editID: EditID? = nil) -> Message {
    rev += 1
    nextEdit += 1
    let index = Int(seq) - 1
    messages[index] = messages[index].edited(
      to: text, editID: editID ?? id(nextEdit + 900_000), at: Timestamp(milliseconds: rev), rev: rev)
    return messages[index]
  }

  @discardableResult
  mutating func delete(_ seq: Int64, by user: UserID = me) -> Message {
    rev += 1
    let index = Int(seq) - 1
    messages[index] = messages[index].deleted(by: user, at: Timestamp(milliseconds: rev), rev: rev)
    return messages[index]
  }

  mutating func change(_ user: UserID, _ change: (inout Member) -> Void) {
    rev += 1
    change(&members[user]!)
    members[user]!.rev = rev
  }

  @discardableResult
  mutating func find(_ insight: InsightID, _ text: String = "task", in message: MessageID = id(10)) -> Insight {
    rev += 1
    let row = Insight(
      id: insight, rev: rev, kind: .actionItem, text: text, citations: [message], owner: ada, tags: ["launch"],
      confidence: 0.75, reason: "asked", createdAt: Timestamp(milliseconds: rev))
    insights[insight] = row
    return row
  }

  mutating func change(_ insight: InsightID, _ change: (inout Insight) -> Void) {
    rev += 1
    change(&insights[insight]!)
    insights[insight]!.rev = rev
  }

  mutating func withdraw(_ insight: InsightID) {
    rev += 1
    insights[insight] = insights[insight]!.withdrawn(rev: rev, at: Timestamp(milliseconds: rev))
  }

  mutating func rename(_ name: String) {
    rev += 1
    conversation.renamed = Renaming(at: Timestamp(milliseconds: rev), by: ada, from: conversation.name ?? "")
    conversation.name = name
    conversation.rev = rev
  }

  mutating func setIntelligence(isOn: Bool) {
    rev += 1
    conversation.isIntelligenceOn = isOn
    conversation.rev = rev
  }

  func delta(from: Int64, to: Int64? = nil) -> FeedDelta {
    let to = to ?? rev
    let range = (from + 1)...max(to, from + 1)
    return FeedDelta(
      feed: .conversation(conversation.id), fromRev: from, toRev: to,
      conversation: range.contains(conversation.rev) ? conversation : nil,
      members: members.values.filter { range.contains($0.rev) }.sorted { $0.user < $1.user },
      messages: messages.filter { range.contains($0.rev) },
      insights: insights.values.filter { range.contains($0.rev) }.sorted { $0.rev < $1.rev })
  }

  func window(for user: UserID = me, size: Int = Limits.window) -> FeedDelta {
    let held = Array(messages.suffix(size))
    let start = held.first?.seq ?? 1
    return FeedDelta(
      feed: .conversation(conversation.id), fromRev: 0, toRev: rev, isReset: true, windowStart: start,
      unreadBefore: unread(of: user, below: start), conversation: conversation,
      members: members.values.sorted { $0.user < $1.user }, messages: held,
      insights: insights.values.filter { $0.status != .withdrawn })
  }

  func page(before seq: Int64, limit: Int, for user: UserID = me) -> MessagePage {
    let held = Array(messages.filter { $0.seq < seq }.suffix(limit))
    let start = held.first?.seq ?? 1
    return MessagePage(
      conversation: conversation.id, messages: held, windowStart: start, unreadBefore: unread(of: user, below: start),
      hasMore: start > 1)
  }

  func unread(of user: UserID, below seq: Int64 = .max) -> Int {
    let member = members[user]!
    return messages.count {
      $0.seq > max(member.readSeq, member.joinSeq) && $0.seq < seq && $0.sender != user && !$0.isDeleted
    }
  }

  /// One random change to anything shared.
  mutating func step(_ random: inout SeededGenerator, nextID: inout UInt64) {
    let user = members.keys.sorted().randomElement(using: &random)!
    switch Int.random(in: 0..<15, using: &random) {
    case 12:
      nextID += 1
      find(id(nextID), "task \(rev)")
    case 13, 14:
      let open = insights.values.filter { $0.status != .withdrawn }.map(\.id).sorted()
      guard let insight = open.randomElement(using: &random) else { return }
      if Bool.random(using: &random) { withdraw(insight) } else { change(insight) { $0.status = .done } }
    case 0...5:
      nextID += 1
      post(user, id(nextID), "text \(rev)")
    case 6:
      guard let message = messages.randomElement(using: &random), !message.isDeleted else { return }
      edit(message.seq, to: "edited \(rev)")
    case 7:
      guard let message = messages.randomElement(using: &random), !message.isDeleted else { return }
      delete(message.seq, by: user)
    case 8:
      let seq = Int64.random(in: 0...max(1, lastSeq), using: &random)
      change(user) { $0.readSeq = max($0.readSeq, min(seq, Int64.max)) }
    case 9:
      let seq = Int64.random(in: 0...max(1, lastSeq), using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 { change(user) { $0.readSeq = seq } }
    case 10:
      let last = lastSeq
      change(user) { $0.deliveredSeq = last }
    default:
      rename("Team \(rev)")
    }
  }
}

/// A store of a signed-in user that holds the server's window.
func makeStore(_ server: FakeServer? = nil, path: String? = nil) throws -> ClientStore {
  let store = try ClientStore(path: path, clock: FixedClock())
  try store.setUser(profile())
  if let server { _ = try store.apply(server.window()) }
  return store
}

/// A folder that is removed with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var file: String { path + "/store.sqlite" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
