import ClientStore
import ClientSync
import Domain
import WireProtocol

/// The client's core: feeds events to the state machines and carries out what they decide, on a
/// store, a transport and timers that are given.
///
/// Not thread-safe and never waits: its owner calls `handle` with one event at a time, on one
/// thread or queue. Live, a serial queue owns it; the simulation drives it by hand. Everything that
/// matters is in the store: dropping the engine at any point and making a new one on the same store
/// is the same as a crash.
package final class ClientEngine {
  private let store: ClientStore
  private let transport: any Transport
  let timers: any TimerSource
  let clock: any WallClock
  private let clientName: String
  weak var output: (any EngineOutput)?

  private var connection: ConnectionMachine
  private var outbox: OutboxMachine
  private let uploads: UploadRunner
  private let requests: RequestRunner
  private var sync = SyncMachine()
  var typingState = TypingState()
  private var sendTimes = SendTimes()
  private var traces: MessageTraces
  private(set) var isResumed = false
  private var hasWatermarkTimer = false
  private var entries: [Int64: OutboxEntry] = [:]
  /// The messages that `entries` are about.
  private var awaited: Set<MessageID> = []

  /// Close codes for a frame that the server will never take: bad, or too large.
  private static let rejections: Set<UInt16> = [4400, 1009]
  /// Seconds for which watermarks wait for more.
  package static let watermarkDelay = 0.25

  package init(
    store: ClientStore, transport: any Transport, uploader: (any Uploader)? = nil, requester: (any Requester)? = nil,
    timers: any TimerSource, clock: any WallClock, seed: UInt64, clientName: String, output: any EngineOutput
  ) {
    self.store = store
    self.transport = transport
    self.timers = timers
    self.clock = clock
    self.clientName = clientName
    self.output = output
    connection = ConnectionMachine(seed: seed)
    outbox = OutboxMachine(seed: seed)
    traces = MessageTraces(seed: ~seed)
    requests = RequestRunner(store: store, requester: requester, timers: timers, seed: seed)
    uploads = UploadRunner(store: store, uploader: uploader, timers: timers, seed: seed, output: output)
  }

  package func handle(_ event: EngineEvent) {
    do {
      try dispatch(event)
    } catch {
      storageFailed(error)
    }
  }

  /// Without its database the client can promise nothing: say so, leave, and try again later.
  private func storageFailed(_ error: any Error) {
    output?.storageFailed(error)
    reconnectLater()
  }

  private func reconnectLater() {
    transport.disconnect()
    run(connection.handle(.closed(code: nil)))
  }

  private func dispatch(_ event: EngineEvent) throws {
    switch event {
    case .start: run(connection.handle(.start))
    case .stop: run(connection.handle(.stop))
    case .token(let token): run(connection.handle(.token(token)))
    case .tokenUnavailable: run(connection.handle(.tokenUnavailable))
    case .signedOut: run(connection.handle(.signedOut))
    case .opened: run(connection.handle(.opened))
    case .closed(let code): try closed(code)
    case .kick:
      run(connection.handle(.kick))
      try run(outbox.handle(.kicked))
      try requests.handle(.kicked)
      try upload(.kicked)
    case .frame(let bytes): try receive(bytes)
    case .timer(let timer): try fired(timer)
    case .outboxChanged: try loadOutbox()
    case .watermarksChanged: scheduleWatermarks()
    case .requestsChanged:
      try requests.load()
      try loadOutbox()
    case .typing(let conversation, let active): sendTyping(conversation, active)
    case .presence(let state):
      typingState.own = state
      if isResumed { send(.presence(state)) }
    case .upload(let event): try upload(event)
    case .request(let request, let outcome):
      if try requests.finished(request, outcome) { try loadOutbox() }
    }
  }

  private func fired(_ timer: EngineTimer) throws {
    switch timer {
    case .reconnect: run(connection.handle(.reconnectDue))
    case .liveness: run(connection.handle(.livenessDue))
    case .retry(let conversation): try run(outbox.handle(.retryDue(conversation)))
    case .retryUpload(let file): try upload(.retryDue(file))
    case .retryRequest(let subject): try requests.handle(.retryDue(subject))
    case .watermarks:
      hasWatermarkTimer = false
      try sendWatermarks()
    case .ownTyping(let conversation):
      guard isResumed, typingState.ownTypingIsDue(in: conversation, now: clock.now) else { return }
      send(.typing(conversation: conversation, active: true))
    case .typing(let conversation, let user):
      output?.typingChanged(conversation, typingState.setTyping(user, in: conversation, active: false))
    }
  }

  func send(_ frame: ClientFrame) {
    transport.send(frame.encode())
  }
}

// MARK: - Connection

extension ClientEngine {
  private func run(_ actions: [ConnectionMachine.Action]) {
    for action in actions { run(action) }
  }

