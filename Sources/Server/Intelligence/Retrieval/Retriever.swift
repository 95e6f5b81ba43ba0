import Domain
import OnBoxAI
import ServerCore

/// Finds messages by words and by meaning, and ranks them in the light of what was said around
/// them.
///
/// Synchronous: call it where the store may be read. Whatever it answers was read through the store
/// for the asker in this call.
struct Retriever: Sendable {
  /// A message that was found.
  struct Found: Sendable {
    let placed: PlacedMessage
    /// What was said shortly before and after, oldest first.
    let around: [PlacedMessage]
    var score: Double
    let isByWords: Bool
    /// Cosine of the message and the query; 0 when unknown.
    let similarity: Double
  }

  /// Less alike than this is not alike.
  static let minimumSimilarity: Float = 0.3
  /// More alike than this is said to have been found by its meaning.
  static let clearSimilarity = 0.35
  private static let keywordCandidates = 200
  private static let vectorCandidates = 150
  /// With filters, more of the most similar ones are looked at, for many will not pass.
  private static let filteredVectorCandidates = 600
  /// Words of a question that are looked for one by one.
  private static let maximumWords = 12
  /// More messages than these have a word that says little.
  private static let rare = 30
  /// Those that are ranked with their surroundings.
  private static let contextCandidates = 120
  static let contextBefore: Int64 = 2
  /// Answers come after what they answer.
  static let contextAfter: Int64 = 4
  /// What is said within this time of a message belongs to the same talk.
  static let talkMilliseconds: Int64 = 15 * 60_000

  private let engine: OnBoxEngine
  private let vectors: VectorIndex
  private let people: PeopleDirectory
  /// The model elsewhere, when the server's owner has chosen one.
  let remote: RemoteEmbeddings?

  init(engine: OnBoxEngine, vectors: VectorIndex, people: PeopleDirectory, remote: RemoteEmbeddings? = nil) {
    self.engine = engine
    self.remote = remote
    self.vectors = vectors
    self.people = people
  }

  /// Whether nothing can be found by its meaning.
  var isByWordsOnly: Bool { engine.embedder == nil && remote == nil }

  /// Standard deviations above what is usual that a message stands out to a model elsewhere, unless
  /// there are few.
  private static let outstandingDeviations: Float = 2
  private static let fewVectors = 20
  private static let remoteCandidates = 60
  /// The part of the best candidates that must have a vector of the model elsewhere for it to rank
  /// them.
  private static let rankedShare = 0.9

  /// Best first. Without words and phrases: the newest that pass the filters. `remote`: the query's
  /// meaning to a model elsewhere. `meaning` is the text whose meaning is looked for, when it is
  /// more than the query's words. What stands around is of at most `talkMilliseconds` before or
  /// after.
  func find(
    _ query: SearchQuery, meaning: String? = nil, remote: RemoteEmbeddings.Query? = nil, for asker: UserID,
    limit: Int, talkMilliseconds: Int64 = Self.talkMilliseconds, in store: any IntelligenceStore
  ) throws -> [Found] {
    let conversations = try readable(query, for: asker, in: store)
    guard !conversations.isEmpty else { return [] }
    let filter = RetrievalFilter(query: query, people: people)
    let keyword = try store.keywordMatches(query.telling, for: asker, limit: Self.keywordCandidates)
      .filter { conversations.contains($0.conversation) && query.hasWanted($0.message) }
    let text = meaning ?? (query.words + query.phrases).joined(separator: " ")
    guard !text.isEmpty else {
      return keyword.prefix(limit).map {
        Found(placed: $0, around: [], score: 1, isByWords: false, similarity: 0)
      }
    }
    let embedding = engine.embedder?.embed(text)
    let similar = try similar(to: embedding, filter, in: conversations, for: asker, in: store)
    let far = try remote.map {
      try self.similar(to: $0, filter, in: conversations, for: asker, in: store)
    }
    let apart = meaning == nil ? [] : try matchesOfRareWords(query, in: conversations, for: asker, in: store)
    let candidates = merged(keyword, similar, far ?? [], apart)
    let best = Array(candidates.prefix(Self.contextCandidates))
    let around = try surroundings(of: best.map(\.placed), within: talkMilliseconds, for: asker, in: store)
    return try ranked(best, around, by: text, embedding, remote, limit: limit)
  }

  // MARK: Candidates

  private struct Candidate {
    var placed: PlacedMessage
    var isByWords: Bool
    var similarity: Double
    /// Fused from the places in both lists: higher is better.
    var fused: Double
  }

