import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  private static let path = "/v1/diagnostics/crashes"
  private static let problem = CrashReport(
    platform: .web, kind: .error, name: "TypeError", frames: ["send /src/outbox.js:12:3"])
  private static let events = "/v1/diagnostics/events"
  private static let batch = ClientEventBatch(
    platform: .web,
    events: [
      ClientEvent(kind: .messageSent, milliseconds: 80),
      ClientEvent(kind: .messageSent, milliseconds: 4_000, waited: true),
    ])

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
    RouteCase("countEvents") { workspace async throws in
      #expect(try await workspace.bob.send("POST", events, batch).status == 204)
      let text = try await workspace.server.http.send("GET", "/metrics").text
      let labels = "kind=\"messageSent\",platform=\"web\",version=\"\(ProductVersion.current)\""
      #expect(text.contains("messageai_client_event_seconds_count{\(labels)} 2"))
      #expect(text.contains("messageai_client_event_seconds_bucket{\(labels),le=\"0.1\"} 1"))
      #expect(text.contains("messageai_client_events_waited_total{\(labels)} 1"))
      let empty = ClientEventBatch(platform: .web, events: [])
      try expectProblem(await workspace.bob.send("POST", events, empty), .invalid)
      let foreign = ClientEventBatch(platform: .server, events: batch.events)
      try expectProblem(await workspace.bob.send("POST", events, foreign), .invalid)
      // Off for the person, then for the workspace: nothing more is counted.
      try await workspace.bob.tell("PATCH", "/v1/me", ProfileChange(sendsEvents: false))
      try expectProblem(await workspace.bob.send("POST", events, batch), .forbidden)
      try await workspace.ada.tell("PATCH", "/v1/workspace", WorkspaceChange(collectsEvents: false))
      try expectProblem(await workspace.ada.send("POST", events, batch), .forbidden)
      let overview = try ClientEventOverview(json: await workspace.ada.ok("GET", events))
      #expect(!overview.isCollecting && overview.summaries.map(\.count) == [2])
    },
    RouteCase("listEvents") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", events), .forbidden)
      for days in ["0", "91"] {
        try expectProblem(await workspace.ada.send("GET", events + "?days=\(days)"), .invalid)
      }
      for person in [workspace.ada, workspace.bob] {
        #expect(try await person.send("POST", events, batch).status == 204)
      }
      let overview = try ClientEventOverview(json: await workspace.ada.ok("GET", events + "?days=1"))
      #expect(overview.isCollecting && overview.summaries.map(\.count) == [4])
      #expect(overview.summaries.map(\.waited) == [2] && overview.summaries.map(\.version) == [ProductVersion.current])
    },
  ]
}
