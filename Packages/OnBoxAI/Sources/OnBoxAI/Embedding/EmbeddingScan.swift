import CKernels

/// Exact search over embeddings that lie one after the other in memory.
public enum EmbeddingScan {
  /// How many vectors are compared between two looks at the best so far.
  private static let stretch = 1024

  /// The `limit` vectors most similar to `query` of the `count` in `vectors` (as many signed bytes
  /// each as the query has), most similar first; equals in the order of their index. Precondition:
  /// `vectors` holds `count` of them.
  public static func top(
    _ query: Embedding, over vectors: UnsafeBufferPointer<Int8>, count: Int, limit: Int
  ) -> [(index: Int, similarity: Float)] {
    let width = query.values.count
    precondition(vectors.count >= count * width, "the vectors end before their count")
    guard count > 0, limit > 0, let base = vectors.baseAddress else { return [] }
    var best = BestOf(limit: limit)
    var cosines = [Float](repeating: 0, count: stretch)
    cosines.withUnsafeMutableBufferPointer { cosines in
      guard let results = cosines.baseAddress else { return }
      let kernels = messageai_kernels_best()
      for start in stride(from: 0, to: count, by: stretch) {
        let length = min(stretch, count - start)
        kernels.scan_int8(query.values, base + start * width, length, width, results)
        for offset in 0..<length where cosines[offset] > best.threshold {
          best.insert(index: start + offset, similarity: cosines[offset])
        }
      }
    }
    return best.sorted
  }

  /// A heap whose root is the worst of the best.
  private struct BestOf {
    private let limit: Int
    private var heap: [(index: Int, similarity: Float)] = []
    /// What the next must exceed to come in.
    private(set) var threshold = -Float.infinity

    init(limit: Int) {
      self.limit = limit
      heap.reserveCapacity(min(limit, 4096))
    }

    var sorted: [(index: Int, similarity: Float)] { heap.sorted { Self.isWorse($1, $0) } }

    mutating func insert(index: Int, similarity: Float) {
      if heap.count < limit {
        heap.append((index, similarity))
        siftUp()
      } else {
        heap[0] = (index, similarity)
        siftDown()
      }
      if heap.count == limit { threshold = heap[0].similarity }
    }

    private static func isWorse(
      _ left: (index: Int, similarity: Float), _ right: (index: Int, similarity: Float)
    ) -> Bool {
      left.similarity != right.similarity ? left.similarity < right.similarity : left.index > right.index
    }

    private mutating func siftUp() {
      var child = heap.count - 1
      while child > 0, Self.isWorse(heap[child], heap[(child - 1) / 2]) {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    private mutating func siftDown() {
      var parent = 0
      while true {
        var worst = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
          if Self.isWorse(heap[child], heap[worst]) { worst = child }
        }
        if worst == parent { return }
        heap.swapAt(parent, worst)
        parent = worst
      }
    }
  }
}
