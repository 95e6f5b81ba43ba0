import Domain

/// How far a user has come in a conversation.
package struct WatermarkChange: Hashable, Sendable {
  package let user: UserID
  /// Raises only. `nil` leaves it.
  package var delivered: Int64?
  /// Raises only. `nil` leaves it. Reading implies delivery.
  package var read: Int64?
  /// Sets the read watermark even if that lowers it: the explicit "mark unread".
  package var unreadFrom: Int64?

  package init(user: UserID, delivered: Int64? = nil, read: Int64? = nil, unreadFrom: Int64? = nil) {
    self.user = user
    self.delivered = delivered
    self.read = read
    self.unreadFrom = unreadFrom
  }
}
