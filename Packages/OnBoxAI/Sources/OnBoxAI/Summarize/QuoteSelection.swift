/// Chooses exchanges one by one: heavy ones first, and each for what the ones before did not say.
struct QuoteSelection {
  private let talk: SpokenConversation
  private let weights: LineWeights
  private var covered: Set<String> = []
  private(set) var lines: Set<Int> = []
  private(set) var words = 0

  init(_ talk: SpokenConversation, weights: LineWeights) {
    self.talk = talk
    self.weights = weights
  }

  /// What `exchange` adds for the words that it costs; 0 when it adds nothing.
  func gain(of exchange: Exchange) -> Double {
    let new = exchange.lines.filter { !lines.contains($0) }
    guard !new.isEmpty, !talk.isLong || new.contains(where: saysMore) else { return 0 }
    var value = 0.0
    var cost = 0
    var said = covered
    for index in new {
      let line = talk.lines[index]
      cost += line.count
      var sum = 0.3
      for term in line.terms { sum += talk.termWeight(term) * (said.contains(term) ? 0.25 : 1) }
      let isOrphan = line.sentence.asks && index == exchange.lines.last
      value += sum * weights.values[index] * (isOrphan ? 0.45 : 1)
      said.formUnion(line.terms)
    }
    return value / (8 + Double(cost)).squareRoot()
  }

  /// In a long talk what was said is said again and again: a third of it must be new.
  private func saysMore(_ index: Int) -> Bool {
    let terms = talk.lines[index].terms
    let new = terms.count { !covered.contains($0) }
    return new > 0 && new * 3 >= terms.count
  }

  mutating func take(_ exchange: Exchange) {
    for index in exchange.lines where lines.insert(index).inserted {
      covered.formUnion(talk.lines[index].terms)
      words += talk.lines[index].count
    }
  }
}
