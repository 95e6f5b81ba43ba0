extension Insight {
  /// What is found with less confidence waits to be accepted.
  package static let leastSure = 0.5

  /// Found, but so unsurely that it waits for a member to accept or dismiss it. Until then it is on
  /// no list, never overdue, and nobody is reminded of it.
  public var isMaybe: Bool {
    status == .open && kind != .scheduling && createdBy == nil && confidence < Self.leastSure
  }

  /// The task as it is when nothing says any more that it is done.
  package func withoutReport() -> Insight {
    guard let report else { return self }
    var copy = self
    copy.report = nil
    copy.citations.removeAll { $0 == report.message }
    if !edited.contains(.status) { (copy.status, copy.completedAt) = (.open, nil) }
    return copy
  }
}
