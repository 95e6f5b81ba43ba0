/// Words for people that are still to be put into their language: an English sentence and what is
/// filled into it.
///
/// Whoever shows it looks the sentence up in a catalogue; without one it reads as it stands.
/// Written as a literal, and alike to another when both read the same in English.
public struct Phrase: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  public enum Part: Sendable {
    /// Of the sentence itself.
    case words(String)
    /// Filled in as it is: a name, a time, what somebody wrote.
    case text(String)
    case number(Int)
    case phrase(Phrase)
    /// A sentence from elsewhere, and what it comes to in general: for languages that do not know
    /// the sentence itself.
    indirect case foreign(String, general: Phrase)
  }

  /// In order.
  public let parts: [Part]

  public init(parts: [Part]) {
    self.parts = parts
  }

  /// The same in every language.
  public init(verbatim text: String) {
    self.init(parts: [.text(text)])
  }

  /// A sentence from elsewhere, which the catalogue may know.
  public init(known sentence: String) {
    self.init(parts: [.words(sentence)])
  }

  /// A sentence from elsewhere, and what is said in its place in a language whose catalogue does
  /// not know it.
  public init(known sentence: String, otherwise general: Phrase) {
    self.init(parts: [.foreign(sentence, general: general)])
  }

  public init(stringLiteral value: String) {
    self.init(known: value)
  }

  public init(stringInterpolation: StringInterpolation) {
    self.init(parts: stringInterpolation.parts)
  }

  /// One after another, none of them changed by being together.
  public static func joined(_ phrases: [Phrase], by separator: String) -> Phrase {
    Phrase(parts: Array(phrases.map { [Part.phrase($0)] }.joined(separator: [.text(separator)])))
  }

  /// There is something to translate in it besides what is filled in.
  public var hasWords: Bool {
    parts.contains { part in
      if case .words(let words) = part { words.contains(where: \.isLetter) } else { false }
    }
  }

  /// Texts that are filled in, without the words around them.
  var filled: String {
    parts.compactMap { part in if case .text(let text) = part { text } else { nil } }.joined(separator: " ")
  }

  public var english: String { parts.map(\.english).joined() }
  public var description: String { english }
  public var isEmpty: Bool { english.isEmpty }

  public struct StringInterpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.words(literal)) }
    }

    public mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }
    public mutating func appendInterpolation(_ number: Int) { parts.append(.number(number)) }
    public mutating func appendInterpolation(_ phrase: Phrase) { parts.append(.phrase(phrase)) }
  }
}

extension Phrase: Hashable {
  public static func == (left: Phrase, right: Phrase) -> Bool { left.english == right.english }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(english)
  }
}

extension Phrase.Part {
  fileprivate var english: String {
    switch self {
    case .words(let text), .text(let text): text
    case .number(let number): String(number)
    case .phrase(let phrase): phrase.english
    case .foreign(let sentence, _): sentence
    }
  }
}
