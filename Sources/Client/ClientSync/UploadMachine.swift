import Domain

/// Decides which files go to the server when, and where each goes on after a cut: the oldest
/// message's first, a few at once, each in chunks one after another.
///
/// What the server has is what the server says: where a file goes on is asked after every cut, so
/// that no byte is sent twice that has arrived, and none is left out. What may pass is tried again
/// after a wait that grows, without end; what no retry helps fails the file. Pure: events in,
/// actions out; randomness comes with the machine.
package struct UploadMachine: Sendable {
  /// A file that the server does not have yet.
  package struct File: Hashable, Sendable {
    package let id: AttachmentID
    package let bytes: Int64

    package init(id: AttachmentID, bytes: Int64) {
      self.id = id
      self.bytes = bytes
    }
  }

  package enum Event: Sendable {
    /// The files that have to go, in order. Replaces what was known.
    case loaded([File])
    /// The connection is up to date.
    case resumed
    /// The connection is gone: nothing that is under way counts any more.
    case suspended
    /// The server has so many bytes, and knows of the file.
    case reached(request: Int64, offset: Int64)
    /// The server has the whole file and has looked into it.
    case completed(request: Int64)
    /// The server expects other bytes than those that were sent, where it says which.
    case conflicted(request: Int64, offset: Int64?)
    /// The server does not know of the file.
    case missing(request: Int64)
    /// No answer came.
    case cut(request: Int64)
    case refused(request: Int64, Refusal)
    /// The user or the system asks to try now.
    case kicked
    /// The wait of a file is over.
    case retryDue(AttachmentID)
    /// The app is leaving the screen, or was started without one: the rest of each file goes to the
    /// system, which carries `carried` already.
    case left(carried: [AttachmentID])
    /// The app is on screen: it carries its files itself.
    case returned
    /// The system is done with the file, well or not.
    case carried(AttachmentID)
  }

  package enum Action: Hashable, Sendable {
    /// Tell the server what comes; it answers how far it is.
    case announce(AttachmentID, request: Int64)
    /// Ask how far it is.
    case ask(AttachmentID, request: Int64)
    case transmit(AttachmentID, request: Int64, from: Int64, count: Int64, isLast: Bool)
    /// Give all that follows to the system, which goes on without the app.
    case handOver(AttachmentID, from: Int64)
    /// The system is to stop carrying anything.
    case recallAll
    /// Give up what is under way for the file; its answer is not heard any more.
    case stop(AttachmentID)
    /// So many bytes have arrived.
    case progressed(AttachmentID, offset: Int64)
    /// The server has the file.
    case complete(AttachmentID)
    case fail(AttachmentID, Refusal)
    case startRetryTimer(AttachmentID, seconds: Double)
    case cancelRetryTimer(AttachmentID)
  }

  private struct Lane: Sendable {
    enum Step: Sendable {
      /// Its turn has not come.
      case waiting
      case underWay(request: Int64)
      case paused
    }

    let bytes: Int64
    var step = Step.waiting
    /// The server has been told of it.
    var isKnown = false
    /// Requests in a row that led to nothing.
    var failures = 0
    /// Bytes that have arrived, as far as known.
    var offset: Int64 = 0
    /// Where the bytes begin that are under way.
    var sentFrom: Int64?
  }

  /// Bytes of one request.
  package static let chunk: Int64 = 1 << 20
  /// Files under way at once.
  package static let width = 2

  private var order: [AttachmentID] = []
  private var lanes: [AttachmentID: Lane] = [:]
  private var fileByRequest: [Int64: AttachmentID] = [:]
  private var isOnline = false
  private var hasLeft = false
  /// What the system carries.
  private var away: Set<AttachmentID> = []
  /// What the system has ended: not given to it again before the app was on screen.
  private var takenBack: Set<AttachmentID> = []
  private var lastRequest: Int64 = 0
  private var random: SplitMix64

  package init(seed: UInt64 = 0) {
    random = SplitMix64(seed: seed)
  }

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .loaded(let files): return load(files)
    case .resumed:
      isOnline = true
      return start()
    case .suspended: return suspend()
    case .reached(let request, let offset): return reached(request, offset)
    case .completed(let request): return completed(request)
    case .conflicted(let request, let offset): return conflicted(request, offset)
    case .missing(let request): return missing(request)
    case .cut(let request): return finish(request).map { wait($0, nil) } ?? []
    case .refused(let request, let refusal): return refused(request, refusal)
    case .kicked: return kick()
    case .retryDue(let file): return retry(file)
    case .left(let carried): return leave(carried)
    case .returned: return comeBack()
    case .carried(let file): return takeBack(file)
    }
  }

  // MARK: - What has to go

  private mutating func load(_ files: [File]) -> [Action] {
    let known = Set(files.map(\.id))
    let gone = order.filter { !known.contains($0) }
    var actions: [Action] = []
    for file in gone { actions += drop(file) + [.stop(file)] }
    order = files.map(\.id)
    for file in files where lanes[file.id] == nil { lanes[file.id] = Lane(bytes: file.bytes) }
    return actions + start()
  }

  private mutating func suspend() -> [Action] {
    isOnline = false
    var actions: [Action] = []
    for file in order {
      switch lanes[file]?.step {
      case .underWay: actions.append(.stop(file))
      case .paused: actions.append(.cancelRetryTimer(file))
      case .waiting, nil: break
      }
      lanes[file]?.step = .waiting
      lanes[file]?.failures = 0
    }
    fileByRequest = [:]
    return actions
  }

  private mutating func kick() -> [Action] {
    guard isOnline else { return [] }
    var actions: [Action] = []
    for file in order {
      guard case .paused? = lanes[file]?.step else { continue }
      lanes[file]?.step = .waiting
      actions.append(.cancelRetryTimer(file))
    }
    return actions + start()
  }

  private mutating func retry(_ file: AttachmentID) -> [Action] {
    guard case .paused? = lanes[file]?.step else { return [] }
    lanes[file]?.step = .waiting
    return start()
  }

  /// Begins with as many as may be under way. One that waits to be tried again takes no place.
  private mutating func start() -> [Action] {
    guard isOnline else { return [] }
    var actions: [Action] = []
    for file in order where fileByRequest.count < Self.width {
      guard let lane = lanes[file], case .waiting = lane.step, !away.contains(file) else { continue }
      lanes[file]?.sentFrom = nil
      let request = begin(file)
      actions.append(lane.isKnown ? .ask(file, request: request) : .announce(file, request: request))
    }
    return actions
  }

  // MARK: - What the server says

  private mutating func reached(_ request: Int64, _ offset: Int64) -> [Action] {
    guard let file = finish(request), let lane = lanes[file] else { return [] }
    guard (0...lane.bytes).contains(offset) else {
      return fail(file, Refusal(.internal, "The server has more of the file than there is."))
    }
    lanes[file]?.isKnown = true
    // Only bytes that arrive are a success: a server that answers and takes nothing is not asked
    // without a pause.
    if offset > lane.offset { lanes[file]?.failures = 0 }
    lanes[file]?.offset = offset
    if lane.sentFrom == offset { return wait(file, nil) }
    return [.progressed(file, offset: offset)] + goOn(file, from: offset)
  }

  /// What is complete but for a last word is not worth a task of the system.
  private mutating func goOn(_ file: AttachmentID, from offset: Int64) -> [Action] {
    guard let lane = lanes[file] else { return [] }
    guard hasLeft, !takenBack.contains(file), offset < lane.bytes else {
      return [transmit(file, from: offset, of: lane.bytes)]
    }
    away.insert(file)
    return [.handOver(file, from: offset)] + start()
  }

  /// An empty last chunk asks for the file once all its bytes are there.
  private mutating func transmit(_ file: AttachmentID, from offset: Int64, of bytes: Int64) -> Action {
    let count = min(Self.chunk, bytes - offset)
    lanes[file]?.sentFrom = offset
    return .transmit(file, request: begin(file), from: offset, count: count, isLast: offset + count == bytes)
  }

  private mutating func completed(_ request: Int64) -> [Action] {
    guard let file = finish(request), let bytes = lanes[file]?.bytes else { return [] }
    return [.progressed(file, offset: bytes)] + drop(file) + start() + [.complete(file)]
  }

  private mutating func conflicted(_ request: Int64, _ offset: Int64?) -> [Action] {
    guard let file = finish(request), let lane = lanes[file] else { return [] }
    guard let offset, offset != lane.sentFrom, (0...lane.bytes).contains(offset) else { return wait(file, nil) }
    lanes[file]?.offset = offset
    return [.progressed(file, offset: offset)] + goOn(file, from: offset)
  }

  /// What the server had it has thrown away: it is told of the file again, and at once only if it
  /// knew of it before.
  private mutating func missing(_ request: Int64) -> [Action] {
    guard let file = finish(request), let lane = lanes[file] else { return [] }
    guard lane.isKnown else { return fail(file, .notFound) }
    lanes[file]?.isKnown = false
    lanes[file]?.offset = 0
    return wait(file, nil)
  }

  private mutating func refused(_ request: Int64, _ refusal: Refusal) -> [Action] {
    guard let file = finish(request) else { return [] }
    return refusal.code.isRetryable ? wait(file, refusal) : fail(file, refusal)
  }

  // MARK: - The system carries

  /// A chunk on its way could take longer than the app is awake: it is given up, and the server
  /// asked where it stands.
  private mutating func leave(_ carried: [AttachmentID]) -> [Action] {
    hasLeft = true
    away.formUnion(carried)
    var actions: [Action] = []
    for file in order {
      guard let lane = lanes[file], case .underWay(let request) = lane.step else { continue }
      guard away.contains(file) || lane.sentFrom != nil else { continue }
      _ = finish(request)
      actions.append(.stop(file))
    }
    return actions + start()
  }

  private mutating func comeBack() -> [Action] {
    hasLeft = false
    away = []
    takenBack = []
    return [.recallAll] + start()
  }

  /// Whatever has become of it, the server says.
  private mutating func takeBack(_ file: AttachmentID) -> [Action] {
    guard hasLeft else { return [] }
    away.remove(file)
    takenBack.insert(file)
    return start()
  }

  // MARK: - Steps

  private mutating func begin(_ file: AttachmentID) -> Int64 {
    lastRequest += 1
    fileByRequest[lastRequest] = file
    lanes[file]?.step = .underWay(request: lastRequest)
    return lastRequest
  }

  /// The file that the request is about; `nil` for an answer that is not waited for any more.
  private mutating func finish(_ request: Int64) -> AttachmentID? {
    guard let file = fileByRequest.removeValue(forKey: request) else { return nil }
    lanes[file]?.step = .waiting
    return file
  }

  private mutating func drop(_ file: AttachmentID) -> [Action] {
    let lane = lanes.removeValue(forKey: file)
    order.removeAll { $0 == file }
    away.remove(file)
    fileByRequest = fileByRequest.filter { $0.value != file }
    if case .paused? = lane?.step { return [.cancelRetryTimer(file)] }
    return []
  }

  private mutating func fail(_ file: AttachmentID, _ refusal: Refusal) -> [Action] {
    drop(file) + start() + [.fail(file, refusal)]
  }

  /// Never shorter than what the server asks for. The others go on.
  private mutating func wait(_ file: AttachmentID, _ refusal: Refusal?) -> [Action] {
    guard let lane = lanes[file] else { return [] }
    let seconds = RetryWait.seconds(after: lane.failures, atLeast: Double(refusal?.retryAfter ?? 0), &random)
    lanes[file]?.failures += 1
    lanes[file]?.step = .paused
    return [.startRetryTimer(file, seconds: seconds)] + start()
  }
}
