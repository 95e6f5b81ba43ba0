import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  private static let path = "/v1/diagnostics/crashes"
  private static let problem = CrashReport(
    platform: .web, kind: .error, name: "TypeError", frames: ["send /src/outbox.js:12:3"])

  static let diagnostics = [
    RouteCase("reportCrash") { workspace async throws in
      #expect(try await workspace.bob.send("POST", path, problem).status == 204)
      let long = CrashReport(platform: .web, kind: .error, name: "TypeError", frames: Array(repeating: "x", count: 41))
      try expectProblem(await workspace.bob.send("POST", path, long), .invalid)
      let foreign = CrashReport(platform: .server, kind: .crash, name: "Aborted", frames: [])
      try expectProblem(await workspace.bob.send("POST", path, foreign), .invalid)
      let crashes = try CrashesResponse(json: await workspace.ada.ok("GET", path)).crashes
      #expect(crashes.map(\.frames) == [problem.frames] && crashes[0].people == 1)
      #expect(crashes[0].version == ProductVersion.current)
    },
    RouteCase("listCrashes") { workspace async throws in
      for person in [workspace.ada, workspace.bob, workspace.bob] {
        #expect(try await person.send("POST", path, problem).status == 204)
      }
      try expectProblem(await workspace.bob.send("GET", path), .forbidden)
      let crashes = try CrashesResponse(json: await workspace.ada.ok("GET", path)).crashes
      #expect(crashes.map(\.count) == [3] && crashes.map(\.people) == [2])
    },
    RouteCase("removeCrash") { workspace async throws in
      #expect(try await workspace.bob.send("POST", path, problem).status == 204)
      let id = try CrashesResponse(json: await workspace.ada.ok("GET", path)).crashes[0].id
      try expectProblem(await workspace.bob.send("DELETE", "\(path)/\(id)"), .forbidden)
      #expect(try await workspace.ada.send("DELETE", "\(path)/\(id)").status == 204)
      try expectProblem(await workspace.ada.send("DELETE", "\(path)/\(id)"), .notFound)
      #expect(try CrashesResponse(json: await workspace.ada.ok("GET", path)).crashes.isEmpty)
    },
  ]
}
