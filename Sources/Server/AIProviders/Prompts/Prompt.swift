/// What a feature asks a model: fixed instructions, untrusted material, and the form of the answer.
///
/// Prompts are versioned: whoever changes the words of one raises its `version`, so that caches and
/// receipts tell them apart. A prompt knows nothing but its material: no key, no address, no other
/// conversation.
package protocol Prompt: Sendable {
  /// The name in receipts and the ledger.
  static var id: String { get }
  static var version: Int { get }
  /// `nil` for prose.
  static var schema: JSONSchema? { get }
  /// Bound of the answer.
  static var maximumTokens: Int { get }

  /// What to do. Holds nothing that users wrote.
  var instructions: String { get }
  /// What to do it with: blocks made by `PromptBlock` only.
  var material: String { get }
}

extension Prompt {
  /// Such as `summary-1`.
  package static var label: String { "\(id)-\(version)" }

  /// The request; `deadline` in seconds.
  package func request(deadline: Double = 60) -> ModelRequest {
    ModelRequest(
      messages: [.system(instructions), .user(material)], schema: Self.schema, maximumTokens: Self.maximumTokens,
      deadline: deadline, purpose: Self.id)
  }
}
