import AuthenticationServices
import Domain
import Foundation
import Intelligence
import MessageAIKit
import OnBoxAI
import ServerHTTP
import ShimHost
import StoreSQLite
import SwiftUI
import TestSupport
import ViewModels

@testable import MessageAIApp

/// The app on a phone that tests can touch, and a real server in this process for it and for
/// others.
@MainActor
final class AppFixture {
  private let folder: URL
  private let suite: String
  private let width: UserInterfaceSizeClass
  private let offersIntelligence: Bool
  private let files: TestFiles
  private(set) var server: TestServer
  /// Stands between the app and the server where the test asked for it.
  private let between: FaultGate?
  let container: AppContainer
  private(set) var host: ViewHost
  private var others: [MessageAIClient] = []
  private var isServing = true

  /// Runs `body` with the app at its first screen, and closes everything.
  static func run(
    width: UserInterfaceSizeClass = .compact, isGated: Bool = false, offersIntelligence: Bool = true,
    _ body: @MainActor (AppFixture) async throws -> Void
  ) async throws {
    let app = try await AppFixture(width, isGated, offersIntelligence)
    do {
      try await body(app)
      try await app.close()
    } catch {
      try await app.close()
      throw error
    }
  }

  private init(_ width: UserInterfaceSizeClass, _ isGated: Bool, _ offersIntelligence: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    self.width = width
    self.offersIntelligence = offersIntelligence
    files = try TestFiles()
    server = try await Self.start(folder, files, port: 0, offersIntelligence)
    between = isGated ? try await FaultGate.open(to: server.http.port) : nil
    suite = "AppFixture.\(UUID().uuidString)"
    let port = between?.port ?? server.http.port
    container = AppContainer(
      services: .samples, preferences: AppPreferences(defaults: try require(UserDefaults(suiteName: suite))),
      standardServer: ServerAddress("http://127.0.0.1:\(port)")
    ) { address in
      Backend(try MessageAIClient(configuration: ClientConfiguration(server: address.url, device: "phone")))
    }
    host = Self.host(container, width, server)
  }

  private static func host(
    _ container: AppContainer, _ width: UserInterfaceSizeClass, _ server: TestServer
  ) -> ViewHost {
    ViewHost(RootView().environment(container).environment(container.router)) {
      $0.horizontalSizeClass = width
      $0.webAuthenticationSession = WebAuthenticationSession { try visit($0, server) }
    }
  }

  /// In the browser Robin signs in at the provider, with an address that it has verified.
  private static func visit(_ address: URL, _ server: TestServer) throws -> URL {
    let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems
    let state = try require(items?.first { $0.name == "state" }?.value, "state")
    let code = server.identities.vouch(for: "7", email: "robin@example.org", name: "Robin Vogel", state: state)
    return try require(URL(string: "messageai://openid?code=\(code)&state=\(state)"), "address")
  }

  nonisolated private static func start(
    _ folder: URL, _ files: TestFiles, port: Int, _ offersIntelligence: Bool
  ) async throws -> TestServer {
    let store = try SQLiteStore(path: folder.appendingPathComponent("server.sqlite").path)
    let engine = OnBoxEngine(text: IntelligenceFixture.textEngine)
    return try await TestServer.start(store: store, engine: engine, files: files.dependencies) { configuration in
      configuration.port = port
      configuration.intelligence.isOn = offersIntelligence
    }
  }

  func stopServer() async throws {
    isServing = false
    try await server.instance.stop()
  }

  func startServer() async throws {
    server = try await Self.start(folder, files, port: server.http.port, offersIntelligence)
    isServing = true
  }

  /// The faults of the network before the app.
  var gate: FaultGate {
    get throws { try require(between, "gate") }
  }

  var session: Session {
    get throws { try require(container.currentSession, "session") }
  }

  /// Every screen from its beginning, with the same user and what the device holds.
  func reopen() async {
    await host.end()
    container.router.reset()
    host = Self.host(container, width, server)
  }

  /// Somebody else, signed up and online.
  func person(_ name: String) async throws -> (client: MessageAIClient, me: Profile) {
    let client = try self.client()
    let profile = try await client.auth.signUp(email: Self.email(name), password: Self.password(name), name: name)
    try await first(in: client.connection.observeConnection(), "online") { $0 == .online }
    return (client, profile)
  }

  private func client() throws -> MessageAIClient {
    let address = try require(URL(string: "http://127.0.0.1:\(server.http.port)"))
    let client = try MessageAIClient(configuration: ClientConfiguration(server: address, device: "test"))
    others.append(client)
    return client
  }

  private func close() async throws {
    between?.pass()
    await host.end()
    for client in others { try await client.close() }
    try await container.backend?.close()
    try await between?.close()
    if isServing { try await server.instance.stop() }
    files.remove()
    try FileManager.default.removeItem(at: folder)
    UserDefaults.standard.removePersistentDomain(forName: suite)
  }

  static func email(_ name: String) -> String { "\(name.lowercased())@example.org" }
  static func password(_ name: String) -> String { "correct horse \(name)" }

  /// Signs up on the first screen, and puts the profile off.
  func signUp(_ name: String) async throws {
    try await host.wait(id: "signIn.switch")
    try host.tap(id: "signIn.switch")
    try host.type(name, id: "signIn.name")
    try fillIn(name)
    try host.tap(id: "signIn.submit")
    try await host.wait(id: "profileSetUp.later")
    try host.tap(id: "profileSetUp.later")
    try await host.wait(id: "conversations.empty")
  }

  /// Signs in to an account that was made on another device.
  func signIn(_ name: String) async throws {
    _ = try await server.signUp(name)
    try await host.wait(id: "signIn.email")
    try fillIn(name)
    try host.tap(id: "signIn.submit")
    try await host.wait(id: "conversations.empty")
  }

  /// Types address and password.
  func fillIn(_ name: String) throws {
    try host.type(Self.email(name), id: "signIn.email")
    try host.type(Self.password(name), id: "signIn.password")
  }
}
