import Foundation

/// One language of a String Catalog. Without one, texts stand for themselves.
package struct TextCatalog: Sendable {
  /// Texts that are made while this is set are in its language.
  @TaskLocal package static var current: TextCatalog?

  private let texts: [String: Entry]

  /// Throws when there is no catalog at `url`.
  package init(contentsOf url: URL, language: String) throws {
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
    texts = file.strings.compactMapValues { $0.localizations?[language] }
  }

  /// The text of a key such as `%lld of %@`, with these values in its places; `nil` for a key that
  /// is not here.
  package func text(_ key: String, _ values: [String]) -> String? {
    guard let entry = texts[key] else { return nil }
    let plural = entry.variations?.plural
    let isOne = values.contains("1")
    guard let unit = entry.stringUnit ?? (isOne ? plural?["one"] : nil)?.stringUnit ?? plural?["other"]?.stringUnit
    else { return nil }
    return Self.fill(unit.value, values)
  }

  private static func fill(_ format: String, _ values: [String]) -> String {
    var next = 0
    return format.replacing(#/%(?:%|(?:(\d)\$)?(?:@|lld|lf))/#) { match in
      guard match.output.0 != "%%" else { return "%" }
      next += 1
      let place = match.output.1.flatMap { Int($0) } ?? next
      return values.indices.contains(place - 1) ? values[place - 1] : ""
    }
  }

  private struct File: Decodable {
    struct Text: Decodable {
      let localizations: [String: Entry]?
    }

    let strings: [String: Text]
  }

  private struct Entry: Decodable {
    struct Unit: Decodable {
      let value: String
    }

    struct Case: Decodable {
      let stringUnit: Unit
    }

    struct Variations: Decodable {
      let plural: [String: Case]
    }

    let stringUnit: Unit?
    let variations: Variations?
  }
}

/// A key of the catalog as it is written, and what it reads as.
package struct TextKey: Hashable, Sendable {
  /// As it stands in the catalog: `You: %@`.
  package var key = ""
  package var values: [String] = []
  private var english = ""

  package init() {}

  package init(_ text: String) { literal(text) }

  package var text: String { TextCatalog.current?.text(key, values) ?? english }

  package mutating func literal(_ literal: String) {
    key += literal.replacing("%", with: "%%")
    english += literal
  }

  package mutating func value(_ specifier: String, _ value: String) {
    key += specifier
    values.append(value)
    english += value
  }
}
