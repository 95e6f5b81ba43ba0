import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@testable import messageai

@Suite("The log as JSON", .timeLimit(.minutes(5)))
struct JSONLogTests {
  @Test("a line is one object whatever stands in it, and numbers stay numbers")
  func line() throws {
    let line = JSONLogHandler.line(
      at: Date(timeIntervalSince1970: 0), .warning, "messageai", "a \"quoted\"\nline\u{2028}\u{1}\\",
      [
        "status": .stringConvertible(200), "seconds": .stringConvertible(0.25), "level": "own", "text": "7",
        "list": ["a", .stringConvertible(1)], "inner": ["b": "c"], "nothing": .stringConvertible(Double.nan),
      ])
    #expect(line.hasSuffix("}\n") && line.dropLast().allSatisfy { $0 != "\n" })
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["time"] as? String == "1970-01-01T00:00:00.000Z" && object["level"] as? String == "warning")
    #expect(object["message"] as? String == "a \"quoted\"\nline\u{2028}\u{1}\\" && object["level_"] as? String == "own")
    #expect(line.contains("\"status\":200,") && line.contains("\"seconds\":0.25") && line.contains("\"text\":\"7\""))
    #expect(line.contains("\"list\":[\"a\",1]") && line.contains("\"inner\":{\"b\":\"c\"}"))
    #expect(line.contains("\"nothing\":\"nan\""))
  }

  @Test("requests and calls of the AI have lines without text, queries, ids, tokens and addresses")
  func lines() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("log")
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    let errors = try FileHandle(forWritingTo: file)
    let server = try ServerChild(
      data: folder.appendingPathComponent("data"),
      options: ["--log-level", "info", "--log-format", "json", "--access-log"], errors: errors)
    try await server.start()
    defer { server.kill() }
    let http = TestHTTP(port: server.port)
    let form = SignUpRequest(email: "ada@example.org", password: "correct horse ada", name: "Ada")
    let ada = try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: form.json()).body)
    let token = ada.accessToken
    let group = try #require(
      try FeedDelta(
        json: try await http.send(
          "POST", "/v1/conversations", token: token,
          body: CreateConversationRequest(kind: .group, members: [], name: "Canary").json()
        ).body
      ).conversation
    ).id
    let search = try await http.send("GET", "/v1/search?query=canary", token: token)
    #expect(search.status == 200)
    let summary = SummaryRequest()
    _ = try await http.send("POST", "/v1/conversations/\(group)/summary", token: token, body: summary.json())
    _ = try await http.send("GET", "/canary")
    @Sendable func objects() throws -> [[String: Any]] {
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
      }
    }
    try await eventually("the last line is there") { try objects().contains { $0["route"] as? String == "none" } }
    let found = try objects()
    let access = found.filter { $0["logger"] as? String == "messageai.access" }
    let searched = try #require(access.first { $0["route"] as? String == "/v1/search" })
    #expect(searched["method"] as? String == "GET" && searched["status"] as? Int == 200)
    #expect((searched["milliseconds"] as? Double ?? -1) >= 0 && (searched["bytes"] as? Int ?? 0) > 0)
    #expect(searched["request"] as? String == search.header("X-Request-ID"))
    #expect(access.contains { $0["route"] as? String == "/v1/conversations/{id}/summary" })
    #expect(access.contains { $0["route"] as? String == "none" && $0["status"] as? Int == 404 })
    let text = try String(contentsOf: file, encoding: .utf8)
    for secret in ["anary", token, "\(ada.user.id)", "\(group)", "127.0.0.1", "example.org"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }
}