  /// The conversations that may be searched: the asker's, with the AI on, that pass the `in:`
  /// filter.
  private func readable(
    _ query: SearchQuery, for asker: UserID, in store: any IntelligenceStore
  ) throws -> Set<ConversationID> {
    let outlines = try store.outlines(for: asker)
    for outline in outlines where !outline.isIntelligenceOn {
      vectors.forget(outline.conversation.id)
      remote?.forget(outline.conversation.id)
    }
    let readable = Set(outlines.filter(\.isIntelligenceOn).map(\.conversation.id))
    guard !query.conversations.isEmpty else { return readable }
    return readable.intersection(try store.conversations(matching: query, for: asker))
  }

  /// Messages that have one of a question's words, of those that few have: an answer seldom has
  /// them all.
  private func matchesOfRareWords(
    _ query: SearchQuery, in conversations: Set<ConversationID>, for asker: UserID, in store: any IntelligenceStore
  ) throws -> [PlacedMessage] {
    let words = query.words.flatMap(QuestionWords.written).prefix(Self.maximumWords)
    guard words.count > 1 else { return [] }
    return try words.flatMap { word -> [PlacedMessage] in
      var single = query
      (single.words, single.phrases) = ([word], [])
      let matches = try store.keywordMatches(single, for: asker, limit: Self.rare + 1)
      return matches.count > Self.rare ? [] : matches.filter { conversations.contains($0.conversation) }
    }
  }

  private func similar(
    to embedding: Embedding?, _ filter: RetrievalFilter, in conversations: Set<ConversationID>, for asker: UserID,
    in store: any IntelligenceStore
  ) throws -> [(placed: PlacedMessage, similarity: Double)] {
    guard let embedding else { return [] }
    let limit = filter.isNarrow ? Self.filteredVectorCandidates : Self.vectorCandidates
    let matches = try vectors.search(embedding, in: conversations.sorted(), limit: limit)
      .filter { $0.similarity >= Self.minimumSimilarity }
    return try read(matches, filter, for: asker, in: store)
  }

  /// The most similar by a model elsewhere. How alike unlike texts are differs from model to model:
  /// only what stands out from the others counts.
  private func similar(
    to query: RemoteEmbeddings.Query, _ filter: RetrievalFilter, in conversations: Set<ConversationID>,
    for asker: UserID, in store: any IntelligenceStore
  ) throws -> [(placed: PlacedMessage, similarity: Double)] {
    let limit = filter.isNarrow ? Self.filteredVectorCandidates : Self.remoteCandidates
    let all = conversations.sorted()
    let typical = try query.index.typical(query.embedding, in: all)
    let deviations = typical.count < Self.fewVectors ? 0 : Self.outstandingDeviations
    let least = typical.mean + deviations * typical.deviation
    let matches = try query.index.search(query.embedding, in: all, limit: limit).filter { $0.similarity > least }
    return try read(matches, filter, for: asker, in: store).map { ($0.placed, Self.clearSimilarity) }
  }

  private func read(
    _ matches: [VectorIndex.Match], _ filter: RetrievalFilter, for asker: UserID, in store: any IntelligenceStore
  ) throws -> [(placed: PlacedMessage, similarity: Double)] {
    let read = try store.messages(at: matches.map { ($0.conversation, $0.seq) }, for: asker)
    let byPlace = Dictionary(read.map { (Position($0), $0) }, uniquingKeysWith: { first, _ in first })
    return try matches.compactMap { match -> (placed: PlacedMessage, similarity: Double)? in
      guard let placed = byPlace[Position(conversation: match.conversation, seq: match.seq)],
        try filter.passes(placed), !QuestionWords.content(placed.textWithFiles).isEmpty
      else { return nil }
      return (placed, Double(match.similarity))
    }
  }

  private func merged(
    _ keyword: [PlacedMessage], _ similar: [(placed: PlacedMessage, similarity: Double)],
    _ far: [(placed: PlacedMessage, similarity: Double)], _ apart: [PlacedMessage]
  ) -> [Candidate] {
    var candidates: [MessageID: Candidate] = [:]
    for (place, item) in keyword.enumerated() {
      candidates[item.message.id] = Candidate(
        placed: item, isByWords: true, similarity: 0, fused: 1 / Double(60 + place))
    }
    for (place, item) in Array(similar.enumerated()) + Array(far.enumerated()) {
      let fused = 1 / Double(60 + place)
      let id = item.placed.message.id
      if let known = candidates[id] {
        candidates[id]?.similarity = max(known.similarity, item.similarity)
        candidates[id]?.fused += fused
      } else {
        candidates[id] = Candidate(
          placed: item.placed, isByWords: false, similarity: item.similarity, fused: fused)
      }
    }
    for (place, item) in apart.enumerated() where candidates[item.message.id] == nil {
      candidates[item.message.id] = Candidate(
        placed: item, isByWords: false, similarity: 0, fused: 1 / Double(120 + place))
    }
    return candidates.values.sorted {
      ($0.fused, $0.placed.message.seq) > ($1.fused, $1.placed.message.seq)
    }
  }