  private func run(_ action: ConnectionMachine.Action) {
    switch action {
    case .authorize(let fresh): output?.authorize(fresh: fresh)
    case .connect: transport.connect()
    case .hello(let token): guarded { try greet(token) }
    case .disconnect: transport.disconnect()
    case .ping: send(.ping(ref: nil))
    case .startReconnectTimer(let seconds): timers.start(.reconnect, seconds: seconds)
    case .cancelReconnectTimer: timers.cancel(.reconnect)
    case .startLivenessTimer(let seconds): timers.start(.liveness, seconds: seconds)
    case .cancelLivenessTimer: timers.cancel(.liveness)
    case .resume: guarded { try resume() }
    case .suspend: suspend()
    case .changed(let state):
      if state == .signedOut { guarded { try store.eraseCopies() } }
      output?.connectionChanged(state)
    }
  }

  private func guarded(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      storageFailed(error)
    }
  }

  /// A server that leaves because of what it was sent would do so for ever: the entry in flight
  /// counts an attempt.
  private func closed(_ code: UInt16?) throws {
    if let code, Self.rejections.contains(code) {
      try run(outbox.handle(.rejected(Refusal(.malformed, "The server could not take the message."))))
    }
    run(connection.handle(.closed(code: code)))
  }

  /// `known` goes out in pieces that fit a frame. Who knows more than a server takes says nothing
  /// of it, and is caught up from nothing.
  private func greet(_ token: String) throws {
    let cursors = try store.cursors().sorted { $0.key.description < $1.key.description }
    var rest = cursors.count <= Limits.maximumKnownInAll ? cursors[...] : []
    var known = rest.prefix(Limits.maximumKnownFeeds)
    rest = rest.dropFirst(Limits.maximumKnownFeeds)
    send(
      .hello(
        version: ClientFrame.version, token: token, client: clientName, known: Self.dictionary(known),
        more: !rest.isEmpty, history: try store.history()))
    while !rest.isEmpty {
      known = rest.prefix(Limits.maximumKnownFeeds)
      rest = rest.dropFirst(Limits.maximumKnownFeeds)
      send(.sync(known: Self.dictionary(known), more: !rest.isEmpty))
    }
  }

  private static func dictionary(_ pairs: ArraySlice<(key: FeedID, value: Int64)>) -> [FeedID: Int64] {
    Dictionary(pairs.map { ($0.key, $0.value) }) { first, _ in first }
  }

  private func resume() throws {
    isResumed = true
    if typingState.own != .online { send(.presence(typingState.own)) }
    try run(outbox.handle(.resumed))
    try upload(.resumed)
    try requests.handle(.resumed)
    try sendWatermarks()
  }

  private func suspend() {
    isResumed = false
    _ = sync.handle(.suspended)
    guarded { try run(outbox.handle(.suspended)) }
    guarded { try upload(.suspended) }
    guarded { try requests.handle(.suspended) }
    sendTimes.disconnected()
    for conversation in typingState.clear() { output?.typingChanged(conversation, []) }
    output?.presenceChanged([:])
  }
}

// MARK: - Frames

extension ClientEngine {
  private func receive(_ bytes: [UInt8]) throws {
    // What still comes after a stop may be another user's by now.
    guard connection.isConnected else { return }
    let frame: ServerFrame
    do throws(Refusal) {
      frame = try ServerFrame.decode(bytes)
    } catch {
      // A frame type of a newer server is no reason to leave; anything else on this connection
      // cannot be trusted.
      guard error.code != .unknownFrame else { return }
      return reconnectLater()
    }
    run(connection.handle(.heard))
    switch frame {
    case .welcome(let user, _, let serverTime, let history, let share):
      traces.welcomed(share: share, serverTime: serverTime, at: clock.now)
      try welcomed(user, history)
    case .synced: run(connection.handle(.synced))
    case .delta(let delta): try apply(delta)
    case .ack(let ref, let delta): try acknowledge(ref, delta)
    case .page(_, let page): try store.apply(page)
    case .gone(let feed):
      try store.removeFeed(feed)
      run(sync.handle(.gone(feed)))
      try loadOutbox()
    case .typing(let conversation, let user, let active): heardTyping(conversation, user, active)
    case .presence(let changes): output?.presenceChanged(typingState.merge(changes))
    case .error(let ref, let refusal): try refused(ref, refusal)
    case .pong: break
    }
  }

  /// A session of anybody but the store's user must not touch the store. Copies of another history
  /// of the server go before anything of this one comes.
  private func welcomed(_ user: UserID, _ history: HistoryID?) throws {
    guard try store.user() == user else { return run(connection.handle(.signedOut)) }
    if let history, try store.adopt(history) { try loadOutbox() }
    run(connection.handle(.welcomed))
  }

  /// The outbox is read again only when the delta tells of a message that something waits for:
  /// nothing else settles an entry.
  private func apply(_ delta: FeedDelta) throws {
    // What is pulled or caught up with may be old; anything else has just been committed.
    let isFresh = isResumed && !sync.isPulling && !delta.messages.isEmpty
    let arrival = traces.arriving(delta, at: clock.now)
    // Before it is there: what observes the store may be faster than this.
    if let arrival { output?.arriving(arrival) }
    let result = try store.apply(delta)
    if result == .applied, let span = arrival?.received(at: clock.now) { output?.traced(span) }
    settle(delta.feed, result)
    if isFresh, result == .applied { try run(outbox.handle(.passed)) }
    try measure(delta)
    if !awaited.isEmpty, delta.messages.contains(where: { awaited.contains($0.id) }) { try loadOutbox() }
    scheduleWatermarks()
  }

