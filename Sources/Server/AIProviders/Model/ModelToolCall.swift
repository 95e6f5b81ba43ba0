/// A model's wish to have a tool used. Its name and arguments are as untrusted as its text.
package struct ModelToolCall: Hashable, Sendable {
  /// The provider's id of the call; its result names it.
  package var id: String
  package var name: String
  /// An object; empty when the model sent none. Not checked against the tool's schema: see
  /// `SchemaValidator`.
  package var arguments: JSONValue

  package init(id: String, name: String, arguments: JSONValue) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }
}
