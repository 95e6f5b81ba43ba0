import Domain
import Testing
import ViewModels

@MainActor
@Suite("What was paid")
struct LedgerTests {
  @Test(
    "a cost that nobody knows is told as unknown, and adds nothing to what is known",
    arguments: [
      ([15_000, nil], 15_000, "More than"), ([nil], 0, "Unknown"), ([0, nil], 0, "Unknown"),
    ] as [([Int?], Int, String)])
  func unknown(_ costs: [Int?], _ known: Int, _ start: String) async {
    let intelligence = FakeIntelligence()
    intelligence.state.withLock { state in
      state.ledger = costs.map {
        LedgerEntry(
          at: Timestamp(milliseconds: 0), feature: "indexMessages", model: "m", place: "p", conversations: [],
          messagesSent: 1, inputTokens: 1, outputTokens: 0, cost: $0, isCached: false)
      }
    }
    let model = LedgerViewModel(intelligence: intelligence)
    await model.load()
    #expect(model.cost == known && model.hasUnknownCost)
    #expect(model.costText?.english.hasPrefix(start) == true)
    #expect(LedgerViewModel.text(ofCost: nil) == "Unknown")
  }
}
