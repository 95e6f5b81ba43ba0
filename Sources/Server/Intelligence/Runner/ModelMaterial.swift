import AIProviders
import Domain
import Foundation
import ServerCore

/// Messages as a model is shown them: numbered, named, within what one request may carry.
struct ModelMaterial: Sendable {
  let turns: [PromptTurn]
  private let ids: [Int: MessageID]

  /// The newest `messages` that fit, oldest first. `titles` names conversations where several are
  /// shown.
  init(
    _ messages: [PlacedMessage], names: Names, timeZone: TimeZone, titles: [ConversationID: String] = [:],
    maximumMessages: Int, maximumCharacters: Int
  ) {
    var kept: [PlacedMessage] = []
    var characters = 0
    for item in messages.reversed() {
      characters += item.textWithFiles.count + 60
      guard kept.count < maximumMessages, kept.isEmpty || characters <= maximumCharacters else { break }
      kept.append(item)
    }
    kept.reverse()
    let words = MomentWords(timeZone: timeZone)
    turns = kept.enumerated().map { index, item in
      PromptTurn(
        number: index + 1, speaker: names[item.message.sender], text: item.textWithFiles,
        time: words.exact(item.message.createdAt), conversation: titles[item.conversation])
    }
    ids = Dictionary(
      kept.enumerated().map { ($0.offset + 1, $0.element.message.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// About how many tokens a request takes that shows these messages, with its instructions and its
  /// answer: to be reserved before it is made.
  static func tokens(of messages: [PlacedMessage], _ configuration: IntelligenceConfiguration)
    -> Int
  {
    let shown = messages.suffix(configuration.modelMessages)
    let characters = shown.reduce(0) { $0 + $1.textWithFiles.utf8.count + 60 }
    return tokens(ofCharacters: min(characters, configuration.modelCharacters))
  }

  /// The same for a text. Four characters are about one token.
  static func tokens(ofCharacters count: Int) -> Int { count / 4 + 2_000 }

  /// The messages that these numbers name; numbers that name none are dropped.
  func messages(_ numbers: [Int]) -> [MessageID] {
    numbers.compactMap { ids[$0] }
  }
}

/// How a user wants a model to write.
struct WritingStyle: Hashable, Sendable {
  let tone: AIPreferences.Tone
  /// ISO 639-1; `nil` leaves it to the prompt.
  let language: String?

  init(_ preferences: AIPreferences, profile: Profile) {
    tone = preferences.tone
    language = preferences.language ?? profile.language
  }

  /// For cache keys.
  var parameters: [String] { [tone.rawValue, language ?? ""] }

  /// The request with the style among its instructions.
  func applied(to request: ModelRequest) -> ModelRequest {
    var request = request
    guard let index = request.messages.firstIndex(where: { $0.role == .system }) else { return request }
    request.messages[index].content += sentences.map { "\n" + $0 }.joined()
    return request
  }

  private var sentences: [String] {
    var sentences: [String] = []
    switch tone {
    case .neutral: break
    case .brief: sentences.append("Be as brief as can be: half of the usual length.")
    case .friendly: sentences.append("Write in a warm and friendly tone.")
    case .formal: sentences.append("Write in a formal tone.")
    }
    // A code that is no language's would be text of the user among the instructions.
    if let language, let name = Locale(identifier: "en").localizedString(forLanguageCode: language) {
      sentences.append("Whatever was said above about the language: write in \(name).")
    }
    return sentences
  }
}
