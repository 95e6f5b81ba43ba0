/// What an endpoint understands. Begins with the best that its dialect knows and goes down as it
/// refuses things.
struct ModelAbilities: Hashable, Sendable {
  enum SchemaSupport: Int, Hashable, Sendable {
    /// The schema is in the instructions; the answer is searched for JSON.
    case prompted
    /// The dialect's second way: any JSON object, or a tool whose arguments are the answer.
    case simple
    /// The provider enforces the schema.
    case enforced
  }

  enum TokenWord: String, Hashable, Sendable {
    case maximumTokens = "max_tokens"
    case maximumCompletionTokens = "max_completion_tokens"
  }

  /// Something that was asked for and refused.
  enum Wish: Hashable, Sendable {
    case schema, tools, temperature, tokenWord, streamUsage
  }

  var schema = SchemaSupport.enforced
  var tools = true
  var temperature = true
  var streamUsage = true
  var tokenWord = TokenWord.maximumTokens
  /// The word for the bound is tried once each way.
  private var triedOtherWord = false

  init(tokenWord: TokenWord = .maximumTokens) {
    self.tokenWord = tokenWord
  }

  /// Whether there was less to ask for.
  mutating func lower(_ wish: Wish) -> Bool {
    switch wish {
    case .schema:
      guard let less = SchemaSupport(rawValue: schema.rawValue - 1) else { return false }
      schema = less
    case .tools:
      guard tools else { return false }
      tools = false
    case .temperature:
      guard temperature else { return false }
      temperature = false
    case .streamUsage:
      guard streamUsage else { return false }
      streamUsage = false
    case .tokenWord:
      guard !triedOtherWord else { return false }
      triedOtherWord = true
      tokenWord = tokenWord == .maximumTokens ? .maximumCompletionTokens : .maximumTokens
    }
    return true
  }

  /// Which wish of `request` an endpoint's complaint is about; `nil` when it is about something
  /// else.
  static func wish(refusedBy complaint: String, _ request: ModelRequest) -> Wish? {
    let words = complaint.lowercased()
    func names(_ candidates: String...) -> Bool { candidates.contains { words.contains($0) } }
    if names("max_tokens", "max_completion_tokens") { return .tokenWord }
    if request.temperature != nil, names("temperature") { return .temperature }
    if names("stream_options", "include_usage") { return .streamUsage }
    if !request.tools.isEmpty, names("tool", "function") { return .tools }
    if request.schema != nil,
      names(
        "response_format", "json_schema", "json_object", "output_config", "output_format", "schema", "grammar",
        "tool", "structured")
    {
      return .schema
    }
    return nil
  }
}
