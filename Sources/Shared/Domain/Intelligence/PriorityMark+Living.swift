extension PriorityMark {
  /// For how long a message is urgent at most: as long as the inbox looks back.
  package static let days: Int64 = 14

  /// Whether the message is urgent for the reader now.
  public func isLiving(at now: Timestamp) -> Bool { reason != nil && now < until }
}
