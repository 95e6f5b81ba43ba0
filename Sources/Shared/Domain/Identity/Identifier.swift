/// A UUID that belongs to one kind of entity, so that a user's id can never stand where a message's
/// is meant.
///
/// Stored as two words; `description` is the canonical lower-case text of 36 characters. Ordered by
/// bytes, which for version 7 is the order of creation.
@frozen
public struct Identifier<Entity>: Hashable, Sendable, Comparable {
  @usableFromInline package let high: UInt64
  @usableFromInline package let low: UInt64

  @inlinable
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the canonical text, upper or lower case. `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    var copy = String(text)
    let parsed = copy.withUTF8 { Self.parse($0) }
    guard let parsed else { return nil }
    self = parsed
  }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.high == right.high && left.low == right.low
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }
}

extension Identifier {
  /// Reads the 36 canonical bytes. `nil` for anything else.
  package static func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> Self? {
    guard utf8.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for index in 0..<36 {
      let byte = utf8[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let value = hexadecimalValue(byte) else { return nil }
      if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
      digits += 1
    }
    return Self(high: words.0, low: words.1)
  }

  /// Calls `body` with each of the 36 bytes of the canonical text, in order.
  package func forEachTextByte(_ body: (UInt8) -> Void) {
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 { body(UInt8(ascii: "-")) }
      let word = digit < 16 ? high : low
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - (digit & 15) * 4)) & 15
      body(nibble < 10 ? nibble &+ 48 : nibble &+ 87)
    }
  }

  private static func hexadecimalValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 48...57: UInt64(byte &- 48)
    case 97...102: UInt64(byte &- 87)
    case 65...70: UInt64(byte &- 55)
    default: nil
    }
  }

  /// The 16 bytes, most significant first.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      for index in 0..<8 {
        buffer[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - index * 8))
        buffer[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - index * 8))
      }
      count = 16
    }
  }

  /// Reads 16 bytes, most significant first. `nil` for any other count.
  @inlinable
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}

extension Identifier: CustomStringConvertible {
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var index = 0
      forEachTextByte {
        buffer[index] = $0
        index += 1
      }
      return 36
    }
  }
}

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let parsed = Self(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
    }
    self = parsed
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

public typealias UserID = Identifier<User>
public typealias ConversationID = Identifier<Conversation>
public typealias MessageID = Identifier<Message>
public typealias AttachmentID = Identifier<Attachment>
public typealias EditID = Identifier<MessageEdit>
public typealias SessionID = Identifier<DeviceSession>
public typealias InvitationID = Identifier<Invitation>
public typealias InsightID = Identifier<Insight>
public typealias AIOutputID = Identifier<AIOutput>
public typealias AssistantMessageID = Identifier<AssistantMessage>
public typealias ActionProposalID = Identifier<ActionProposal>
public typealias MemoryEntryID = Identifier<MemoryEntry>
public typealias ReminderID = Identifier<Reminder>
/// Names one course of a server's data: made with the database, and anew by each restore. Revisions
/// compare within one only.
public typealias HistoryID = Identifier<WorkspaceHistory>
