import Foundation

/// Which passages stand near each other, and how much each tells about the other.
struct Neighbours {
  private let near: [[(index: Int, weight: Double)]]

  /// Neighbours have the same source and positions at most `farthest` apart; the weight falls with
  /// the distance, by `reach` as a standard deviation.
  init(_ passages: [Passage], reach: Double, farthest: Int) {
    var places: [Passage.Place: [Int]] = [:]
    for (index, passage) in passages.enumerated() {
      if let place = passage.place { places[place, default: []].append(index) }
    }
    near = passages.map { passage in
      guard let place = passage.place else { return [] }
      return (1...farthest).flatMap { distance in
        let weight = exp(-Double(distance * distance) / (2 * reach * reach))
        return [-distance, distance].flatMap { offset in
          let other = Passage.Place(source: place.source, position: place.position + offset)
          return (places[other] ?? []).map { (index: $0, weight: weight) }
        }
      }
    }
  }

  /// Each score plus its neighbours', by their weights.
  func spread(_ scores: [Double]) -> [Double] {
    scores.indices.map { index in
      near[index].reduce(scores[index]) { $0 + $1.weight * scores[$1.index] }
    }
  }
}
