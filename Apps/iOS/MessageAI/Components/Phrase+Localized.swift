import Foundation
import ViewModels

extension Phrase {
  /// In the language of the app, by the String Catalog; as it stands where the catalog does not
  /// know it.
  var localized: String {
    guard hasWords else { return parts.map(\.localized).joined() }
    var text = String.LocalizationValue.StringInterpolation(literalCapacity: 0, interpolationCount: parts.count)
    for part in parts {
      switch part {
      case .words(let words): text.appendLiteral(words)
      case .text(let value): text.appendInterpolation(value)
      case .number(let value): text.appendInterpolation(value)
      case .phrase, .foreign: text.appendInterpolation(part.localized)
      }
    }
    return String(localized: String.LocalizationValue(stringInterpolation: text))
  }
}

extension Phrase.Part {
  fileprivate var localized: String {
    switch self {
    case .words(let text), .text(let text): text
    case .number(let value): value.formatted()
    case .phrase(let phrase): phrase.localized
    case .foreign(let sentence, let general): Self.localized(sentence, general)
    }
  }

  /// The sentence where the catalog knows it, or where the app speaks English; else what it comes
  /// to.
  private static func localized(_ sentence: String, _ general: Phrase) -> String {
    let found = Phrase(known: sentence).localized
    let said = general.localized
    return found == sentence && said != general.english ? said : found
  }
}
