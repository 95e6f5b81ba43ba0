import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("Clients of released versions")
struct SocketReleasedClientTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/released").standardizedFileURL

  static let versions = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.first?.isNumber == true }.sorted()

  /// A frame as the version writes it, with this server's token and conversations.
  private func frames(of version: String, token: String, _ conversations: [ConversationID]) throws -> [String] {
    let path = Self.folder.appending(path: "\(version)/client.jsonl")
    var text = try String(contentsOf: path, encoding: .utf8)
    text.replace("header.payload.signature", with: token)
    for (number, conversation) in conversations.enumerated() {
      text.replace("018f3c5e-8b20-7c22-9b02-0000000000c\(number + 1)", with: "\(conversation)")
    }
    return text.split(separator: "\n").map(String.init)
  }

  /// The `ref` of a frame that is to be answered.
  private func ref(_ frame: String) throws -> Int64? {
    let object = try JSONSerialization.jsonObject(with: Data(frame.utf8)) as? [String: Any]
    return (object?["ref"] as? NSNumber)?.int64Value
  }

  /// The `ref` of the frame that it answers.
  private func answered(_ answer: ServerFrame) -> Int64? {
    switch answer {
    case .ack(let ref, _), .page(let ref, _): ref
    case .pong(let ref), .error(let ref, _): ref
    default: nil
    }
  }

  @Test("1.0.0 is among them")
  func released() { #expect(Self.versions.first == "1.0.0") }

  @Test("are understood: every frame that asks is answered, and none is an error", arguments: versions)
  func understood(_ version: String) async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await TestSocket.open(port: workspace.server.instance.port)
      let other = try await workspace.ada.group("Other", workspace.bob)
      let frames = try frames(of: version, token: workspace.ada.token, [workspace.group, other])
      var answers: [ServerFrame] = []
      for frame in frames {
        try await socket.sendText(frame)
        guard let ref = try ref(frame) else { continue }
        repeat { answers.append(try await socket.next()) } while answers.last.flatMap(answered) != ref
      }
      answers += try await socket.fence()
      #expect(answers.contains { if case .welcome = $0 { true } else { false } })
      #expect(answers.contains(.synced))
      for case .error(let ref, let refusal) in answers { Issue.record("\(ref ?? 0): \(refusal)") }
      let window = try await workspace.ada.window(workspace.group)
      #expect(window.messages.contains { $0.text == "Yes." }, "what it sent is there")
      #expect(window.messages.contains { $0.isDeleted })
    }
  }
}
