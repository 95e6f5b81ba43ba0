extension PlacedInsight: Identifiable {
  public var id: InsightID { insight.id }
}

extension PriorityVerdict: Identifiable {
  public var id: MessageID { message }
}