  private func measure(_ delta: FeedDelta) throws {
    guard !delta.members.isEmpty, let conversation = delta.feed.conversation, sendTimes.awaits(conversation),
      let user = try store.user()
    else { return }
    let members = try store.members(of: conversation)
    for event in sendTimes.heard(of: members, in: conversation, user: user, at: clock.now) { output?.measured(event) }
  }

  private func settle(_ feed: FeedID, _ result: ApplyResult) {
    switch result {
    case .applied, .stale: run(sync.handle(.settled(feed)))
    case .gap(let cursor): run(sync.handle(.gap(feed, cursor: cursor)))
    case .needsWindow: run(sync.handle(.needsWindow(feed)))
    }
  }

  private func run(_ actions: [SyncMachine.Action]) {
    for case .pull(let feed, let fromRev) in actions { send(.pull(feed: feed, fromRev: fromRev)) }
  }

  private func acknowledge(_ ref: Int64, _ delta: FeedDelta) throws {
    if let entry = outbox.entry(ref: ref) {
      if case .send(let message) = entries[entry]?.operation {
        if let event = sendTimes.acknowledged(message, delta, at: clock.now) { output?.measured(event) }
        if let span = traces.acknowledged(message, at: clock.now) { output?.traced(span) }
      }
      settle(delta.feed, try store.acknowledge(entry, with: delta))
    } else {
      settle(delta.feed, try store.apply(delta))
    }
    try run(outbox.handle(.answered(ref: ref)))
    scheduleWatermarks()
  }

  private func refused(_ ref: Int64?, _ refusal: Refusal) throws {
    if let ref { return try run(outbox.handle(.refused(ref: ref, refusal))) }
    // Nobody else would ask again for what was to be sent: catching up, or the answer to a pull.
    let isAwaited = connection.state == .greeting || connection.state == .syncing || sync.isPulling
    if refusal.code.isRetryable, isAwaited { reconnectLater() }
  }
}

// MARK: - Outbox and watermarks

extension ClientEngine {
  private func loadOutbox() throws {
    let waiting = try store.outbox().filter { $0.state == .waiting }
    let unmade = waiting.isEmpty ? [] : try store.unmadeConversations()
    entries = Dictionary(waiting.map { ($0.id, $0) }) { first, _ in first }
    awaited = Set(waiting.map(\.operation.message))
    sendTimes.loaded(awaited, isConnected: isResumed)
    let order = waiting.map { entry in
      OutboxMachine.Entry(
        id: entry.id, conversation: entry.conversation,
        isReady: entry.missing.isEmpty && !unmade.contains(entry.conversation))
    }
    try run(outbox.handle(.loaded(order)))
    try uploads.load(waiting.flatMap(\.missing))
  }

  private func upload(_ event: UploadMachine.Event) throws {
    if try uploads.handle(event) { try loadOutbox() }
  }

  private func run(_ actions: [OutboxMachine.Action]) throws {
    for action in actions {
      switch action {
      case .transmit(let entry, let ref): transmit(entry, ref)
      case .settle: break
      case .recordFailure(let entry, let refusal, let isTerminal):
        try store.recordFailure(entry, refusal, isTerminal: isTerminal)
      case .startRetryTimer(let conversation, let seconds): timers.start(.retry(conversation), seconds: seconds)
      case .cancelRetryTimer(let conversation): timers.cancel(.retry(conversation))
      case .reload: try loadOutbox()
      }
    }
  }

  private func transmit(_ id: Int64, _ ref: Int64) {
    guard let entry = entries[id] else { return }
    switch entry.operation {
    case .send(let message):
      send(
        .send(
          ref: ref, conversation: message.conversation, id: message.id, text: message.text, replyTo: message.replyTo,
          attachments: message.attachments.map { AttachmentReference(id: $0.id, alt: $0.alt) },
          trace: traces.context(of: message.id) { output?.tellsSpans ?? false }))
    case .edit(let message, let conversation, let editID, let text):
      send(.edit(ref: ref, conversation: conversation, id: message, editID: editID, text: text))
    case .delete(let message, let conversation):
      send(.delete(ref: ref, conversation: conversation, id: message))
    }
  }

  private func scheduleWatermarks() {
    guard isResumed, !hasWatermarkTimer else { return }
    hasWatermarkTimer = true
    timers.start(.watermarks, seconds: Self.watermarkDelay)
  }

  /// Says what the server's rows are behind of. Sent again whenever something arrives, until the
  /// server's rows say so themselves.
  private func sendWatermarks() throws {
    guard isResumed else { return }
    for mark in try store.unsentWatermarks() {
      if let seq = mark.readSeq {
        send(.read(conversation: mark.conversation, seq: seq, markUnread: mark.markUnread))
      }
      if let seq = mark.deliveredSeq, seq > mark.readSeq ?? 0 {
        send(.delivered(conversation: mark.conversation, seq: seq))
      }
    }
  }
}
