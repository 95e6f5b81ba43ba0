import Foundation

/// Chooses lines one by one: heavy ones first, and each for what the ones before did not say.
struct Selection {
  private let retelling: Retelling
  private let relevance: [Double]
  private var covered: Set<String> = []
  private var taken: Set<Int> = []
  /// Lines left, the best last; in order only while nothing was taken since.
  private var rest: [Int]
  private var isSorted = false

  /// Chooses among `lines`, or among all.
  init(retelling: Retelling, focus: Focus, among lines: [Int]? = nil) {
    self.retelling = retelling
    relevance = focus.isEverything ? [] : Relevance.scores(of: retelling, for: focus)
    rest = lines ?? Array(retelling.lines.indices)
  }

  /// The line that adds most, which leaves the selection; `nil` when nothing is left.
  mutating func next() -> Int? {
    if !isSorted {
      let values = Dictionary(uniqueKeysWithValues: rest.map { ($0, value(of: $0)) })
      rest = rest.filter { values[$0] ?? 0 > 0 }.sorted { left, right in
        let (first, second) = (values[left] ?? 0, values[right] ?? 0)
        return first == second ? left > right : first < second
      }
      isSorted = true
    }
    return rest.popLast()
  }

  /// What `line` says is said.
  mutating func take(_ line: Int) {
    covered.formUnion(retelling.lines[line].terms)
    taken.insert(line)
    isSorted = false
  }

  private func value(of index: Int) -> Double {
    let line = retelling.lines[index]
    var sum = 0.3
    for term in line.terms { sum += retelling.termWeight(term) * (covered.contains(term) ? 0.25 : 1) }
    var value = sum / (5 + Double(line.terms.count)).squareRoot() * line.weight
    // An answer to a question that is told already.
    if let previous = line.previous, taken.contains(previous), retelling.lines[previous].report.kind == .question {
      value *= 1.3
    }
    return relevance.isEmpty ? value : value * relevance[index]
  }
}
