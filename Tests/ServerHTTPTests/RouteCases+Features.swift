import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  static let features = [
    RouteCase("listFeatures") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", "/v1/features"), .forbidden)
      let states = try FeaturesResponse(json: await workspace.ada.ok("GET", "/v1/features")).features
      #expect(states.map(\.name) == Feature.allCases)
      #expect(states.allSatisfy { $0.rollout == FeatureRollout(percentage: 100) && $0.disabled == 0 })
      #expect(Set(states.map(\.enabled)).count == 1)
    },
    RouteCase("rollOutFeature") { workspace async throws in
      let rollout = FeatureRollout(percentage: 0, people: [workspace.ada.id])
      let path = "/v1/features/assistant"
      try expectProblem(await workspace.bob.send("PUT", path, rollout), .forbidden)
      try expectProblem(await workspace.ada.send("PUT", "/v1/features/teleport", rollout), .notFound)
      try expectProblem(await workspace.ada.send("PUT", path, FeatureRollout(percentage: 101)), .invalid)
      let state: FeatureState = try await workspace.ada.ask("PUT", path, rollout)
      #expect(state.rollout == rollout && state.enabled == 1)
      #expect(try Profile(json: await workspace.bob.ok("GET", "/v1/me")).disabledFeatures == ["assistant"])
      #expect(try Profile(json: await workspace.ada.ok("GET", "/v1/me")).disabledFeatures.isEmpty)
    },
    RouteCase("listFeaturePeople") { workspace async throws in
      let path = "/v1/features/search/people"
      let rollout = FeatureRollout(percentage: 0, people: [workspace.ada.id])
      let _: FeatureState = try await workspace.ada.ask("PUT", "/v1/features/search", rollout)
      try expectProblem(await workspace.bob.send("GET", path), .forbidden)
      try expectProblem(await workspace.ada.send("GET", path + "?after=nobody"), .invalid)
      let page = try FeaturePeople(json: await workspace.ada.ok("GET", path))
      #expect(page.people.filter(\.isEnabled).map(\.user.id) == [workspace.ada.id])
      #expect(page.people.contains { $0.user.id == workspace.bob.id } && page.next == nil)
      let rest = try FeaturePeople(json: await workspace.ada.ok("GET", path + "?after=\(workspace.ada.id)"))
      #expect(!rest.people.contains { $0.user.id == workspace.ada.id })
    },
  ]
}
