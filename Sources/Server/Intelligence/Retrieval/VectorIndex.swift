import Domain
import Foundation
import OnBoxAI
import ServerCore
import Synchronization

/// The vectors of conversations, in memory while they are used.
///
/// Exact: every vector of the conversations asked for is compared. Knows nothing of who may read
/// what: callers name the conversations that the asker reads in the same request, and read again
/// for the asker whatever is found. Never holds a lock while it reads the store or compares.
package final class VectorIndex: Sendable {
  /// Where a vector is from.
  package struct Match: Sendable {
    package let conversation: ConversationID
    package let seq: Int64
    /// Cosine.
    package let similarity: Float
  }

  private struct Entry: Sendable {
    var seqs: [Int64] = []
    var values: [Int8] = []
    /// Changes with every notice of a change.
    var generation = 0
    /// Vectors from this seq on are out of date.
    var staleFrom: Int64?
    var lastUse = 0

    var bytes: Int { values.count + seqs.count * 8 }
  }

  private struct State: Sendable {
    var entries: [ConversationID: Entry] = [:]
    var uses = 0
  }

  /// Vectors of a conversation that tell what is usual.
  private static let sampled = 200

  private let width: Int
  private let byteLimit: Int
  private let load: @Sendable (ConversationID, Int64) throws -> VectorBlock
  private let state = Mutex(State())

  /// `width` is that of every vector, in bytes; `load` reads those of a conversation after a seq.
  package init(
    width: Int, byteLimit: Int, load: @escaping @Sendable (ConversationID, Int64) throws -> VectorBlock
  ) {
    self.width = width
    self.byteLimit = byteLimit
    self.load = load
  }

  /// The vectors of this server's own encoder.
  package convenience init(store: any IntelligenceStore, embedder: String, byteLimit: Int) {
    self.init(width: Embedding.dimensions, byteLimit: byteLimit) { conversation, seq in
      try store.vectors(of: conversation, .embedder(embedder), after: seq)
    }
  }

  /// Bytes of vectors held now.
  package var bytes: Int {
    state.withLock { $0.entries.values.reduce(0) { $0 + $1.bytes } }
  }

  /// Messages of the conversation have new vectors, or none any more: what is held of them is read
  /// anew when it is next asked for.
  package func changed(_ conversation: ConversationID, seqs: some Sequence<Int64>) {
    guard let first = seqs.min() else { return }
    state.withLock { state in
      guard var entry = state.entries[conversation] else { return }
      entry.generation += 1
      entry.staleFrom = min(entry.staleFrom ?? first, first)
      state.entries[conversation] = entry
    }
  }

  /// Lets go of a conversation's vectors.
  package func forget(_ conversation: ConversationID) {
    state.withLock { $0.entries[conversation] = nil }
  }

  /// The most similar messages of these conversations, best first. Reads the store: call it where
  /// that may be done.
  package func search(
    _ query: Embedding, in conversations: [ConversationID], limit: Int
  ) throws -> [Match] {
    var matches: [Match] = []
    for conversation in conversations {
      let (seqs, values) = try vectors(of: conversation)
      guard !seqs.isEmpty else { continue }
      let top = values.withUnsafeBufferPointer {
        EmbeddingScan.top(query, over: $0, count: seqs.count, limit: limit)
      }
      matches += top.map { Match(conversation: conversation, seq: seqs[$0.index], similarity: $0.similarity) }
    }
    matches.sort { ($0.similarity, $1.seq) > ($1.similarity, $0.seq) }
    return Array(matches.prefix(limit))
  }

  /// How similar messages of these conversations usually are to `query`, from a sample of them.
  package func typical(
    _ query: Embedding, in conversations: [ConversationID]
  ) throws -> (mean: Float, deviation: Float, count: Int) {
    var cosines: [Float] = []
    for conversation in conversations {
      let (seqs, values) = try vectors(of: conversation)
      guard !seqs.isEmpty else { continue }
      for place in stride(from: 0, to: seqs.count, by: max(1, seqs.count / Self.sampled)) {
        cosines.append(query.similarity(Embedding(values: Array(values[place * width..<(place + 1) * width]))))
      }
    }
    guard !cosines.isEmpty else { return (0, 0, 0) }
    let mean = cosines.reduce(0, +) / Float(cosines.count)
    let variance = cosines.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(cosines.count)
    return (mean, variance.squareRoot(), cosines.count)
  }

  /// The vectors of some messages of one conversation; those without one are left out.
  package func embeddings(of conversation: ConversationID, seqs wanted: [Int64]) throws -> [Int64: Embedding] {
    let (seqs, values) = try vectors(of: conversation)
    var found: [Int64: Embedding] = [:]
    for seq in wanted {
      guard let place = seqs.firstPlace(of: seq) else { continue }
      found[seq] = Embedding(values: Array(values[place * width..<(place + 1) * width]))
    }
    return found
  }

  /// What is held, brought up to date with the store.
  private func vectors(of conversation: ConversationID) throws -> (seqs: [Int64], values: [Int8]) {
    while true {
      let (known, generation) = use(conversation)
      let block = try load(conversation, known.seqs.last ?? 0)
      let isNews = !block.seqs.isEmpty
      var fresh = known
      if isNews {
        fresh.seqs += block.seqs
        fresh.values.reserveCapacity(fresh.values.count + block.bytes.count)
        block.bytes.withUnsafeBytes { fresh.values += $0.bindMemory(to: Int8.self) }
      }
      let isCurrent = state.withLock { state in
        guard state.entries[conversation]?.generation == generation else { return false }
        guard isNews || known.staleFrom != nil else { return true }
        state.entries[conversation]?.seqs = fresh.seqs
        state.entries[conversation]?.values = fresh.values
        state.entries[conversation]?.staleFrom = nil
        Self.evict(&state, keeping: conversation, byteLimit: byteLimit)
        return true
      }
      if isCurrent { return (fresh.seqs, fresh.values) }
    }
  }

  /// What is held without what is out of date, and the generation that it is of.
  private func use(_ conversation: ConversationID) -> (entry: Entry, generation: Int) {
    var entry = state.withLock { state in
      state.uses += 1
      state.entries[conversation, default: Entry()].lastUse = state.uses
      return state.entries[conversation] ?? Entry()
    }
    if let staleFrom = entry.staleFrom {
      let kept = entry.seqs.firstIndex { $0 >= staleFrom } ?? entry.seqs.count
      entry.seqs.removeSubrange(kept...)
      entry.values.removeSubrange((kept * width)...)
    }
    return (entry, entry.generation)
  }

  private static func evict(_ state: inout State, keeping: ConversationID, byteLimit: Int) {
    var total = state.entries.values.reduce(0) { $0 + $1.bytes }
    while total > byteLimit {
      let oldest = state.entries.filter { $0.key != keeping }.min { $0.value.lastUse < $1.value.lastUse }
      guard let oldest else { return }
      total -= oldest.value.bytes
      state.entries[oldest.key] = nil
    }
  }
}

extension [Int64] {
  /// Where `value` stands in this rising sequence.
  func firstPlace(of value: Int64) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == value ? low : nil
  }
}
