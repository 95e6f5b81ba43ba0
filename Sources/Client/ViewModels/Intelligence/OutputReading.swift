import Domain

/// How one output is read: each source has one number, and nothing is said twice.
public struct OutputReading: Hashable, Sendable {
  public struct Source: Hashable, Sendable, Identifiable {
    public let number: Int
    public let citation: Citation

    public var id: MessageID { citation.message }
  }

  public struct Claim: Hashable, Sendable, Identifiable {
    /// Its place among the claims of the output.
    public let id: Int
    public let text: String
    public let person: UserID?
    public let sources: [Source]
  }

  /// `nil` when the claims say the same, or when there is nothing to say.
  public let text: String?
  public let claims: [Claim]
  /// Who said what.
  public let contributions: [Claim]
  /// Every source once, by number.
  public let sources: [Source]

  public init(_ output: AIOutput) {
    var numbers: [MessageID: Int] = [:]
    var sources: [Source] = []
    func claims(_ points: [CitedPoint], from first: Int) -> [Claim] {
      points.enumerated().map { index, point in
        let cited = point.citations.map { citation in
          let number = numbers[citation.message] ?? numbers.count + 1
          if numbers.updateValue(number, forKey: citation.message) == nil {
            sources.append(Source(number: number, citation: citation))
          }
          return Source(number: number, citation: citation)
        }
        return Claim(id: first + index, text: point.text, person: point.person, sources: cited)
      }
    }
    let isListed = output.kind != .meeting
    self.claims = claims(isListed ? output.points : [], from: 0)
    contributions = claims(output.contributions, from: output.points.count)
    self.sources = sources
    let isRepeated = isListed && output.text == output.points.map(\.text).joined(separator: " ")
    text = output.text.isEmpty || isRepeated ? nil : output.text
  }

  /// Where the sources are.
  public var conversations: Set<ConversationID> { Set(sources.map(\.citation.conversation)) }

  /// The sources of an entry of the talk with the assistant, each once.
  public static func sources(of message: AssistantMessage) -> [Source] {
    var seen: Set<MessageID> = []
    return message.citations.filter { seen.insert($0.message).inserted }
      .enumerated().map { Source(number: $0 + 1, citation: $1) }
  }
}
