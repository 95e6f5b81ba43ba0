/// Something that a model may ask for.
package struct ModelTool: Hashable, Sendable {
  /// Letters, digits, `_` and `-`, at most 64.
  package var name: String
  /// For the model: what it does and when to use it.
  package var description: String
  /// The form of its arguments: a JSON Schema of type object.
  package var parameters: JSONValue

  package init(name: String, description: String, parameters: JSONValue) {
    self.name = name
    self.description = description
    self.parameters = parameters
  }
}
