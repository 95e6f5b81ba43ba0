import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing
import ViewModels

@Suite("Features that reach some people first", .timeLimit(.minutes(5)))
@MainActor
struct FeaturesTests {
  @Test("what an admin takes away goes while the device is connected, and comes back; without the AI there is nothing")
  func live() async throws {
    let server = try await TestServer.start()
    let ada = try await server.user("ada")
    let ben = try await server.user("ben")
    let url = try #require(URL(string: "http://127.0.0.1:\(server.instance.port)"))
    let client = try MessageAIClient(configuration: ClientConfiguration(server: url))
    let features = FeaturesModel(repository: client.auth)
    #expect(features.has(.assistant), "until it is known")
    _ = try await client.auth.signIn(email: "ben@example.org", password: "correct horse ben")
    try await running(features.run) {
      func roll(_ feature: Feature, _ rollout: FeatureRollout) async throws {
        try await ada.ok("PUT", "/v1/features/\(feature.rawValue)", rollout)
      }
      try await roll(.assistant, FeatureRollout(percentage: 100, isStopped: true))
      await eventually("the assistant goes") { !features.has(.assistant) }
      #expect(features.has(.summaries) && features.has(.ai))
      try await roll(.assistant, FeatureRollout(percentage: 0, people: [ben.id]))
      await eventually("it comes back by name") { features.has(.assistant) }
      try await roll(.ai, FeatureRollout(percentage: 100, isStopped: true))
      await eventually("everything goes") { !features.has(.ai) && !features.has(.summaries) }
    }
    try await client.close()
    try await server.instance.stop()
  }
}
