import Domain
import Foundation
import Intelligence
import MessageAIKit
import OnBox
import ServerHTTP
import ShimHost
import StoreSQLite
import SwiftUI
import TestSupport
import ViewModels

@testable import MessageAIApp

/// The app on a phone that tests can touch, and a real server in this process for it and for others.
@MainActor
final class AppDesk {
  private let folder: URL
  private let suite: String
  private(set) var server: TestServer
  let container: AppContainer
  let host: ViewHost
  private var client: MessageAIClient?
  private var others: [MessageAIClient] = []
  private var isServing = true

  /// Runs `body` with the app at its first screen, and closes everything.
  static func run(
    width: UserInterfaceSizeClass = .compact, _ body: @MainActor (AppDesk) async throws -> Void
  ) async throws {
    let desk = try await AppDesk(width)
    do {
      try await body(desk)
      try await desk.close()
    } catch {
      try await desk.close()
      throw error
    }
  }

  private init(_ width: UserInterfaceSizeClass) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    server = try await Self.start(folder, port: 0)
    suite = "AppDesk.\(UUID().uuidString)"
    let services = PlatformServices.samples
    let opened = Opened()
    container = AppContainer(
      services: services, preferences: AppPreferences(defaults: try require(UserDefaults(suiteName: suite))),
      standardServer: ServerAddress("http://127.0.0.1:\(server.http.port)")
    ) { address in
      let client = try MessageAIClient(configuration: ClientConfiguration(server: address.url, device: "phone"))
      opened.client = client
      return Backend(client)
    }
    let container = container
    host = ViewHost(RootView().environment(container).environment(container.router)) {
      $0.horizontalSizeClass = width
    }
    client = opened.client
  }

  private final class Opened {
    var client: MessageAIClient?
  }

  nonisolated private static func start(_ folder: URL, port: Int) async throws -> TestServer {
    let store = try SQLiteStore(path: folder.appendingPathComponent("server.sqlite").path)
    let engine = OnBoxEngine(
      classifier: try MessageClassifier(folder: ModelFolder(IntelligenceWorld.modelFolder), embedder: nil))
    return try await TestServer.start(store: store, engine: engine) { $0.port = port }
  }

  func stopServer() async throws {
    isServing = false
    try await server.instance.stop()
  }

  func startServer() async throws {
    server = try await Self.start(folder, port: server.http.port)
    isServing = true
  }

  /// Somebody else, signed up and online.
  func person(_ name: String) async throws -> (client: MessageAIClient, me: Profile) {
    let address = try require(URL(string: "http://127.0.0.1:\(server.http.port)"))
    let client = try MessageAIClient(configuration: ClientConfiguration(server: address, device: "test"))
    others.append(client)
    let profile = try await client.auth.signUp(
      email: "\(name.lowercased())@example.org", password: "correct horse \(name)", name: name)
    try await first(in: client.connection.observeConnection(), "online") { $0 == .online }
    return (client, profile)
  }

  private func close() async throws {
    await host.end()
    for client in others { try await client.close() }
    try await container.backend?.close()
    if isServing { try await server.instance.stop() }
    try FileManager.default.removeItem(at: folder)
    UserDefaults.standard.removePersistentDomain(forName: suite)
  }

  /// Signs up on the first screen, and puts the profile off.
  func signUp(_ name: String) async throws {
    try await host.wait(id: "signIn.switch")
    try host.tap(id: "signIn.switch")
    try host.type(name, id: "signIn.name")
    try host.type("\(name.lowercased())@example.org", id: "signIn.email")
    try host.type("correct horse \(name)", id: "signIn.password")
    try host.tap(id: "signIn.submit")
    try await host.wait(id: "profileSetUp.later")
    try host.tap(id: "profileSetUp.later")
    try await host.wait(id: "conversations.empty")
  }
}
