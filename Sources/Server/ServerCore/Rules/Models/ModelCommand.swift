import Domain

/// Which language model the server asks. Only admins of the workspace say so.
package enum ModelCommand: Sendable {
  /// In the place of the one before. `setBy` asks; `percentage`, where it is given, is the share of
  /// people whom the feature `model` reaches from then on.
  case connect(StoredModelConnection, percentage: Int?)
  /// Does nothing where there is none.
  case disconnect(asker: UserID)
}
