import Testing

@testable import OnBoxAI

@Suite("Scoring passages by their words")
struct KeywordIndexTests {
  private let passages = [
    Passage(id: "both", text: "The backup of the ledger failed. The backup of the ledger is late."),
    Passage(id: "one", text: "The backup is late."),
    Passage(id: "turned", text: "Ledger, then backup.", context: "backup ledger"),
    Passage(id: "none", text: "Lunch?"),
  ]

  @Test("a pair counts in its order, in the passage's own text, and a query's repeated pair once")
  func pairs() {
    var index = KeywordIndex(passages)
    let scores = index.pairScores(of: "backup of the ledger")
    #expect(scores[0] > 0)
    #expect(scores[1...].allSatisfy { $0 == 0 })
    #expect(index.pairScores(of: "backup ledger backup ledger")[0] == scores[0])
    #expect(index.pairScores(of: "backup") == [0, 0, 0, 0])
    #expect(index.pairScores(of: "") == [0, 0, 0, 0])
  }

  @Test("coverage is the share of the query that a passage holds itself, rare words weighing more")
  func coverage() {
    var index = KeywordIndex(passages)
    let asked = index.weights(of: "failed backup")
    #expect(index.coverage(of: asked, by: 0) == 1)
    let common = index.coverage(of: asked, by: 1)
    #expect(common > 0)
    #expect(common < 0.5)
    #expect(index.coverage(of: asked, by: 3) == 0)
    #expect(index.coverage(of: index.weights(of: "xylophone"), by: 0) == 0)
    #expect(index.coverage(of: [:], by: 0) == 0)
  }
}
