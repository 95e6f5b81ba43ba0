/// What a reader's priority model looks at in a message.
public struct PriorityFeatures: Hashable, Sendable {
  /// Probabilities, 0...1, by the classifiers.
  public let urgency: Double
  public let action: Double
  public let isQuestion: Bool
  public let mentionsMe: Bool
  /// Of a conversation of two.
  public let isDirect: Bool
  public let fromUrgentContact: Bool
  /// It says one of the reader's keywords.
  public let hasKeyword: Bool
  /// The buckets of the sender and of the conversation.
  let sender: Int
  let conversation: Int
  /// The telling words and their buckets, each bucket once.
  let words: [Word]

  struct Word: Hashable, Sendable {
    let text: String
    let bucket: Int
  }

  static let senders = 1024
  static let conversations = 1024
  static let vocabulary = 4096
  private static let longestList = 40
  private static let emptyWords = TokenSet(StopWords.ofPersonalModels)

  /// - `sender`, `conversation`: their ids; only a hash is kept.
  public init(
    urgency: Double, action: Double, isQuestion: Bool, mentionsMe: Bool, isDirect: Bool, fromUrgentContact: Bool,
    hasKeyword: Bool, sender: String, conversation: String, text: String
  ) {
    self.urgency = urgency
    self.action = action
    self.isQuestion = isQuestion
    self.mentionsMe = mentionsMe
    self.isDirect = isDirect
    self.fromUrgentContact = fromUrgentContact
    self.hasKeyword = hasKeyword
    self.sender = Self.bucket(sender.utf8, of: Self.senders)
    self.conversation = Self.bucket(conversation.utf8, of: Self.conversations)
    words = Self.words(of: text)
  }

  private static func words(of text: String) -> [Word] {
    let tokens = TextTokens(text)
    let utf8 = Array(text.utf8)
    var seen: Set<Int> = []
    var words: [Word] = []
    for index in 0..<tokens.count where words.count < longestList {
      guard tokens.isWord(index), !emptyWords.contains(tokens.hash(index)) else { continue }
      let bytes = tokens.bytes[tokens.ranges[index]]
      let bucket = bucket(bytes, of: vocabulary)
      if seen.insert(bucket).inserted {
        words.append(Word(text: String(decoding: utf8[tokens.spans[index]], as: UTF8.self), bucket: bucket))
      }
    }
    return words
  }

  private static func bucket(_ bytes: some Sequence<UInt8>, of count: Int) -> Int {
    let hash = TokenSet.hash(bytes)
    let mixed = (hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int((mixed >> 32) % UInt64(count))
  }
}
