import Domain

/// Decides which of the requests in the outbox goes out when: of those about the same one at a
/// time, first in, first out; others side by side, a few at once.
///
/// Being offline is not a failure, nor is a server that cannot take anything now: a refusal that
/// may pass, and an answer that is lost, are tried again after a wait that grows, without end. Any
/// other refusal is the request's own and takes it out of the queue; what is about the same goes on
/// behind it. A request that was sent is not sent again before its outcome is known, whatever
/// becomes of the connection meanwhile. Pure: events in, actions out; randomness comes with the
/// machine.
package struct RequestMachine: Sendable {
  /// A request as far as order is concerned.
  package struct Entry: Hashable, Sendable {
    package let id: Int64
    package let subject: String

    package init(id: Int64, subject: String) {
      self.id = id
      self.subject = subject
    }
  }

  package enum Event: Sendable {
    /// The waiting requests as the store has them now, in order. Replaces what was known.
    case loaded([Entry])
    /// The connection is up to date.
    case resumed
    /// The connection is gone.
    case suspended
    case answered(Int64)
    case refused(Int64, Refusal)
    /// Nobody knows whether the server has had it.
    case lost(Int64)
    /// The user or the system asks to try now.
    case kicked
    /// The wait of those about this is over.
    case retryDue(String)
  }

  package enum Action: Hashable, Sendable {
    case transmit(Int64)
    /// The server has done it.
    case settle(Int64)
    /// The server refuses this very request.
    case fail(Int64, Refusal)
    case startRetryTimer(String, seconds: Double)
    case cancelRetryTimer(String)
    /// The store has changed: load the waiting requests again.
    case reload
  }

  private struct Lane: Sendable {
    var waiting: [Int64] = []
    var inFlight: Int64?
    var isPaused = false
    /// How often in a row the first one was put off.
    var delays = 0
  }

  /// Requests that are on their way at once.
  package static let mostInFlight = 3

  private var lanes: [String: Lane] = [:]
  private var isOnline = false
  private var random: SplitMix64

  package init(seed: UInt64 = 0) {
    random = SplitMix64(seed: seed)
  }

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .loaded(let entries): return load(entries)
    case .resumed:
      isOnline = true
      return [.reload]
    case .suspended:
      isOnline = false
      return endPauses()
    case .answered(let entry): return answered(entry)
    case .refused(let entry, let refusal): return refused(entry, refusal)
    case .lost(let entry):
      guard let subject = finish(entry) else { return [] }
      return isOnline ? [pause(subject, atLeast: 0)] : []
    case .kicked:
      guard isOnline else { return [] }
      let cancelled = endPauses()
      return cancelled.isEmpty ? [] : cancelled + [.reload]
    case .retryDue(let subject):
      lanes[subject]?.isPaused = false
      return [.reload]
    }
  }

  private mutating func load(_ entries: [Entry]) -> [Action] {
    let grouped = Dictionary(grouping: entries, by: \.subject)
    for subject in Set(lanes.keys).union(grouped.keys) {
      let waiting = grouped[subject, default: []].map(\.id).sorted()
      if lanes[subject]?.waiting.first != waiting.first { lanes[subject]?.delays = 0 }
      lanes[subject, default: Lane()].waiting = waiting
    }
    lanes = lanes.filter { !$0.value.waiting.isEmpty || $0.value.inFlight != nil || $0.value.isPaused }
    return transmitAll()
  }

  private mutating func answered(_ entry: Int64) -> [Action] {
    guard let subject = finish(entry) else { return [] }
    lanes[subject]?.waiting.removeAll { $0 == entry }
    lanes[subject]?.delays = 0
    return [.settle(entry), .reload]
  }

  private mutating func refused(_ entry: Int64, _ refusal: Refusal) -> [Action] {
    guard let subject = finish(entry) else { return [] }
    guard refusal.code.isRetryable else { return [.fail(entry, refusal), .reload] }
    return isOnline ? [pause(subject, atLeast: Double(refusal.retryAfter ?? 0))] : []
  }

  /// Never shorter than what the server asks for.
  private mutating func pause(_ subject: String, atLeast asked: Double) -> Action {
    let seconds = RetryWait.seconds(after: lanes[subject]?.delays ?? 0, atLeast: asked, &random)
    lanes[subject]?.isPaused = true
    lanes[subject]?.delays += 1
    return .startRetryTimer(subject, seconds: seconds)
  }

  private mutating func endPauses() -> [Action] {
    let paused = lanes.keys.sorted().filter { lanes[$0]?.isPaused == true }
    for subject in paused { lanes[subject]?.isPaused = false }
    return paused.map { .cancelRetryTimer($0) }
  }

  /// What the entry is about, if it was on its way.
  private mutating func finish(_ entry: Int64) -> String? {
    guard let subject = lanes.first(where: { $0.value.inFlight == entry })?.key else { return nil }
    lanes[subject]?.inFlight = nil
    return subject
  }

  /// The oldest first.
  private mutating func transmitAll() -> [Action] {
    guard isOnline else { return [] }
    var free = Self.mostInFlight - lanes.values.count { $0.inFlight != nil }
    var actions: [Action] = []
    let ready = lanes.filter { $0.value.inFlight == nil && !$0.value.isPaused }
    let firsts = ready.compactMap { subject, lane in lane.waiting.first.map { (entry: $0, subject: subject) } }
    for (entry, subject) in firsts.sorted(by: { $0.entry < $1.entry }) where free > 0 {
      lanes[subject]?.inFlight = entry
      actions.append(.transmit(entry))
      free -= 1
    }
    return actions
  }
}
