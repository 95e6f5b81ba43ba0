import Foundation
import OnBoxAI

/// Reads whole chats as the server does, message by message, and says what it found in them.
struct ChatEvaluation {
  /// A chat, and which of its lines somebody there marked as a task or a decision.
  struct Chat: Decodable {
    struct Line: Decodable {
      let speaker: String
      let text: String
      let mark: Kind?
      /// Seconds since 1970; not every transcript says.
      let at: Double?
    }

    let id: String
    let turns: [Line]
  }

  enum Kind: String, Codable {
    case action, decision
  }

  struct Item: Encodable {
    /// The chat and the index of the message in it.
    let id: String
    let turn: Int
    let kind: Kind
    let text: String
    let owner: String?
    let confidence: Double
    /// Whether it counts in the figures: what is below the bar only waits to be confirmed.
    var isListed: Bool
    /// The index of the marked line that it answers to.
    var mark: Int?

    func line() throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + [0x0A]
    }
  }

  /// Turns before a message that it is read in the light of, as on the server.
  private static let context = 48
  /// And after it.
  private static let after = 8
  /// Where a transcript has no times, a message is said this many seconds after the one before.
  private static let pace = 20.0
  private static let begin = Date(timeIntervalSince1970: 1_750_000_000)

  let engine: TextEngine

  func items(of chat: Chat) -> [Item] {
    var members: [String] = []
    for turn in chat.turns where !members.contains(turn.speaker) { members.append(turn.speaker) }
    let turns = Self.turns(of: chat)
    let items = turns.indices.flatMap { index -> [Item] in
      let turn = turns[index]
      guard
        let signals = engine.signals(
          of: turn.text, reading: engine.read([turn.text])?.first, previous: index > 0 ? turns[index - 1].text : nil)
      else { return [] }
      let message = ReadMessage(
        text: turn.text, speaker: turn.speaker, members: members, previous: Array(turns[..<index].suffix(Self.context)),
        following: Array(turns[(index + 1)...].prefix(Self.after)), now: turn.at ?? Self.begin, timeZone: .gmt,
        signals: signals)
      return engine.tasks(in: message).map { found in
        Item(
          id: chat.id, turn: index, kind: .action, text: found.action.task,
          owner: Self.name(found.action.owner, members), confidence: found.confidence, isListed: found.isListed)
      }
        + engine.decisions(in: message).map { found in
          Item(
            id: chat.id, turn: index, kind: .decision, text: found.decision.summary, owner: nil,
            confidence: found.confidence, isListed: found.isListed)
        }
    }
    return ChatMatch.matched(items, in: chat)
  }

  static func turns(of chat: Chat) -> [Turn] {
    chat.turns.enumerated().map { index, line in
      Turn(
        speaker: line.speaker, text: line.text,
        at: line.at.map { Date(timeIntervalSince1970: $0) } ?? begin.addingTimeInterval(Double(index) * pace))
    }
  }

  private static func name(_ owner: OwnerGuess, _ members: [String]) -> String? {
    switch owner {
    case .member(let index, _): members[index]
    case .named(let name): name
    case .none: nil
    }
  }
}
