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

  /// A stretch of a conversation. Never changed once it is read, so that nothing is copied when
  /// another part is read or searched.
  private struct Part: Sendable {
    /// The last seq that belongs to it; it begins where the part before it ends.
    var through: Int64 = .max
    var seqs: [Int64] = []
    var values: [Int8] = []
    /// Vectors from this seq on are out of date.
    var staleFrom: Int64?

    var bytes: Int { values.count + seqs.count * 8 }
  }

  private struct Entry: Sendable {
    /// At least one; the last has no end.
    var parts = [Part(staleFrom: 0)]
    /// Changes with every notice of a change.
    var generation = 0
    var lastUse = 0

    var bytes: Int { parts.reduce(0) { $0 + $1.bytes } }
  }

  private struct State: Sendable {
    var entries: [ConversationID: Entry] = [:]
    var uses = 0
  }

  /// Vectors of a part: 6 MiB, read in some milliseconds.
  package static let partLength = 16_384

  /// Vectors of a conversation that tell what is usual.
  private static let sampled = 200

  private let width: Int
  private let byteLimit: Int
  private let partLength: Int
  private let load: Load
  private let state = Mutex(State())

  /// The first vectors of a conversation after a seq, up to another, and at most so many.
  package typealias Load = @Sendable (ConversationID, Int64, Int64, Int) throws -> VectorBlock

  /// `width` is that of every vector, in bytes.
  package init(width: Int, byteLimit: Int, partLength: Int = VectorIndex.partLength, load: @escaping Load) {
    self.width = width
    self.partLength = partLength
    self.byteLimit = byteLimit
    self.load = load
  }

  /// The vectors of this server's own encoder.
  package convenience init(
    store: any IntelligenceStore, embedder: String, byteLimit: Int, partLength: Int = VectorIndex.partLength
  ) {
    self.init(width: Embedding.dimensions, byteLimit: byteLimit, partLength: partLength) {
      conversation, seq, last, limit in
      try store.vectors(of: conversation, .embedder(embedder), after: seq, through: last, limit: limit)
    }
  }

  /// Bytes of vectors held now.
  package var bytes: Int {
    state.withLock { $0.entries.values.reduce(0) { $0 + $1.bytes } }
  }

  /// Messages of the conversation have new vectors, or none any more: what is held of them is read
  /// anew when it is next asked for.
  package func changed(_ conversation: ConversationID, seqs: some Sequence<Int64>) {
    let changed = Array(seqs)
    guard !changed.isEmpty else { return }
    state.withLock { state in
      guard var entry = state.entries[conversation] else { return }
      entry.generation += 1
      for seq in changed {
        guard let place = entry.parts.firstIndex(where: { seq <= $0.through }) else { continue }
        entry.parts[place].staleFrom = min(entry.parts[place].staleFrom ?? seq, seq)
      }
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
      for part in try parts(of: conversation) where !part.seqs.isEmpty {
        let top = part.values.withUnsafeBufferPointer {
          EmbeddingScan.top(query, over: $0, count: part.seqs.count, limit: limit)
        }
        matches += top.map { Match(conversation: conversation, seq: part.seqs[$0.index], similarity: $0.similarity) }
      }
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
      let parts = try parts(of: conversation)
      let step = max(1, parts.reduce(0) { $0 + $1.seqs.count } / Self.sampled)
      var next = 0
      for part in parts {
        while next < part.seqs.count {
          cosines.append(query.similarity(vector(next, of: part)))
          next += step
        }
        next -= part.seqs.count
      }
    }
    guard !cosines.isEmpty else { return (0, 0, 0) }
    let mean = cosines.reduce(0, +) / Float(cosines.count)
    let variance = cosines.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(cosines.count)
    return (mean, variance.squareRoot(), cosines.count)
  }

  /// The vectors of some messages of one conversation; those without one are left out.
  package func embeddings(of conversation: ConversationID, seqs wanted: [Int64]) throws -> [Int64: Embedding] {
    let parts = try parts(of: conversation)
    var found: [Int64: Embedding] = [:]
    for seq in wanted {
      guard let part = parts.first(where: { seq <= $0.through }), let place = part.seqs.firstPlace(of: seq)
      else { continue }
      found[seq] = vector(place, of: part)
    }
    return found
  }

  private func vector(_ place: Int, of part: Part) -> Embedding {
    Embedding(values: Array(part.values[place * width..<(place + 1) * width]))
  }

  /// What is held, brought up to date with the store.
  private func parts(of conversation: ConversationID) throws -> [Part] {
    while true {
      let (known, generation) = use(conversation)
      var fresh: [Part] = []
      var isNews = false
      for part in known {
        let after = fresh.last?.through ?? 0
        let read = try refreshed(part, after: after, of: conversation)
        fresh += read ?? [part]
        if read != nil { isNews = true }
      }
      let isCurrent = state.withLock { state in
        guard state.entries[conversation]?.generation == generation else { return false }
        guard isNews else { return true }
        state.entries[conversation]?.parts = fresh
        Self.evict(&state, keeping: conversation, byteLimit: byteLimit)
        return true
      }
      if isCurrent { return fresh }
    }
  }

  /// The part anew, or several in its place when it has become too long; `nil` when all of it still
  /// holds. The last part is always asked for more.
  private func refreshed(
    _ part: Part, after start: Int64, of conversation: ConversationID
  ) throws -> [Part]? {
    guard part.staleFrom != nil || part.through == .max else { return nil }
    var current = part
    if let staleFrom = part.staleFrom {
      let kept = current.seqs.firstIndex { $0 >= staleFrom } ?? current.seqs.count
      current.seqs.removeSubrange(kept...)
      current.values.removeSubrange((kept * width)...)
      current.staleFrom = nil
    }
    var parts: [Part] = []
    var isNews = part.staleFrom != nil
    while true {
      let room = partLength - current.seqs.count
      let last = current.seqs.last ?? parts.last?.through ?? start
      let block = room > 0 ? try load(conversation, last, part.through, room) : VectorBlock(seqs: [], bytes: [])
      if !block.seqs.isEmpty {
        isNews = true
        current.seqs += block.seqs
        block.bytes.withUnsafeBytes { current.values += $0.bindMemory(to: Int8.self) }
      }
      guard block.seqs.count == room, let end = current.seqs.last, end < part.through else {
        current.through = part.through
        return isNews ? parts + [current] : nil
      }
      current.through = end
      parts.append(current)
      current = Part(through: part.through)
    }
  }

  /// What is held, and the generation that it is of.
  private func use(_ conversation: ConversationID) -> (parts: [Part], generation: Int) {
    state.withLock { state in
      state.uses += 1
      state.entries[conversation, default: Entry()].lastUse = state.uses
      let entry = state.entries[conversation] ?? Entry()
      return (entry.parts, entry.generation)
    }
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
