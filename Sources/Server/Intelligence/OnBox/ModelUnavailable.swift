/// A model that cannot be used, and what to do about it.
package struct ModelUnavailable: Error, Hashable, CustomStringConvertible {
  package let model: String
  /// For whoever runs the server: which file is missing or damaged, and the command that mends it.
  package let description: String

  package init(model: String, description: String) {
    self.model = model
    self.description = description
  }
}
