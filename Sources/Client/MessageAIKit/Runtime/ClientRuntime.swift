import ClientStore
import Domain
import Foundation

/// The parts of a live client, wired.
final class ClientRuntime: Sendable {
  let configuration: ClientConfiguration
  let store: ClientStore
  let keeper: SessionKeeper
  let engine: LiveEngine
  let rest: RESTClient
  let downloads: Downloads
  let events: ClientEvents
  let requests: RequestCalls
  private let http: any HTTPExchange

  init(configuration: ClientConfiguration) throws {
    self.configuration = configuration
    store = try Self.openStore(configuration)
    http = Network.exchange(connectSeconds: 10, authorities: configuration.authorities)
    rest = RESTClient(server: configuration.server, http: http)
    keeper = try SessionKeeper(vault: Self.vault(configuration), rest: rest, clock: configuration.clock)
    downloads = Downloads(store: store, rest: rest, keeper: keeper)
    events = ClientEvents(
      configuration.events, clock: configuration.clock, store: store, keeper: keeper, rest: rest)
    let calls = SignedInCalls(keeper: keeper, rest: rest)
    requests = RequestCalls(calls: calls)
    engine = LiveEngine(configuration: configuration, store: store, calls: calls, events: events)
  }

  private static func openStore(_ configuration: ClientConfiguration) throws -> ClientStore {
    guard let folder = configuration.folder else { return try ClientStore(path: nil, clock: configuration.clock) }
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try ClientStore(path: folder.appendingPathComponent("client.sqlite").path, clock: configuration.clock)
  }

  static func vault(_ configuration: ClientConfiguration) -> any SessionVault {
    if let vault = configuration.vault { return vault }
    guard let folder = configuration.folder else { return MemorySessionVault() }
    return FileSessionVault(folder: folder)
  }

  /// Goes on with a kept session if the local data is its user's; else somebody has to sign in.
  func startIfSignedIn() {
    Task {
      do {
        let session = await keeper.current
        if let session, try store.user() == session.user { return engine.handle(.start) }
        if let session { await keeper.end(session.accessToken) }
        // Nobody's session is kept: that nobody can read on must not depend on the process having
        // lived long enough.
        try store.eraseCopies()
      } catch {
        engine.storageFailed(error)
      }
      engine.showSignedOut()
    }
  }

  func close() async throws {
    engine.close()
    events.close()
    try await http.shutdown()
    try store.close()
  }

  /// A REST call as the signed-in user.
  func call(_ method: HTTPVerb, _ path: String, body: [UInt8]? = nil) async throws -> [UInt8] {
    try await ifSignedIn { try await requests.calls.call(method, path, body: body) }
  }

  /// Something that asks the server as the signed-in user. When it says that the session has ended,
  /// the engine hears of it.
  func ifSignedIn<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch ClientError.signedOut {
      await keeper.ifSignedOut { self.engine.handle(.signedOut) }
      throw ClientError.signedOut
    }
  }

  /// Like `call`, for answers that come as events.
  func events(_ method: HTTPVerb, _ path: String, body: [UInt8]) async throws -> AsyncThrowingStream<
    [UInt8], any Error
  > {
    try await ifSignedIn { try await requests.calls.events(method, path, body: body) }
  }

  /// The signed-in user. Throws `signedOut`.
  func user() throws -> UserID {
    guard let user = try store.user() else { throw ClientError.signedOut }
    return user
  }
}
