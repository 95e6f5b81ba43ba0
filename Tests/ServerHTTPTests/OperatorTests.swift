import Domain
import Foundation
import GRDBSQLite
import ServerHTTP
import StoreSQLite
import TestSupport
import Testing
import WireProtocol

@Suite("What operators see")
struct OperatorTests {
  @Test("health fails while nothing can be stored, and recovers by itself")
  func health() async throws {
    let store = try SQLiteStore(path: nil)
    func setReadOnly(_ isReadOnly: Bool) {
      let code = store.withWriterConnection {
        sqlite3_exec($0, "PRAGMA query_only = \(isReadOnly ? "ON" : "OFF")", nil, nil, nil)
      }
      #expect(code == SQLITE_OK)
    }
    try await TestServer.run(store: store) { server in
      let ada = try await server.user("ada")
      let group = try await ada.group("Team")
      #expect(try await server.isHealthy())
      setReadOnly(true)
      let refused = try await ada.send(
        "POST", "/v1/conversations/\(group)/messages", PostMessageRequest(id: TestUser.newID(), text: "lost?"))
      #expect(refused.status >= 500)
      for _ in 0..<3 { #expect(try await server.http.send("GET", "/health").status >= 500) }
      #expect(try await server.http.send("GET", "/metrics").text.contains("messageai_store_failing 1"))
      setReadOnly(false)
      try await eventually("health recovers by a probe") { try await server.isHealthy() }
      #expect(try await server.http.send("GET", "/metrics").text.contains("messageai_store_failing 0"))
      setReadOnly(true)
      _ = try await ada.send(
        "POST", "/v1/conversations/\(group)/messages", PostMessageRequest(id: TestUser.newID(), text: "lost?"))
      setReadOnly(false)
      try await ada.post("stored", in: group)
      #expect(try await server.isHealthy(), "a message that is stored is proof enough")
    }
  }

  @Test("metrics are for this machine unless they were asked for through a proxy, and for whoever has the token")
  func metrics() async throws {
    try await TestServer.run(configure: { $0.metricsToken = "s3cret" }) { server in
      func expect(_ status: Int, _ headers: [(String, String)]) async throws {
        let answer = try await server.http.send("GET", "/metrics", headers: headers)
        #expect(answer.status == status, "\(headers)")
      }
      try await expect(200, [])
      for name in ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"] {
        try await expect(403, [(name, "127.0.0.1")])
        try await expect(403, [(name, "127.0.0.1"), ("Authorization", "Bearer s3cre")])
        try await expect(200, [(name, "127.0.0.1"), ("Authorization", "Bearer s3cret")])
      }
    }
    try await TestServer.run { server in
      let headers = [("Via", "1.1 proxy"), ("Authorization", "Bearer ")]
      let answer = try await server.http.send("GET", "/metrics", headers: headers)
      #expect(answer.status == 403)
    }
  }

  @Test(
    "the description is sent once to whoever keeps it, compressed to whoever takes that, with the program's version")
  func openAPI() async throws {
    try await TestServer.run { server in
      let plain = try await server.http.send("GET", "/openapi.json")
      #expect(plain.header("Vary") == "Accept-Encoding")
      #expect(plain.text.contains(#""version":"\#(ProductVersion.current)""#))
      let tag = try #require(plain.header("ETag"))
      let known = try await server.http.send("GET", "/openapi.json", headers: [("If-None-Match", tag)])
      #expect(known.status == 304 && known.body.isEmpty)
      let small = try await server.http.send("GET", "/openapi.json", headers: [("Accept-Encoding", "gzip")])
      #expect(small.header("Content-Encoding") == "gzip")
      #expect(small.body.count < plain.body.count / 4)
      #expect(try inflated(small.body) == plain.body)
    }
  }

  @Test("browsers are told to insist on HTTPS only where it was asked for")
  func strictTransport() async throws {
    try await TestServer.run(configure: { $0.strictTransportSeconds = 31_536_000 }) { server in
      for path in ["/health", "/v1/me", "/nothing"] {
        let answer = try await server.http.send("GET", path)
        #expect(answer.header("Strict-Transport-Security") == "max-age=31536000", "\(path)")
      }
    }
    try await TestServer.run { server in
      let answer = try await server.http.send("GET", "/health")
      #expect(answer.header("Strict-Transport-Security") == nil)
    }
  }
}
