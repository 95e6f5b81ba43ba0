import ClientStore
import Dispatch
import Domain
import Foundation

/// A client engine on a serial queue, with a real socket, real timers and real tokens.
final class LiveEngine: EngineOutput, @unchecked Sendable {
  let connection = Broadcast<ConnectionState>(.offline(retryIn: nil))
  let presence = Broadcast<[UserID: Presence]>([:])
  let uploads = Broadcast<[AttachmentID: UploadProgress]>([:])
  /// The kind of the latest error of the local database; never its content.
  let storageFailure = Broadcast<String?>(nil)
  // Everything below is confined to the queue.
  private let queue = DispatchQueue(label: "messageai.client-engine")
  private let keeper: SessionKeeper
  private let events: ClientEvents
  private let timers: DispatchTimers
  private var engine: ClientEngine?
  private var transport: SocketTransport?
  /// Hears of uploads that go on without the app.
  private var background: Task<Void, Never>?
  private var lastToken: String?
  /// Counts requests for a token and stops, so that an answer from before a stop is not heard.
  private var authorization = 0
  private let typingLock = NSLock()
  private var typing: [ConversationID: Broadcast<[UserID]>] = [:]

  init(
    configuration: ClientConfiguration, store: ClientStore, calls: SignedInCalls, events: ClientEvents
  ) {
    let (keeper, rest) = (calls.keeper, calls.rest)
    self.keeper = keeper
    self.events = events
    timers = DispatchTimers(queue: queue)
    queue.sync {
      let transport = SocketTransport(
        connector: Network.connector(to: configuration.server, authorities: configuration.authorities)
      ) {
        [weak self] event, generation in
        self?.post(event, generation)
      }
      self.transport = transport
      let uploader = LiveUploader(
        store: store, requests: UploadRequests(rest: rest, keeper: keeper), background: configuration.backgroundUploads
      ) { [weak self] event in self?.handle(.upload(event)) }
      engine = ClientEngine(
        store: store, transport: transport, uploader: uploader,
        requester: LiveRequester(calls) { [weak self] event in self?.handle(event) }, timers: timers,
        clock: configuration.clock, seed: UInt64.random(in: 0...UInt64.max), clientName: configuration.device,
        output: self)
      timers.observe { [weak self] timer in self?.engine?.handle(.timer(timer)) }
      if let events = configuration.backgroundUploads?.events() {
        background = Task { [weak self] in
          for await event in events { self?.handle(event.machineEvent) }
        }
      }
    }
  }

  /// An attempt to connect has failed, and the next one is yet to come: nothing has to be tried to
  /// know that the server is out of reach.
  var isKnownOffline: Bool {
    if case .offline(.some) = connection.current { true } else { false }
  }

  func handle(_ event: EngineEvent) {
    queue.async { self.engine?.handle(event) }
  }

  /// Disconnects; when it returns, the engine writes nothing to the store until `start`.
  func stop(_ event: EngineEvent = .stop) async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.authorization += 1
        self.lastToken = nil
        self.engine?.handle(event)
        self.transport?.disconnect()
        continuation.resume()
      }
    }
  }

  /// Nobody is signed in, although the device may hold somebody's data.
  func showSignedOut() {
    queue.async { self.connection.set(.signedOut) }
  }

  /// Stops and returns when nothing more will happen.
  func close() {
    queue.sync {
      engine?.handle(.stop)
      background?.cancel()
      timers.cancelAll()
      transport?.disconnect()
      engine = nil
    }
  }

  /// Who types in a conversation.
  func typing(in conversation: ConversationID) -> Broadcast<[UserID]> {
    typingLock.withLock {
      if let known = typing[conversation] { return known }
      let fresh = Broadcast<[UserID]>([])
      typing[conversation] = fresh
      return fresh
    }
  }

  private func post(_ event: SocketEvent, _ generation: Int) {
    queue.async { self.heard(event, generation) }
  }

  private func heard(_ event: SocketEvent, _ generation: Int) {
    if let event = transport?.accept(event, generation: generation) { engine?.handle(event) }
  }

  // MARK: EngineOutput

  func authorize(fresh: Bool) {
    let refused = fresh ? lastToken : nil
    authorization += 1
    let asked = authorization
    Task { [keeper] in
      let event: EngineEvent
      do {
        event = .token(try await keeper.accessToken(refused: refused))
      } catch ClientError.signedOut {
        event = .signedOut
      } catch {
        event = .tokenUnavailable
      }
      self.authorized(event, asked)
    }
  }

  private func authorized(_ event: EngineEvent, _ asked: Int) {
    queue.async {
      guard asked == self.authorization else { return }
      if case .token(let token) = event { self.lastToken = token }
      self.engine?.handle(event)
    }
  }

  func connectionChanged(_ state: ConnectionState) {
    connection.set(state)
    guard state == .signedOut, let lastToken else { return }
    // The tokens are of no use, or somebody else's.
    self.lastToken = nil
    Task { [keeper] in await keeper.end(lastToken) }
  }

  func typingChanged(_ conversation: ConversationID, _ users: [UserID]) {
    typing(in: conversation).set(users)
  }

  func presenceChanged(_ presence: [UserID: Presence]) {
    self.presence.set(presence)
  }

  func measured(_ event: ClientEvent) { events.note(event) }
  var tellsSpans: Bool { events.tellsSpans }
  func traced(_ span: ClientSpan) { events.note(span) }
  func arriving(_ message: TracedArrival) { events.arriving(message) }

  func uploadsChanged(_ progress: [AttachmentID: UploadProgress]) {
    uploads.set(progress)
  }

  /// The engine leaves and reconnects by its backoff, which the connection's state shows; what was
  /// to be written comes again.
  func storageFailed(_ error: any Error) {
    storageFailure.set(String(describing: type(of: error)))
  }
}
