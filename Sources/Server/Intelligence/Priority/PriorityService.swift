import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Each reader's messages by how much they want of that reader; corrections retrain the reader's
/// own small model.
package struct PriorityService: Sendable {
  private static let maximumListed = 200

  let reader: IntelligenceReader
  let runner: AIRunner
  let people: PeopleDirectory
  let commands: any CommandPerformer
  let clock: any WallClock

  /// `detectPriorityMessages`: messages of the last two weeks by others, most urgent first, without
  /// those whose place there was of no help to the asker.
  package func detectPriorityMessages(
    asker: UserID, unreadOnly: Bool
  ) async throws(Refusal) -> [PriorityVerdict] {
    let since = clock.now.adding(seconds: -PriorityMark.days * 86_400)
    return try await runner.admitted(asker, to: .priorities) { preferences throws(Refusal) in
      try await verdicts(for: asker, preferences) { store in
        let unhelpful = try store.unhelpful(to: asker)
        return try store.incoming(
          for: asker, unreadOnly: unreadOnly, since: since, limit: Self.maximumListed
        ).filter { !unhelpful.contains(Opinion.id(.priority, of: $0.message.id)) }
      }
    }
  }

  /// `categorizeMessage`: one message. Throws `notFound` for one that the asker cannot read in that
  /// conversation.
  package func categorizeMessage(
    asker: UserID, conversation: ConversationID, message: MessageID
  ) async throws(Refusal) -> PriorityVerdict {
    let runner = runner
    let found = try await runner.admitted(asker, to: .priorities) { preferences throws(Refusal) in
      try await verdicts(for: asker, preferences) { store in
        try runner.admit(try store.outline(of: conversation, for: asker))
        return try store.messages([message], for: asker).filter { $0.conversation == conversation }
      }
    }
    guard let verdict = found.first else { throw .notFound }
    return verdict
  }

  /// Keeps the reader's word on the message and learns from it. Saying the same again teaches
  /// nothing more.
  package func correct(
    asker: UserID, conversation: ConversationID, message: MessageID, to priority: Priority
  ) async throws(Refusal) -> PriorityVerdict {
    try await runner.admitted(asker, to: .priorities) { preferences throws(Refusal) in
      try await learn(asker, preferences, conversation, message, priority)
      return try await categorizeMessage(asker: asker, conversation: conversation, message: message)
    }
  }

  private func learn(
    _ asker: UserID, _ preferences: AIPreferences, _ conversation: ConversationID,
    _ message: MessageID,
    _ priority: Priority
  ) async throws(Refusal) {
    let now = clock.now
    let people = people
    let runner = runner
    let (placed, features, model, former) = try await reader.read { store in
      try runner.admit(try store.outline(of: conversation, for: asker))
      guard let placed = try store.messages([message], for: asker).first(where: { $0.conversation == conversation })
      else { throw Refusal.notFound }
      let context = try PriorityReading(
        asker, preferences, now: now, store: store, people: people, tellsLists: false)
      let former = try store.record(.corrections, id: message.description, of: asker)
      return (placed, try context.features(of: placed, people: people), context.judge.model, former)
    }
    let said = Array(priority.rawValue.utf8)
    if former?.body != said {
      var taught = model
      taught.learn(features, level: Self.level(priority))
      let cited = (conversations: [placed.conversation], sources: [message])
      try await put(.corrections, id: message.description, body: said, for: asker, cited)
      try await put(.models, id: PriorityReading.modelID, body: taught.bytes, for: asker, ([], []))
    }
  }

  private static func level(_ priority: Priority) -> PriorityLevel {
    switch priority {
    case .urgent: .urgent
    case .canWait: .canWait
    case .aiHandled: .aiHandled
    }
  }

  private func put(
    _ collection: PrivateRecord.Collection, id: String, body: [UInt8], for user: UserID,
    _ cited: (conversations: [ConversationID], sources: [MessageID])
  ) async throws(Refusal) {
    let record = PrivateRecord(
      user: user, collection: collection, id: id, body: body, conversations: cited.conversations,
      sources: cited.sources, createdAt: clock.now)
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }

  private func verdicts(
    for asker: UserID, _ preferences: AIPreferences,
    of messages: @escaping @Sendable (any IntelligenceStore) throws -> [PlacedMessage]
  ) async throws(Refusal) -> [PriorityVerdict] {
    let now = clock.now
    let people = people
    return try await reader.read { store in
      let found = try messages(store)
      let context = try PriorityReading(
        asker, preferences, now: now, store: store, people: people, tellsLists: true)
      return try context.verdicts(on: found, people: people)
    }
  }
}
