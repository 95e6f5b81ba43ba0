import Domain
import Foundation
import Testing
import WireProtocol

/// A golden frame of the `Fixtures/wire` folder, with the frame's own bytes.
struct Fixture: Sendable, CustomTestStringConvertible {
  let name: String
  let direction: String
  let frame: [UInt8]

  var testDescription: String { name }

  static let all: [Fixture] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/wire").standardizedFileURL
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.compactMap(Fixture.init)
  }()

  /// The frame is cut out of the line as it stands, so that a test compares bytes and not values.
  private init?(_ file: URL) {
    guard let line = try? String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines),
      let start = line.range(of: #","frame":"#), line.hasSuffix("}}"),
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let name = object["name"] as? String, let direction = object["direction"] as? String
    else { return nil }
    self.name = name
    self.direction = direction
    frame = Array(line[start.upperBound...].dropLast().utf8)
  }
}

@Suite("The golden frames")
struct FixtureTests {
  @Test("every frame type of both directions has a fixture")
  func coverage() throws {
    let types = Set(
      try Fixture.all.map { fixture in
        let object = try JSONSerialization.jsonObject(with: Data(fixture.frame)) as? [String: Any]
        return try "\(fixture.direction) \(#require(object?["type"] as? String))"
      })
    let client = "hello sync pull send edit delete history read delivered typing presence ping"
    let server = "welcome delta ack page gone synced typing presence error pong"
    let expected =
      client.split(separator: " ").map { "client \($0)" } + server.split(separator: " ").map { "server \($0)" }
    #expect(types == Set(expected))
  }

  @Test("a fixture reads and writes again to the same bytes", arguments: Fixture.all)
  func sameBytes(_ fixture: Fixture) throws {
    let written =
      fixture.direction == "client"
      ? try ClientFrame.decode(fixture.frame).encode() : try ServerFrame.decode(fixture.frame).encode()
    #expect(String(decoding: written, as: UTF8.self) == String(decoding: fixture.frame, as: UTF8.self))
  }

  @Test("a fixture means what it says")
  func meaning() throws {
    let edited = try #require(Fixture.all.first { $0.name == "server-delta-message-edited" })
    guard case .delta(let delta) = try ServerFrame.decode(edited.frame) else {
      Issue.record("not a delta")
      return
    }
    #expect(delta.fromRev == 43)
    #expect(delta.toRev == 44)
    #expect(delta.messages.first?.text == "Third")
    #expect(delta.messages.first?.editCount == 12)
    #expect(delta.messages.first?.edits.map(\.text) == ["First \"one\"", "Second"])
  }

  @Test("an insight has the same keys on the wire as in a REST answer", arguments: Samples.insights)
  func insightKeys(_ insight: Insight) throws {
    let row = try #require(try JSONSerialization.jsonObject(with: Data(insight.json())) as? [String: Any])
    let body = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(insight)) as? [String: Any])
    #expect(Set(row.keys) == Set(body.keys))
    #expect(try JSONDecoder().decode(Insight.self, from: Data(insight.json())) == insight)
    #expect(try Insight(json: Array(JSONEncoder().encode(insight))) == insight)
  }

  @Test("the keys may come in any order, with white space, unknown keys and nulls between")
  func leniency() throws {
    let text = """
       { "text" : "a\\u00e9\\ud83d\\ude00\\/", "replyTo":null, "future":{"a":[1,-2.5e+3,"x",null,true,{}]},
      \t"id":"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF","conversation":"\(Samples.chat)","type":"send","ref":-0 }\r\n
      """
    let expected = ClientFrame.send(
      ref: 0, conversation: Samples.chat, id: Samples.first, text: "aé😀/", replyTo: nil)
    #expect(try ClientFrame.decode(Array(text.utf8)) == expected)
  }

  @Test("a missing boolean is false, a missing array empty, a missing count 0")
  func defaults() throws {
    let page = #"{"conversation":"\#(Samples.chat)","windowStart":1}"#
    #expect(
      try MessagePage(json: Array(page.utf8))
        == MessagePage(conversation: Samples.chat, messages: [], windowStart: 1, unreadBefore: 0, hasMore: false))
    let typing = #"{"type":"typing","conversation":"\#(Samples.chat)"}"#
    #expect(try ClientFrame.decode(Array(typing.utf8)) == .typing(conversation: Samples.chat, active: false))
  }

  @Test("of a key that stands twice the last counts")
  func duplicateKeys() throws {
    let text = #"{"type":"ping","ref":1,"ref":2}"#
    #expect(try ClientFrame.decode(Array(text.utf8)) == .ping(ref: 2))
  }

  @Test("an error code of a newer server is still an error")
  func unknownErrorCode() throws {
    let passing = #"{"type":"error","ref":1,"code":"from_the_future","detail":"d","retry":true}"#
    #expect(try ServerFrame.decode(Array(passing.utf8)) == .error(ref: 1, Refusal(.internal, "d")))
    let lasting = #"{"type":"error","ref":1,"code":"from_the_future","detail":"d"}"#
    #expect(try ServerFrame.decode(Array(lasting.utf8)) == .error(ref: 1, Refusal(.invalid, "d")))
  }
}
