/// The language model that admins of the workspace connect.
public protocol ModelConnectionRepository: Sendable {
  func state() async throws -> ModelConnectionState
  func connect(_ form: ModelConnectionForm) async throws -> ModelConnectionState
  func disconnect() async throws
  /// Servers of models on the server's own machine.
  func servers() async throws -> [ModelServer]
  /// Asks a model one small question: that of the form, which is not kept, or the one that is asked
  /// now.
  func tried(_ form: ModelConnectionForm?) async throws -> ModelTrial
  /// Has the model that is asked now and the server's own engine read the last `days` of one of my
  /// conversations.
  func compare(_ conversation: ConversationID, days: Int) async throws -> ModelComparison
}
