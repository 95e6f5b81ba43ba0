import Domain

/// Decides what of the outbox is sent when: in each conversation one at a time, first in, first
/// out; conversations side by side.
///
/// Being offline is not a failure, nor is a server that cannot take anything now: a refusal that
/// may pass is tried again after a wait that grows, without end. What no retry helps fails the
/// entry at once. A server that breaks at this very entry while it takes others counts against the
/// entry; how many of these fail it is the store's rule. A conversation goes on behind a failed
/// entry, never past a waiting one, nor past one whose files the server does not have yet. Pure:
/// events in, actions out; randomness comes with the machine.
package struct OutboxMachine: Sendable {
  /// An entry as far as order is concerned.
  package struct Entry: Hashable, Sendable {
    package let id: Int64
    package let conversation: ConversationID
    /// The server has all files that it speaks of.
    package let isReady: Bool

    package init(id: Int64, conversation: ConversationID, isReady: Bool = true) {
      self.id = id
      self.conversation = conversation
      self.isReady = isReady
    }
  }

  package enum Event: Sendable {
    /// The waiting entries as the store has them now, in order. Replaces what was known.
    case loaded([Entry])
    /// The connection is up to date.
    case resumed
    /// The connection is gone.
    case suspended
    /// The server has closed the socket because of something that it was sent; `suspended` follows.
    /// With one entry in flight that was it; with several nobody knows, and from now on they go one
    /// at a time until the outbox is empty.
    case rejected(Refusal)
    case answered(ref: Int64)
    case refused(ref: Int64, Refusal)
    /// The server has just taken somebody's message that is not of this outbox.
    case passed
    /// The user or the system asks to try now.
    case kicked
    /// The wait of a conversation is over.
    case retryDue(ConversationID)
  }

  package enum Action: Hashable, Sendable {
    case transmit(entry: Int64, ref: Int64)
    /// The server has done it: settle it with the answer that carried `ref`.
    case settle(entry: Int64)
    /// Counts against the entry; `isTerminal` fails it.
    case recordFailure(entry: Int64, Refusal, isTerminal: Bool)
    case startRetryTimer(ConversationID, seconds: Double)
    case cancelRetryTimer(ConversationID)
    /// The store has changed: load the waiting entries again.
    case reload
  }

  private struct Lane: Sendable {
    var waiting: [Int64] = []
    /// Those of them whose files are still on their way.
    var held: Set<Int64> = []
    var inFlight: (entry: Int64, ref: Int64)?
    var isPaused = false
    /// Refusals in a row of the first entry that may pass.
    var refusals = 0
    /// Whether the server has taken something else since the first entry was refused last.
    var hasSeenOthersPass = false

    mutating func begin() {
      refusals = 0
      hasSeenOthersPass = false
    }
  }

  private var lanes: [ConversationID: Lane] = [:]
  private var conversationByRef: [Int64: ConversationID] = [:]
  private var isOnline = false
  private var isCareful = false
  private var lastRef: Int64 = 0
  private var random: SplitMix64

  package init(seed: UInt64 = 0) {
    random = SplitMix64(seed: seed)
  }

  /// The entry that a request belongs to.
  package func entry(ref: Int64) -> Int64? {
    guard let conversation = conversationByRef[ref] else { return nil }
    return lanes[conversation]?.inFlight?.entry
  }

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .loaded(let entries): return load(entries)
    case .resumed: return resume()
    case .suspended: return suspend()
    case .rejected(let refusal): return rejected(refusal)
    case .answered(let ref): return answered(ref)
    case .refused(let ref, let refusal): return refused(ref, refusal)
    case .passed:
      noteOthersPass(except: nil)
      return []
    case .kicked: return kick()
    case .retryDue(let conversation): return retry(conversation)
    }
  }

  private mutating func load(_ entries: [Entry]) -> [Action] {
    let grouped = Dictionary(grouping: entries, by: \.conversation)
    for conversation in Set(lanes.keys).union(grouped.keys) {
      let entries = grouped[conversation, default: []]
      let waiting = entries.map(\.id).sorted()
      if lanes[conversation]?.waiting.first != waiting.first { lanes[conversation]?.begin() }
      lanes[conversation, default: Lane()].waiting = waiting
      lanes[conversation]?.held = Set(entries.lazy.filter { !$0.isReady }.map(\.id))
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
    for conversation in lanes.keys { lanes[conversation]?.inFlight = nil }
    return endPauses()
  }

  private mutating func kick() -> [Action] {
    guard isOnline else { return [] }
    let cancelled = endPauses()
    return cancelled.isEmpty ? [] : cancelled + [.reload]
  }

  private mutating func endPauses() -> [Action] {
    let paused = lanes.keys.sorted().filter { lanes[$0]?.isPaused == true }
    for conversation in paused { lanes[conversation]?.isPaused = false }
    return paused.map { .cancelRetryTimer($0) }
  }

  private mutating func rejected(_ refusal: Refusal) -> [Action] {
    let inFlight = lanes.values.compactMap(\.inFlight?.entry)
    guard !inFlight.isEmpty else { return [] }
    isCareful = true
    return inFlight.count == 1 ? inFlight.map { .recordFailure(entry: $0, refusal, isTerminal: false) } : []
  }

  /// The next entry of the lane goes out at once; the store is read again when the lane has run
  /// dry, so that a long queue costs no more than its length.
  private mutating func answered(_ ref: Int64) -> [Action] {
    guard let conversation = conversationByRef[ref], let entry = finish(ref) else { return [] }
    lanes[conversation]?.waiting.removeAll { $0 == entry }
    lanes[conversation]?.begin()
    noteOthersPass(except: conversation)
    guard !isCareful, isOnline, let next = transmit(conversation) else { return [.settle(entry: entry), .reload] }
    return [.settle(entry: entry), next]
  }

  private mutating func refused(_ ref: Int64, _ refusal: Refusal) -> [Action] {
    guard let conversation = conversationByRef[ref], let entry = finish(ref) else { return [] }
    guard refusal.code.isRetryable else {
      return [.recordFailure(entry: entry, refusal, isTerminal: true), .reload]
    }
    // Overload and rates are about the server and the sender, never about this entry.
    let counts = refusal.code == .internal && lanes[conversation]?.hasSeenOthersPass == true
    let seconds = RetryWait.seconds(
      after: lanes[conversation]?.refusals ?? 0, atLeast: Double(refusal.retryAfter ?? 0), &random)
    let pause = Action.startRetryTimer(conversation, seconds: seconds)
    lanes[conversation]?.isPaused = true
    lanes[conversation]?.refusals += 1
    lanes[conversation]?.hasSeenOthersPass = false
    return counts ? [.recordFailure(entry: entry, refusal, isTerminal: false), pause] : [pause]
  }

  private mutating func noteOthersPass(except conversation: ConversationID?) {
    for (other, lane) in lanes where other != conversation && lane.refusals > 0 {
      lanes[other]?.hasSeenOthersPass = true
    }
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
    guard let lane = lanes[conversation], lane.inFlight == nil, !lane.isPaused, let entry = lane.waiting.first,
      !lane.held.contains(entry)
    else { return nil }
    lastRef += 1
    conversationByRef[lastRef] = conversation
    lanes[conversation]?.inFlight = (entry, lastRef)
    return .transmit(entry: entry, ref: lastRef)
  }
}
