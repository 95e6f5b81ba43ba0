/// What a model is asked. Holds no secret: everything in it may be read by the model's host.
package struct ModelRequest: Hashable, Sendable {
  /// In order. System messages hold instructions, user messages hold material.
  package var messages: [ModelMessage]
  /// Asks for one JSON value of this form. Not together with `tools`.
  package var schema: JSONSchema?
  /// What the model may ask to be done. Nothing is done by the model itself.
  package var tools: [ModelTool]
  /// Bound of the answer's length.
  package var maximumTokens: Int
  /// 0 (steady) to 1 (varied); `nil` leaves it to the model.
  package var temperature: Double?
  /// Seconds until the caller gives up, retries and repair included.
  package var deadline: Double
  /// The feature's name for the ledger. Not sent.
  package var purpose: String
  /// For whom it is made: trouble with one person's requests is not the provider's trouble with
  /// all. Not sent.
  package var asker: String?

  package init(
    messages: [ModelMessage], schema: JSONSchema? = nil, tools: [ModelTool] = [], maximumTokens: Int = 1024,
    temperature: Double? = 0.2, deadline: Double = 60, purpose: String
  ) {
    self.messages = messages
    self.schema = schema
    self.tools = tools
    self.maximumTokens = maximumTokens
    self.temperature = temperature
    self.deadline = deadline
    self.purpose = purpose
  }
}
