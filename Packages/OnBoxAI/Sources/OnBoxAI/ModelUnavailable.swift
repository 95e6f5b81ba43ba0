/// A model that cannot be used, and what to do about it.
public struct ModelUnavailable: Error, Hashable, CustomStringConvertible {
  public let model: String
  /// For whoever runs the server: which file is missing or damaged, and the command that mends it.
  public let description: String

  public init(model: String, description: String) {
    self.model = model
    self.description = description
  }
}
