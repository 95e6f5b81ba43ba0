extension Insight {
  /// The tombstone: content gone, place kept.
  package func withdrawn(rev: Int64, at time: Timestamp) -> Insight {
    var copy = Insight(
      id: id, rev: rev, kind: kind, status: .withdrawn, text: "", citations: [], confidence: 0, reason: "",
      createdAt: createdAt, updatedAt: time)
    copy.model = model
    return copy
  }
}
