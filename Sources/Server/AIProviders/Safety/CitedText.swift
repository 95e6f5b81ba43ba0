/// A claim as a model wrote it, with the numbers of the messages that it says support it.
/// Unguarded.
package struct CitedText: Hashable, Sendable {
  package var text: String
  package var citations: [Int]

  package init(text: String, citations: [Int]) {
    self.text = text
    self.citations = citations
  }

  /// Reads `{"text": …, "citations": [...]}`, or the text under `name`; `nil` for anything else.
  init?(_ json: JSONValue, text name: String = "text") {
    guard let text = json[name]?.string else { return nil }
    self.init(text: text, citations: (json["citations"]?.array ?? []).compactMap(\.integer))
  }
}
