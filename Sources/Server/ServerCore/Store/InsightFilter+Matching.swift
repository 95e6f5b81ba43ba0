import Domain

extension InsightFilter {
  private static let maximumLimit = 500

  /// How many insights are answered at most.
  package var most: Int { min(max(limit, 0), Self.maximumLimit) }

  package var wantedStatuses: [Insight.Status] { statuses ?? [.open, .done, .dismissed] }

  /// The filter as a question about each insight: its words are folded once.
  package func matching() -> (PlacedInsight) -> Bool {
    let words = (query ?? "").split(whereSeparator: \.isWhitespace).map { SearchTerms.folded(String($0)) }
    return { placed in
      let insight = placed.insight
      guard conversation ?? placed.conversation == placed.conversation, kind ?? insight.kind == insight.kind,
        wantedStatuses.contains(insight.status), isMaybe ?? insight.isMaybe == insight.isMaybe,
        owner == nil || owner == insight.owner,
        insight.createdAt >= after ?? insight.createdAt, before.map({ insight.createdAt < $0 }) ?? true
      else { return false }
      guard !words.isEmpty else { return true }
      let texts = ([insight.text, insight.context ?? ""] + insight.tags).map(SearchTerms.folded)
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
  }
}
