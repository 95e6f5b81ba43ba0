import ClientSync
import Domain
import Foundation
import ServerCore
import StoreSQLite

/// A store with conversations that the AI is to work on: the same on every run.
final class IntelligenceSample: Sendable {
  let store: SQLiteStore
  let commands: DirectCommandPerformer
  let clock: any WallClock
  private let identifiers: any IdentifierSource

  init(folder: URL) throws {
    let clock = SystemClock()
    self.clock = clock
    store = try SQLiteStore(path: folder.appending(path: "store.db").path)
    commands = DirectCommandPerformer(store: store, clock: clock)
    identifiers = RandomIdentifierSource(clock: clock)
  }

  func makeUsers(_ count: Int) async throws -> [UserID] {
    var users: [UserID] = []
    for place in 0..<count {
      let record = AccountRecord(
        id: identifiers.next(), email: "user\(place)@example.org", name: Self.names[place % Self.names.count],
        passwordHash: nil, workspaceRole: .member, isDisabled: false, createdAt: clock.now)
      _ = try await commands.perform(.account(.create(NewAccount(record))))
      users.append(record.id)
    }
    return users
  }

  func makeGroup(_ users: [UserID]) async throws -> ConversationID {
    let id: ConversationID = identifiers.next()
    _ = try await commands.perform(
      .conversation(
        .create(
          creator: users[0], id: id, kind: .group, name: "Launch", members: Array(users.dropFirst()))))
    return id
  }

  /// Posts `count` messages by the users in turn, many in one commit.
  func post(_ count: Int, by users: [UserID], in conversation: ConversationID) async throws {
    var generator = SplitMix64(seed: 7)
    for place in 0..<count {
      store.submit(
        WriteCommand(
          .message(
            .post(
              sender: users[place % users.count], conversation: conversation, id: identifiers.next(),
              text: Self.text(&generator), replyTo: nil)), at: clock.now))
      while store.queueDepth > 8_000 { try await Task.sleep(for: .milliseconds(2)) }
    }
    while store.queueDepth > 0 { try await Task.sleep(for: .milliseconds(2)) }
  }

  /// Some 25 words in which every kind of thing is said.
  private static func text(_ generator: inout SplitMix64) -> String {
    let first = openings[Int(generator.next() % UInt64(openings.count))]
    let second = middles[Int(generator.next() % UInt64(middles.count))]
    let third = endings[Int(generator.next() % UInt64(endings.count))]
    return "\(first) \(second) \(third)"
  }

  private static let names = ["Ada", "Bob", "Chen", "Dana", "Eli", "Fatima", "Goran", "Hana"]

  private static let openings = [
    "I looked at the numbers again and the new supplier is cheaper by a fifth.",
    "The build on the main branch has been red since this morning.", "Can you send me the draft before lunch?",
    "We talked to the customer and they want the export by Friday.", "I'll write the release notes tomorrow.",
    "Let's go with the second design, everybody liked it better.", "The meeting room is free on Thursday at ten.",
    "Has anybody seen the report about the outage last week?",
  ]
  private static let middles = [
    "It still needs a look from somebody who knows the billing code.",
    "The tests pass on my machine, so it must be the database version.", "There is a page in the wiki about it.",
    "That would give us two more days for the translation.", "I have asked the team in Lisbon what they think.",
    "The invoice from March is still open.", "Nobody has complained so far.",
  ]
  private static let endings = [
    "What do you think?", "Please tell me if that is wrong.", "I am out from three o'clock on.",
    "Otherwise we have to move the launch to next month.", "Thanks for the quick answer!",
    "I will keep you posted.", "The details are in the ticket.",
  ]
}