  // MARK: Ranking

  private func ranked(
    _ best: [Candidate], _ around: [Position: [PlacedMessage]], by text: String, _ embedding: Embedding?,
    _ remote: RemoteEmbeddings.Query?, limit: Int
  ) throws -> [Found] {
    // Surroundings take part, so that messages in the midst of what is looked for rise; only what
    // was found is answered.
    var seen = Set<Position>()
    let all = (best.map(\.placed) + best.flatMap { around[Position($0.placed)] ?? [] })
      .filter { seen.insert(Position($0)).inserted }
    var direction = embedding
    var embeddings = engine.embedder == nil ? [:] : try embeddings(of: all, in: vectors)
    if let remote {
      let far = try self.embeddings(of: all, in: remote.index)
      let known = best.count { far[Position($0.placed)] != nil }
      if Double(known) >= Self.rankedShare * Double(best.count), known > 0 {
        (direction, embeddings) = (remote.embedding, far)
      }
    }
    let isNear = direction == embedding
    let passages = all.map { item in
      Passage(
        id: item.message.id.description, text: item.textWithFiles, embedding: embeddings[Position(item)],
        place: Passage.Place(source: item.conversation.description, position: Int(item.message.seq)))
    }
    let byID = Dictionary(
      best.enumerated().map { ($0.element.placed.message.id.description, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    return engine.text.rank(text, embedding: direction, among: passages, limit: passages.count).compactMap {
      ranked -> Found? in
      guard let index = byID[ranked.id] else { return nil }
      let candidate = best[index]
      return Found(
        placed: candidate.placed, around: around[Position(candidate.placed)] ?? [], score: ranked.score,
        isByWords: candidate.isByWords,
        similarity: isNear ? max(candidate.similarity, ranked.vector) : candidate.similarity)
    }.prefix(limit).map { $0 }
  }

  /// Of each message: those few before and after it within that time, read for the asker.
  private func surroundings(
    of messages: [PlacedMessage], within milliseconds: Int64, for asker: UserID, in store: any IntelligenceStore
  ) throws -> [Position: [PlacedMessage]] {
    var wanted = Set<Position>()
    for item in messages {
      for place in Position(item).neighbours { wanted.insert(place) }
    }
    let read = try store.messages(at: wanted.map { ($0.conversation, $0.seq) }, for: asker)
    let byPlace = Dictionary(read.map { (Position($0), $0) }, uniquingKeysWith: { first, _ in first })
    var around: [Position: [PlacedMessage]] = [:]
    for item in messages {
      around[Position(item)] = Position(item).neighbours.compactMap { byPlace[$0] }.filter {
        abs($0.message.createdAt.milliseconds - item.message.createdAt.milliseconds) <= milliseconds
      }
    }
    return around
  }

  private func embeddings(
    of messages: [PlacedMessage], in vectors: VectorIndex
  ) throws -> [Position: Embedding] {
    var embeddings: [Position: Embedding] = [:]
    for (conversation, items) in Dictionary(grouping: messages, by: \.conversation) {
      for (seq, embedding) in try vectors.embeddings(of: conversation, seqs: items.map(\.message.seq)) {
        embeddings[Position(conversation: conversation, seq: seq)] = embedding
      }
    }
    return embeddings
  }

  /// Where a message stands.
  struct Position: Hashable {
    let conversation: ConversationID
    let seq: Int64

    init(conversation: ConversationID, seq: Int64) {
      self.conversation = conversation
      self.seq = seq
    }

    init(_ item: PlacedMessage) {
      self.init(conversation: item.conversation, seq: item.message.seq)
    }

    var neighbours: [Position] {
      (seq - Retriever.contextBefore...seq + Retriever.contextAfter).filter { $0 > 0 && $0 != seq }.map {
        Position(conversation: conversation, seq: $0)
      }
    }
  }
}

extension SearchQuery {
  /// Without the words that every other message has, unless there are no others.
  var telling: SearchQuery {
    var query = self
    let words = words.filter { !QuestionWords.content($0).isEmpty }
    if !words.isEmpty { query.words = words }
    return query
  }
}
