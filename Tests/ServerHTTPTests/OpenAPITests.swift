import Domain
import Foundation
import ServerHTTP
import TestSupport
import Testing

@Suite("OpenAPI document")
struct OpenAPITests {
  private static func document(_ server: TestServer) async throws -> [String: Any] {
    let answer = try await server.http.send("GET", "/openapi.json")
    return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  @Test("lists exactly the routes of the table, with whether they want a token")
  func routes() async throws {
    try await TestServer.run { server in
      let paths = try #require(await Self.document(server)["paths"] as? [String: [String: [String: Any]]])
      var documented: Set<String> = []
      var secured: Set<String> = []
      for (path, operations) in paths {
        for (method, operation) in operations {
          documented.insert("\(method.uppercased()) \(path)")
          if operation["security"] != nil { secured.insert("\(method.uppercased()) \(path)") }
        }
      }
      let routes = server.instance.routes.routes
      #expect(documented == Set(routes.map { "\($0.method.rawValue) \($0.path)" }))
      #expect(documented.count == routes.count)
      #expect(secured == Set(routes.filter { $0.access != .open }.map { "\($0.method.rawValue) \($0.path)" }))
    }
  }

  @Test("says of every answer what it is: status, type, and each of its fields", arguments: RouteCase.all)
  func answers(_ item: RouteCase) async throws {
    let log = AnswerLog()
    try await AnswerLog.$current.withValue(log) {
      try await TestWorkspace.run { workspace in
        try await item.check(workspace)
        let documented = DocumentedAnswers(try await Self.document(workspace.server))
        #expect(
          documented.unasked(of: item.operation, in: log.entries) == [], "a documented answer that nobody asked for")
        for entry in log.entries {
          for fault in documented.faults(in: entry) { Issue.record("\(fault)") }
        }
      }
    }
  }

  @Test("says of every refusal what it is")
  func refusals() async throws {
    let log = AnswerLog()
    try await AnswerLog.$current.withValue(log) {
      try await TestWorkspace.run { workspace in
        let documented = DocumentedAnswers(try await Self.document(workspace.server))
        // Those that are open and take nothing refuse nobody here: see `OperatorTests`.
        let routes = workspace.server.instance.routes.routes.filter {
          $0.access != .open || $0.documentation.body != nil
        }
        let earlier = log.entries.count
        for route in routes {
          let path = route.path.filled { workspace.fill($0, of: route.path.description) }
          _ = try await workspace.server.http.send(route.method.rawValue, path, body: json("not json"))
        }
        let refusals = log.entries.dropFirst(earlier)
        #expect(refusals.count == routes.count)
        for entry in refusals {
          #expect(entry.answer.status >= 400, "\(entry.method) \(entry.path)")
          for fault in documented.faults(in: entry) { Issue.record("\(fault)") }
        }
      }
    }
  }

  @Test("is not said to hold for answers that differ from it")
  func differences() async throws {
    try await TestServer.run { server in
      let document = try await Self.document(server)
      let whole = DocumentedAnswers(document)
      func faults(_ method: String, _ path: String, _ status: Int, _ body: String, type: String = "application/json")
        -> [String]
      {
        let answer = TestHTTP.Answer(status: status, headers: [("content-type", type)], body: Array(body.utf8))
        return whole.faults(in: AnswerLog.Entry(method: method, path: path, answer: answer))
      }
      let path = "/v1/conversations"
      let good = #"{"conversations":[{"id":"0198C0DE-0000-7000-8000-000000000001","rev":1}]}"#
      let problem = #"{"type":"about:blank","title":"No","status":404,"code":"not_found","detail":"No"}"#
      #expect(faults("GET", path, 200, good).isEmpty)
      #expect(faults("GET", path, 404, problem, type: "application/problem+json").isEmpty)
      let times = #""createdAt":0,"lastSeenAt":253402300799999"#
      let devices = #"{"sessions":[{"id":"0198C0DE-0000-7000-8000-000000000002","device":"",\#(times)}]}"#
      #expect(faults("GET", "/v1/sessions", 200, devices).isEmpty)
      let late = devices.replacing("799999", with: "800000")
      #expect(!faults("GET", "/v1/sessions", 200, late).isEmpty, "behind the calendar")
      #expect(!faults("GET", path, 404, problem).isEmpty, "another type")
      #expect(!faults("GET", path, 200, "{}").isEmpty, "a field is missing")
      #expect(!faults("GET", path, 200, #"{"conversations":{}}"#).isEmpty, "another type of field")
      #expect(!faults("GET", path, 200, good.replacing("\"rev\":1", with: "\"rev\":1.5")).isEmpty, "no integer")
      #expect(!faults("GET", path, 200, good.replacing("\"rev\":1", with: "\"rev\":true")).isEmpty, "no number")
      #expect(!faults("GET", path, 200, good.replacing("rev", with: "secret")).isEmpty, "a field that is not named")
      #expect(!faults("GET", path, 202, good).isEmpty, "another status")
      #expect(!faults("PUT", path, 200, good).isEmpty, "another method")
      #expect(!faults("GET", path, 200, good.replacing("0198C0DE", with: "x")).isEmpty, "no id")
      #expect(!faults("DELETE", "/v1/sessions/current", 204, "{}").isEmpty, "a body")
      let event = #"data: {"id":"0198C0DE-0000-7000-8000-000000000001","role":"assistant","text":""}"# + "\n\n"
      let events = faults("POST", "/v1/ai/assistant", 200, event, type: "text/event-stream")
      #expect(events.contains { $0.hasSuffix(".createdAt is missing") }, "an event without a field")
      #expect(whole.unasked(of: "listConversations", in: []) == ["listConversations: 200"])
    }
  }

  @Test("refers only to schemas that it holds")
  func references() async throws {
    try await TestServer.run { server in
      let document = try await Self.document(server)
      let components = try #require(document["components"] as? [String: Any])
      let schemas = try #require(components["schemas"] as? [String: Any])
      let text = try await server.http.send("GET", "/openapi.json").text
      let names = Set(text.matches(of: /"#\/components\/schemas\/([A-Za-z]+)"/).map { String($0.1) })
      #expect(!names.isEmpty)
      #expect(names.isSubset(of: schemas.keys), "\(names.subtracting(schemas.keys))")
    }
  }

  @Test("says which moments and numbers are taken")
  func bounds() async throws {
    try await TestServer.run { server in
      let components = try #require(await Self.document(server)["components"] as? [String: Any])
      let schemas = try #require(components["schemas"] as? [String: [String: Any]])
      func bounds(_ shape: String, _ key: String) throws -> [Int64?] {
        let properties = try #require(schemas[shape]?["properties"] as? [String: [String: Any]])
        let property = try #require(properties[key])
        return ["minimum", "maximum"].map { (property[$0] as? NSNumber)?.int64Value }
      }
      let calendar = Timestamp.calendar
      for (shape, key) in [("Message", "createdAt"), ("ReminderRequest", "at"), ("Insight", "dueAt")] {
        #expect(
          try bounds(shape, key) == [calendar.lowerBound.milliseconds, calendar.upperBound.milliseconds], "\(shape)")
      }
      #expect(try bounds("CreateInvitationRequest", "maximumUses") == [1, 1_000])
      #expect(try bounds("CreateInvitationRequest", "days") == [1, 365])
      #expect(try bounds("Retention", "days") == [0, 3_650])
      #expect(try bounds("FeatureRollout", "percentage") == [0, 100])
      #expect(try bounds("Message", "seq") == [nil, nil], "nobody has said")
    }
  }
}
