/// Where new ids come from: injected, so that a simulation can replay them.
public protocol IdentifierSource: Sendable {
  /// A fresh version 7 UUID; later calls give greater values within one source.
  func next<Entity>() -> Identifier<Entity>
}
