/// One word or sign of a message, as the summariser rewrites it.
struct SummaryWord: Hashable, Sendable {
  /// As it is to be printed.
  var text: String
  /// Lower case, apostrophes straight.
  var lower: String
  /// A letter or a digit stands in it.
  var isWord: Bool
  /// It came from a name or a label of a speaker: its letters stay as they are.
  var isName = false

  init(_ text: String, isName: Bool = false) {
    self.text = text
    lower = text.lowercased()
    isWord = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    self.isName = isName
  }

  /// A quotation as a whole.
  var isQuotation: Bool { isName && text.hasPrefix("“") }

  /// A quotation mark.
  var isQuoteSign: Bool { ["\"", "“", "”", "„", "«", "»"].contains(text) }

  /// A sign that separates clauses.
  var isBreak: Bool { lower == "," || lower == ";" || lower == ":" || lower == "-" || lower == "–" }
}
