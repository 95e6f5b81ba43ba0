import Domain
import Foundation
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("Routes")
struct RouteTests {
  @Test("answer as the protocol says when all is right", arguments: RouteCase.all)
  func happyPath(_ item: RouteCase) async throws {
    try await TestWorkspace.run { try await item.check($0) }
  }

  @Test("have a happy path each")
  func everyRouteIsCovered() async throws {
    try await TestServer.run { server in
      let operations = server.instance.routes.routes.map(\.documentation.operationID)
      #expect(operations.sorted() == RouteCase.all.map(\.operation).sorted())
    }
  }

  @Test("are those of the protocol document")
  func documented() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let text = try String(contentsOf: root.appending(path: "docs/protocol.md").standardized, encoding: .utf8)
    let rows = text.matches(of: /\| `(GET|HEAD|POST|PUT|PATCH|DELETE) ([^`?]+)/).map { "\($0.1) \($0.2)" }
    try await TestServer.run { server in
      let routes = server.instance.routes.routes.map { "\($0.method.rawValue) \($0.path)" }
      #expect(Set(routes + ["GET /openapi.json"]) == Set(rows))
      #expect(routes.count == rows.count)
    }
  }

  @Test("refuse whoever shows no good token, all but the open ones")
  func unauthenticated() async throws {
    try await TestWorkspace.run { workspace in
      for route in workspace.server.instance.routes.routes where route.access != .open {
        let path = route.path.filled { workspace.fill($0, of: route.path.description) }
        let what = "\(route.method.rawValue) \(path)"
        for token in [nil, "", "x.y.z", workspace.ada.session.refreshToken] {
          let answer = try await workspace.server.http.send(route.method.rawValue, path, token: token, body: json("{}"))
          if route.method == .head {
            #expect(answer.status == 401)
          } else {
            try expectProblem(answer, .unauthenticated, what)
          }
          #expect(answer.header("www-authenticate") == "Bearer")
        }
        let basic = try await workspace.server.http.send(
          route.method.rawValue, path, body: json("{}"), headers: [("Authorization", "Basic \(workspace.ada.token)")])
        if route.method == .head {
          #expect(basic.status == 401)
        } else {
          try expectProblem(basic, .unauthenticated, what)
        }
      }
      try await workspace.expectStillServing()
    }
  }

  @Test("of a conversation answer outsiders as if it did not exist")
  func notAMember() async throws {
    try await TestWorkspace.run { workspace in
      for route in workspace.server.instance.routes.routes {
        guard case .conversation = route.access else { continue }
        let known = route.path.filled { workspace.fill($0, of: route.path.description) }
        let unknown = route.path.filled {
          $0 == "id" ? "\(TestUser.newID() as ConversationID)" : workspace.fill($0, of: route.path.description)
        }
        for body in [nil, json("{}"), json("not json")] {
          let method = route.method.rawValue
          let hidden = try await workspace.server.http.send(method, known, token: workspace.eve.token, body: body)
          let absent = try await workspace.server.http.send(method, unknown, token: workspace.eve.token, body: body)
          try expectProblem(hidden, .notFound, "\(method) \(known)")
          #expect(hidden.body == absent.body, "\(method) \(known)")
          #expect(hidden.headers.map(\.0) == absent.headers.map(\.0), "\(method) \(known)")
          #expect(hidden.status == absent.status)
        }
      }
    }
  }

  @Test("with an id that is no id, do not exist")
  func unreadableIDs() async throws {
    try await TestWorkspace.run { workspace in
      let paths = [
        "/v1/conversations/x", "/v1/users/x", "/v1/conversations/%2e%2e", "/v1/conversations/", "/v1/nothing",
        "/v1", "/v1/me/", "//v1/me", "/v1/conversations/\(workspace.group)/messages?before=1",
      ]
      for path in paths.dropLast() {
        try expectProblem(await workspace.ada.send("GET", path), .notFound, path)
      }
      try expectProblem(await workspace.ada.send("DELETE", "/v1/sessions/x"), .notFound)
      try expectProblem(
        await workspace.ada.send("DELETE", "/v1/conversations/\(workspace.group)/members/x"), .notFound)
      try expectProblem(
        await workspace.ada.send("DELETE", "/v1/conversations/\(workspace.group)/messages/x"), .notFound)
      try expectProblem(await workspace.ada.send("GET", "/v1/users?query=%ff"), .malformed)
      try expectProblem(await workspace.ada.send("GET", "/v1/users?query=%00"), .malformed)
    }
  }

  @Test("of known paths name the methods they take")
  func methodNotAllowed() async throws {
    try await TestServer.run { server in
      let answer = try await server.http.send("DELETE", "/v1/conversations")
      try expectProblem(answer, .methodNotAllowed)
      #expect(answer.header("allow") == "POST, GET")
      try expectProblem(await server.http.send("PUT", "/v1/me"), .methodNotAllowed)
    }
  }
}
