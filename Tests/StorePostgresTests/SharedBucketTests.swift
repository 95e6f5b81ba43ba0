import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("Servers of one database with one bucket")
struct SharedBucketTests {
  @Test("each stores files there, and each reads what another has stored; an alone server does not take the place")
  func share() async throws {
    try await MotoServer.run { moto in
      try await ServeTests.withDatabase { address, folder in
        let environment = moto.environment().merging([
          "MESSAGEAI_DATABASE": address, "MESSAGEAI_FILE_STORAGE": moto.place("files"),
        ]) { $1 }
        func server(_ name: String, _ more: [String: String]) throws -> ServerChild {
          try ServerChild(
            data: folder.appendingPathComponent(name), options: ["--no-intelligence"],
            environment: environment.merging(more) { $1 })
        }
        let nodes = try ["first", "second"].map { try server($0, ["MESSAGEAI_BUS": "poll"]) }
        defer { nodes.forEach { $0.kill() } }
        for node in nodes { try await node.start() }
        let form = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada")
        let signedUp = try await TestHTTP(port: nodes[0].port).send("POST", "/v1/accounts", body: form.json())
        let token = try SessionResponse(json: signedUp.body).accessToken
        for (node, other) in [(nodes[0], nodes[1]), (nodes[1], nodes[0])] {
          let bytes = Array("of port \(node.port)".utf8)
          let (file, answer) = try await upload(bytes, to: node, token)
          #expect(answer.status == 200, "\(answer.text)")
          let read = try await TestHTTP(port: other.port).send("GET", "/v1/files/\(file)", token: token)
          #expect(read.status == 200 && read.body == bytes)
        }

        nodes.forEach { $0.kill() }
        let alone = try server("alone", [:])
        defer { alone.kill() }
        try await alone.start()
        #expect(try await upload([1], to: alone, token).answer.status == 503)
      }
    }
  }

  private func upload(
    _ bytes: [UInt8], to server: ServerChild, _ token: String
  ) async throws -> (file: AttachmentID, answer: TestHTTP.Answer) {
    let (http, id) = (TestHTTP(port: server.port), RandomIdentifierSource().next() as AttachmentID)
    let form = UploadRequest(id: id, name: "note.txt", bytes: Int64(bytes.count))
    #expect(try await http.send("POST", "/v1/uploads", token: token, body: form.json()).status == 201)
    let answer = try await http.send(
      "PATCH", "/v1/uploads/\(id)", token: token, body: bytes, type: "application/partial-upload",
      headers: [("Upload-Offset", "0"), ("Upload-Complete", "?1")])
    return (id, answer)
  }
}
