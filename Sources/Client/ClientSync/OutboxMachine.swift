import Domain

/// Decides what of the outbox is sent when: in each conversation one at a time, first in, first out; conversations side by side.
///
/// Being offline is not a failure. A refusal that no retry helps fails the entry at once, others are tried again after a wait; how many count is the store's rule.
/// A conversation goes on behind a failed entry, never past a waiting one. Pure: events in, actions out.
package struct OutboxMachine: Sendable {
  /// An entry as far as order is concerned.
  package struct Entry: Hashable, Sendable {
    package let id: Int64
    package let conversation: ConversationID

    package init(id: Int64, conversation: ConversationID) {
      self.id = id
      self.conversation = conversation
    }
  }

  package enum Event: Sendable {
    /// The waiting entries as the store has them now, in order. Replaces what was known.
    case loaded([Entry])
    /// The connection is up to date.
    case resumed
    /// The connection is gone.
    case suspended
    /// The server has closed the socket because of something that it was sent; `suspended` follows. With one entry in flight that was
    /// it; with several nobody knows, and from now on they go one at a time until the outbox is empty.
    case rejected(Refusal)
    case answered(ref: Int64)
    case refused(ref: Int64, Refusal)
    /// The wait of a conversation is over.
    case retryDue(ConversationID)
  }

  package enum Action: Hashable, Sendable {
    case transmit(entry: Int64, ref: Int64)
    /// The server has done it: settle it with the answer that carried `ref`.
    case settle(entry: Int64)
    case recordFailure(entry: Int64, Refusal, isTerminal: Bool)
    case startRetryTimer(ConversationID, seconds: Double)
    case cancelRetryTimer(ConversationID)
    /// The store has changed: load the waiting entries again.
    case reload
  }

  private struct Lane: Sendable {
    var waiting: [Int64] = []
    var inFlight: (entry: Int64, ref: Int64)?
    var isPaused = false
  }

  private var lanes: [ConversationID: Lane] = [:]
  private var conversationByRef: [Int64: ConversationID] = [:]
  private var isOnline = false
  private var isCareful = false
  private var lastRef: Int64 = 0

  package init() {}

  /// The entry that a request belongs to.
  package func entry(ref: Int64) -> Int64? {
    guard let conversation = conversationByRef[ref] else { return nil }
    return lanes[conversation]?.inFlight?.entry
  }

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .loaded(let entries): load(entries)
    case .resumed: resume()
    case .suspended: suspend()
    case .rejected(let refusal): rejected(refusal)
    case .answered(let ref): answered(ref)
    case .refused(let ref, let refusal): refused(ref, refusal)
    case .retryDue(let conversation): retry(conversation)
    }
  }

  private mutating func load(_ entries: [Entry]) -> [Action] {
    let grouped = Dictionary(grouping: entries, by: \.conversation)
    for conversation in Set(lanes.keys).union(grouped.keys) {
      lanes[conversation, default: Lane()].waiting = grouped[conversation, default: []].map(\.id).sorted()
    }
    if entries.isEmpty { isCareful = false }
    lanes = lanes.filter { !$0.value.waiting.isEmpty || $0.value.inFlight != nil || $0.value.isPaused }
    return transmitAll()
  }

  private mutating func resume() -> [Action] {
    isOnline = true
    return [.reload]
  }

  private mutating func suspend() -> [Action] {
    isOnline = false
    conversationByRef = [:]
    var actions: [Action] = []
    for conversation in lanes.keys.sorted() {
      lanes[conversation]?.inFlight = nil
      if lanes[conversation]?.isPaused == true { actions.append(.cancelRetryTimer(conversation)) }
      lanes[conversation]?.isPaused = false
    }
    return actions
  }

  private mutating func rejected(_ refusal: Refusal) -> [Action] {
    let inFlight = lanes.values.compactMap(\.inFlight?.entry)
    guard !inFlight.isEmpty else { return [] }
    isCareful = true
    return inFlight.count == 1 ? inFlight.map { .recordFailure(entry: $0, refusal, isTerminal: false) } : []
  }

  /// The next entry of the lane goes out at once; the store is read again when the lane has run dry, so that a long queue costs no more
  /// than its length.
  private mutating func answered(_ ref: Int64) -> [Action] {
    guard let conversation = conversationByRef[ref], let entry = finish(ref) else { return [] }
    lanes[conversation]?.waiting.removeAll { $0 == entry }
    guard !isCareful, isOnline, let next = transmit(conversation) else { return [.settle(entry: entry), .reload] }
    return [.settle(entry: entry), next]
  }

  private mutating func refused(_ ref: Int64, _ refusal: Refusal) -> [Action] {
    guard let conversation = conversationByRef[ref], let entry = finish(ref) else { return [] }
    let failure = Action.recordFailure(entry: entry, refusal, isTerminal: !refusal.code.isRetryable)
    guard refusal.code.isRetryable else { return [failure, .reload] }
    lanes[conversation]?.isPaused = true
    return [failure, .startRetryTimer(conversation, seconds: Double(max(1, refusal.retryAfter ?? 1)))]
  }

  private mutating func retry(_ conversation: ConversationID) -> [Action] {
    lanes[conversation]?.isPaused = false
    return [.reload]
  }

  private mutating func finish(_ ref: Int64) -> Int64? {
    guard let conversation = conversationByRef.removeValue(forKey: ref), let flight = lanes[conversation]?.inFlight
    else { return nil }
    lanes[conversation]?.inFlight = nil
    return flight.entry
  }

  private mutating func transmitAll() -> [Action] {
    guard isOnline else { return [] }
    var actions: [Action] = []
    for conversation in lanes.keys.sorted() {
      if isCareful, lanes.values.contains(where: { $0.inFlight != nil }) { break }
      if let action = transmit(conversation) { actions.append(action) }
    }
    return actions
  }

  private mutating func transmit(_ conversation: ConversationID) -> Action? {
    guard let lane = lanes[conversation], lane.inFlight == nil, !lane.isPaused, let entry = lane.waiting.first
    else { return nil }
    lastRef += 1
    conversationByRef[lastRef] = conversation
    lanes[conversation]?.inFlight = (entry, lastRef)
    return .transmit(entry: entry, ref: lastRef)
  }
}
