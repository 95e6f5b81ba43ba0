import AIProviders
import Domain
import Foundation
import ServerCore

/// What one turn of the model pass is about: the new messages of a conversation with some before
/// them, and what this server has found in them.
struct PassMaterial: Sendable {
  /// The messages that a model is shown, oldest first, as their readers see them.
  let shown: [PlacedMessage]
  /// How many of `shown` were read before.
  let context: Int
  /// How far the conversation is read after the turn.
  let seq: Int64
  let members: [Member]
  let readers: ModelClaims.Readers
  /// Members who are told what presses them.
  let audience: Set<UserID>
  /// What was found in the messages and stands, each with its main message among them.
  let records: [Insight]

  /// Those that the model is asked about, in the order of their numbers.
  var asked: [Insight] { Array(records.filter { $0.status == .open }.prefix(PassPrompt.mostRecords)) }

  var prompt: PassPrompt {
    let numbers = Dictionary(
      shown.enumerated().map { ($0.element.message.id, $0.offset + 1) }, uniquingKeysWith: { first, _ in first })
    let words = MomentWords(timeZone: .gmt)
    return PassPrompt(
      turns: shown.enumerated().map { index, placed in
        PromptTurn(
          number: index + 1, speaker: readers.names[placed.message.sender], text: placed.message.text,
          time: words.exact(placed.message.createdAt))
      }, firstNew: context + 1, members: members.map { readers.names[$0.user] },
      records: asked.enumerated().map { index, insight in
        PassPrompt.Record(
          number: index + 1, kind: insight.kind.inPrompts, text: insight.text,
          messages: insight.citations.compactMap { numbers[$0] })
      })
  }

  /// Those who wrote what is to be read.
  var authors: Set<UserID> { Set(shown.dropFirst(context).map(\.message.sender)) }

  /// How many of each person's messages are sent, and how many characters they have.
  var shares: [UserID: (messages: Int, characters: Int)] {
    shown.reduce(into: [:]) { shares, placed in
      let former = shares[placed.message.sender] ?? (0, 0)
      shares[placed.message.sender] = (former.messages + 1, former.characters + placed.message.text.count)
    }
  }
}

/// Finds what is to be read in a conversation. Synchronous: call it where the store may be read.
struct PassGathering: Sendable {
  let store: any IntelligenceStore
  let people: PeopleDirectory
  let configuration: IntelligenceConfiguration
  let now: Timestamp

  /// What there is of a conversation.
  enum Gathered: Sendable {
    /// Nothing up to there: nobody whom the pass reaches wrote it, it is too old, or it may not be
    /// sent to a model.
    case nothing(upTo: Int64)
    case material(PassMaterial)
  }

  func gather(_ waiting: WaitingPass) throws -> Gathered {
    let upTo = min(waiting.lastSeq, waiting.state.seq + configuration.passMost)
    var consent = RemoteConsent(store: store)
    guard try consent.allows(waiting.conversation) else { return .nothing(upTo: waiting.lastSeq) }
    let (old, new, end) = try messages(of: waiting, upTo: upTo)
    guard !new.isEmpty else { return .nothing(upTo: upTo) }
    let shown = (old + new).map { PlacedMessage(conversation: waiting.conversation, message: $0) }
    let members = try store.presentMembers(of: waiting.conversation)
    return .material(
      PassMaterial(
        shown: shown, context: old.count, seq: end, members: members,
        readers: try ModelClaims.Readers(of: shown, members: members, people: people),
        audience: try audience(members), records: try records(of: shown)))
  }

  /// Those before, those to be read, and how far they reach: not further than fits in one request.
  private func messages(of waiting: WaitingPass, upTo: Int64) throws -> (old: [Message], new: [Message], end: Int64) {
    let limit = Int(configuration.passMost) + configuration.passContext
    let found = try store.messages(of: waiting.conversation, before: upTo + 1, limit: limit).map(\.visible)
      .filter { !$0.text.isEmpty }
    let youngest = now.adding(seconds: -configuration.passDays * 86_400)
    var left = configuration.passCharacters
    var new: [Message] = []
    var end = upTo
    for message in found where message.seq > waiting.state.seq {
      guard message.createdAt >= youngest, try isReached(message.sender) else { continue }
      guard new.isEmpty || message.text.count <= left else {
        end = message.seq - 1
        break
      }
      left -= message.text.count
      new.append(message)
    }
    guard let first = new.first else { return ([], [], end) }
    var old: [Message] = []
    let unread = Set(new.map(\.id))
    for message in found.reversed() where message.seq <= end && !unread.contains(message.id) {
      guard message.seq < first.seq else { continue }
      guard old.count < configuration.passContext, message.text.count <= left else { break }
      left -= message.text.count
      old.append(message)
    }
    return (old.reversed(), new, end)
  }

  private func isReached(_ user: UserID) throws -> Bool {
    for feature in [Feature.ai, .pipeline, .model, .modelPass] where try !people.has(feature, user) { return false }
    return true
  }

  private func audience(_ members: [Member]) throws -> Set<UserID> {
    Set(try members.map(\.user).filter { try people.has(.priorities, $0) && people.has(.modelPass, $0) })
  }

  private func records(of shown: [PlacedMessage]) throws -> [Insight] {
    try shown.flatMap { placed in
      try store.previousInsights(of: placed.message.id, in: placed.conversation).map(\.insight)
    }
  }
}

extension Insight.Kind {
  /// As models are told.
  fileprivate var inPrompts: String {
    switch self {
    case .actionItem: "task"
    case .decision: "decision"
    case .scheduling: "meeting"
    }
  }
}
