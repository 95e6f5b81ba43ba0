import Testing

@testable import OnBoxAI

@Suite("Ranking passages by words and meaning")
struct HybridRankerTests {
  private let passages = [
    Passage(id: "lunch", text: "Who wants pizza? I am hungry and the canteen is closed."),
    Passage(id: "release", text: "The rollout broke at midnight and we had to roll everything back."),
    Passage(id: "budget", text: "Finance approved the budget for two more laptops."),
    Passage(id: "holiday", text: "I am on vacation from Monday, Bo takes my shifts."),
    Passage(id: "docs", text: "The handbook explains how to request access to the printers."),
  ]

  @Test("words find a passage in any form, without a model")
  func words() {
    let ranked = HybridRanker(embedder: nil).rank("approving budgets", among: passages, limit: 3)
    #expect(ranked.count == 3)
    #expect(ranked.first?.id == "budget")
    #expect(ranked[0].keyword > 0)
    #expect(ranked[0].vector == 0)
    #expect(ranked[1].keyword == 0)
  }

  @Test("meaning finds a passage that shares no word with the query")
  func meaning() throws {
    let ranker = HybridRanker(embedder: try TextEmbedder(folder: RepositoryModels.folder))
    let ranked = ranker.rank("failed deployment last night", among: passages, limit: 5)
    #expect(ranked.first?.id == "release")
    #expect(ranked[0].keyword == 0)
    #expect(ranked[0].vector > ranked[1].vector)
    #expect(ranked.map(\.score) == ranked.map(\.score).sorted(by: >))
  }

  @Test("a passage rises with its neighbours, and only with its own conversation's")
  func neighbours() {
    func passage(_ id: String, _ text: String, _ source: String, _ position: Int) -> Passage {
      Passage(id: id, text: text, place: Passage.Place(source: source, position: position))
    }
    let ranked = HybridRanker(embedder: nil).rank(
      "database migration",
      among: [
        passage("far", "Yes, that sounds right to me.", "b", 1),
        passage("other 1", "The printers are empty.", "b", 2), passage("other 2", "Lunch at one?", "b", 3),
        passage("hit", "The database migration needs a window.", "a", 10),
        passage("answer", "Yes, that sounds right to me.", "a", 11),
      ], limit: 5
    ).map(\.id)
    #expect(ranked.prefix(2) == ["hit", "answer"])
  }

  @Test("the words around a passage count, but less than its own")
  func context() {
    let ranked = HybridRanker(embedder: nil).rank(
      "invoice",
      among: [
        Passage(id: "none", text: "Let us meet at the station."),
        Passage(id: "beside", text: "Yes, I sent it.", context: "Did you send the invoice?"),
        Passage(id: "own", text: "The invoice is wrong."),
      ], limit: 3)
    #expect(ranked.map(\.id) == ["own", "beside", "none"])
  }

  @Test(
    "words that stand side by side in the query tell more where they do in the passage",
    arguments: [
      ("disk space", ["Space is short and each disk loud.", "Short disk space is loud and each."]),
      ("opening the key stores", ["Open the store with a key.", "A KeyStore is to be opened."]),
    ])
  func pairs(query: String, texts: [String]) {
    let passages = texts.enumerated().map { Passage(id: "\($0)", text: $1) } + passages
    let ranked = HybridRanker(embedder: nil).rank(query, among: passages, limit: 2)
    #expect(ranked.map(\.id) == ["1", "0"])
    #expect(ranked[0].keyword > ranked[1].keyword)
  }

  @Test("what holds all of a long query teaches what else to look for; what holds a part of it hardly does")
  func certainty() {
    let passages =
      [
        Passage(
          id: "teacher",
          text: "The parser of invoices drops long supplier names silently. Umlauts in IBAN lookups crash Foxglove."),
        Passage(id: "kin", text: "Foxglove crashed again, umlauts broke IBAN lookups."),
        Passage(
          id: "word", text: "Supplier invoices need another cover sheet, blue paper and a stamp since Monday."),
      ] + passages
    let ranker = HybridRanker(embedder: nil)
    let sure = ranker.rank("parser drops long supplier names of invoices", among: passages, limit: 3)
    #expect(sure.map(\.id) == ["teacher", "kin", "word"])
    let unsure = ranker.rank("parser swallows long supplier umbrellas of invoices", among: passages, limit: 3)
    #expect(unsure.map(\.id) == ["teacher", "word", "kin"])
  }

  @Test("a single word never lets what lacks it pass what has it")
  func singleWord() {
    let teacher = "The budget: umlauts in IBAN lookups crash Foxglove, says finance."
    let passages =
      passages + [
        Passage(id: "teacher", text: teacher),
        Passage(id: "kin", text: "Foxglove crashed again, umlauts broke IBAN lookups, says finance."),
        Passage(id: "other", text: "We have a lot to do before anybody may look at the budget of next year in peace."),
      ]
    let ranked = HybridRanker(embedder: nil).rank("budget", among: passages, limit: 3)
    #expect(Set(ranked.map(\.id)) == ["budget", "teacher", "other"])
  }

  @Test("nothing to rank, nothing asked, nothing that fits: never an error")
  func edges() throws {
    let ranker = HybridRanker(embedder: nil)
    #expect(ranker.rank("budget", among: [], limit: 5).isEmpty)
    #expect(ranker.rank("budget", among: passages, limit: 0).isEmpty)
    #expect(ranker.rank("", among: passages, limit: 5).map(\.id) == passages.map(\.id))
    #expect(ranker.rank("the of and", among: passages, limit: 9).allSatisfy { $0.keyword == 0 })
    #expect(ranker.rank("zzz", among: [passages[0]], limit: 5).map(\.id) == ["lunch"])
  }

  @Test("the same question gets the same order")
  func stable() {
    let ranker = HybridRanker(embedder: nil)
    let first = ranker.rank("canteen access for vacation", among: passages, limit: 5)
    for _ in 0..<20 { #expect(ranker.rank("canteen access for vacation", among: passages, limit: 5) == first) }
  }
}
