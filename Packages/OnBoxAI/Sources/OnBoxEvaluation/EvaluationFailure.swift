/// Why a set cannot be answered, as a sentence for people.
public struct EvaluationFailure: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
