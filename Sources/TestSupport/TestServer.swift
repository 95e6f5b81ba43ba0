import AIProviders
import Domain
import Intelligence
import Logging
import ServerCore
import ServerHTTP
import StoreSQLite
import WireProtocol

/// A real server in this process on a free port, with an empty store in memory unless given
/// another.
package struct TestServer: Sendable {
  package let instance: ServerInstance
  package let http: TestHTTP
  /// Where the server speaks TLS, what speaks it for `http` and for sockets to its port.
  private let tunnel: TLSTunnel?
  /// What was sent to devices.
  package let pushes: RecordingPushGateway
  /// What was sent to people.
  package let mails: RecordingMailGateway
  /// Who vouches for people.
  package let identities: ScriptedIdentityGateway

  /// Without a hasher of its own passwords cost nothing; rate limits are off and nothing is given
  /// up before tests give up unless `configure` says otherwise.
  package static func start(
    store: (any WorkspaceStore)? = nil, hasher: any PasswordHashing = PlainHasher(),
    clock: any WallClock = SystemClock(), engine: OnBoxEngine = OnBoxEngine(), model: (any TextModel)? = nil,
    files: FileDependencies? = nil, spans: (any SpanExporter)? = nil, jobLease: (any JobLease)? = nil,
    peers: ClusterPeers? = nil,
    configure: (inout ServerConfiguration) -> Void = { _ in }
  ) async throws -> TestServer {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.threads = 1
    configuration.hasRateLimits = false
    configuration.logLevel = .critical
    configuration.publicAddress = "https://chat.example.org"
    let seconds = patience.components.seconds
    configuration.timings.greeting = .seconds(seconds)
    configuration.timings.dead = .seconds(seconds)
    configuration.timings.body = .seconds(seconds)
    configuration.timings.bodyGrace = .seconds(seconds)
    configuration.timings.unread = .seconds(seconds)
    configuration.timings.certificate = .seconds(seconds)
    configuration.intelligence.requestPatience = Double(seconds)
    configuration.intelligence.modelDeadline = Double(seconds)
    configuration.intelligence.modelPorts = []
    configure(&configuration)
    let (pushes, mails, identities) = (RecordingPushGateway(), RecordingMailGateway(), ScriptedIdentityGateway())
    let options = SQLiteStoreOptions(clock: clock, searchDeadline: patience)
    var dependencies = ServerDependencies(
      clock: clock, hasher: hasher, engine: engine, model: model, files: files, mail: mails,
      identityProviders: identities, spans: spans, peers: peers, push: { _ in pushes })
    dependencies.jobLease = jobLease
    let instance = try await ServerInstance.start(
      configuration, store: try store ?? SQLiteStore(path: nil, options: options), dependencies: dependencies)
    let tunnel = configuration.certificate == nil ? nil : try await TLSTunnel.start(to: instance.port)
    return TestServer(
      instance: instance, http: TestHTTP(port: tunnel?.port ?? instance.port), tunnel: tunnel, pushes: pushes,
      mails: mails, identities: identities)
  }

  /// Runs `body` against a fresh server, with a folder for files, and stops it, whatever happens.
  package static func run<Value>(
    store: (any WorkspaceStore)? = nil, hasher: any PasswordHashing = PlainHasher(),
    clock: any WallClock = SystemClock(), engine: OnBoxEngine = OnBoxEngine(), model: (any TextModel)? = nil,
    peers: ClusterPeers? = nil, configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    let files = try TestFiles()
    defer { files.remove() }
    let server = try await start(
      store: store, hasher: hasher, clock: clock, engine: engine, model: model, files: files.dependencies,
      peers: peers, configure: configure)
    do {
      let value = try await body(server)
      try await server.stop()
      return value
    } catch {
      try await server.stop()
      throw error
    }
  }

  private func stop() async throws {
    try await tunnel?.close()
    try await instance.stop()
  }

  /// Makes an account named like its address and answers its first session.
  package func signUp(_ name: String) async throws -> SessionResponse {
    let answer = try await http.send(
      "POST", "/v1/accounts",
      body: SignUpRequest(email: "\(name)@example.org", password: "correct horse \(name)", name: name).json())
    return try SessionResponse(json: answer.body)
  }

  /// Another session of an account that `signUp` has made.
  package func signIn(_ name: String, device: String? = nil) async throws -> SessionResponse {
    let form = SignInRequest(email: "\(name)@example.org", password: "correct horse \(name)", device: device)
    return try SessionResponse(json: try await http.send("POST", "/v1/sessions", body: form.json()).body)
  }
}
