import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

/// A message never comes without the bytes of its files, and bytes never stay without a file,
/// wherever between upload, commit and deletion the server is killed.
@Suite("kill -9 under uploads")
struct FileKillTests {
  static let senders = 4

  @Test("no visible message without its bytes, no bytes without their file", .timeLimit(.minutes(8)))
  func inFolder() async throws {
    try await killLoop(files: 120, kills: 8)
  }

  @Test("the same with the bytes in a bucket", .timeLimit(.minutes(8)))
  func inBucket() async throws {
    try await MotoServer.run { moto in
      let place = ["MESSAGEAI_FILE_STORAGE": moto.place("files")]
      // Some are so large that they go to the bucket in parts.
      try await killLoop(files: 48, kills: 6, largeEach: 5, environment: moto.environment().merging(place) { $1 }) {
        try await eventually("no upload in parts is left open") { try await moto.openUploads().isEmpty }
      }
    }
  }

  private func killLoop(
    files: Int, kills: Int, largeEach: Int? = nil, environment: [String: String] = [:],
    atTheEnd: () async throws -> Void = {}
  ) async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("file-kill-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data, environment: environment)
    try await server.start()
    defer { server.kill() }
    let room = try await FileRoom.make(TestHTTP(port: server.port))
    let ledger = FileLedger(goal: files)

    try await withThrowingTaskGroup(of: Void.self) { group in
      for sender in 0..<Self.senders {
        group.addTask { try await send(sender, largeEach: largeEach, to: room, ledger: ledger) }
      }
      let progress = await ledger.progress()
      let moments = (0..<kills).map { _ in Int.random(in: 5..<files - 5) }.sorted()
      group.addTask { try await kill(server, at: moments, progress: progress) }
      try await group.waitForAll()
    }

    server.kill()
    try await server.start()
    let kept = try await room.messages()
    for (id, bytes) in await ledger.sent {
      let message = try #require(kept[id])
      let file = try #require(message.attachments.first)
      #expect(try await room.bytes(of: file.id) == bytes)
    }
    for id in await ledger.deleted { #expect(kept[id]?.attachments == []) }
    for message in kept.values {
      for file in message.attachments {
        #expect(try await room.bytes(of: file.id) != nil, "a visible message without its bytes")
      }
    }
    try await eventually("all bytes have their file") {
      let check = try server.command(["admin", "files"])
      return check.status == 0 && check.output.contains("missing 0, belonging to no file 0")
    }
    try await atTheEnd()
  }

  private func kill(_ server: ServerChild, at moments: [Int], progress: AsyncStream<Int>) async throws {
    var moments = moments[...]
    for await count in progress {
      guard let next = moments.first else { return }
      guard count >= next else { continue }
      moments.removeFirst()
      server.kill()
      try await server.start()
    }
  }

  /// Uploads and sends one file after the other, each again until it is acked, and deletes every
  /// third.
  private func send(_ sender: Int, largeEach: Int?, to room: FileRoom, ledger: FileLedger) async throws {
    let ids = RandomIdentifierSource()
    var number = 0
    while await !ledger.isDone {
      number += 1
      let isLarge = largeEach.map { number % $0 == 0 } ?? false
      let count = isLarge ? 9 << 20 : Int.random(in: 1...300_000)
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index &* number &+ sender) }
        filled = count
      }
      let (file, message): (AttachmentID, MessageID) = (ids.next(), ids.next())
      while try await !room.upload(bytes, as: file) {}
      while try await !room.post(message, with: file) {}
      if number % 3 == 0 {
        while try await !room.delete(message) {}
        await ledger.delete(message)
      } else {
        await ledger.send(message, bytes)
      }
    }
  }
}

private actor FileLedger {
  private let goal: Int
  private(set) var sent: [MessageID: [UInt8]] = [:]
  private(set) var deleted: Set<MessageID> = []
  private var observer: AsyncStream<Int>.Continuation?

  init(goal: Int) {
    self.goal = goal
  }

  private var count: Int { sent.count + deleted.count }
  var isDone: Bool { count >= goal }

  func progress() -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { observer = $0 }
  }

  func send(_ id: MessageID, _ bytes: [UInt8]) {
    sent[id] = bytes
    tell()
  }

  func delete(_ id: MessageID) {
    deleted.insert(id)
    tell()
  }

  private func tell() {
    observer?.yield(count)
    if isDone { observer?.finish() }
  }
}

/// A direct conversation on the server under test. Answers are `false` when the server died on the
/// way and nobody knows.
private struct FileRoom: Sendable {
  let http: TestHTTP
  let token: String
  let conversation: FeedID

  static func make(_ http: TestHTTP) async throws -> FileRoom {
    let (ada, ben) = (try await signUp("ada", http), try await signUp("ben", http))
    let body = CreateConversationRequest(kind: .direct, members: [ben.user.id], name: nil, id: nil).json()
    let answer = try await http.send("POST", "/v1/conversations", token: ada.accessToken, body: body)
    return FileRoom(http: http, token: ada.accessToken, conversation: try FeedDelta(json: answer.body).feed)
  }

  private static func signUp(_ name: String, _ http: TestHTTP) async throws -> SessionResponse {
    let form = SignUpRequest(email: "\(name)@example.org", password: "correct horse \(name)", name: name)
    return try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: form.json()).body)
  }

  /// In pieces, from where the server is.
  func upload(_ bytes: [UInt8], as file: AttachmentID) async throws -> Bool {
    let form = UploadRequest(id: file, name: "file", bytes: Int64(bytes.count))
    guard let begun = try await ask("POST", "/v1/uploads", form.json(), expecting: [200, 201]) else { return false }
    let progress = try UploadResponse(json: begun.body)
    guard progress.attachment == nil else { return true }
    var offset = Int(progress.offset)
    while true {
      let end = min(bytes.count, offset + 64 << 10)
      let answer = try await ask(
        "PATCH", "/v1/uploads/\(file)", Array(bytes[offset..<end]), type: "application/partial-upload",
        headers: [("Upload-Offset", String(offset)), ("Upload-Complete", end == bytes.count ? "?1" : "?0")],
        expecting: [200, 204, 409])
      guard let answer, answer.status != 409 else { return false }
      if answer.status == 200 { return true }
      offset = end
    }
  }

  func post(_ id: MessageID, with file: AttachmentID) async throws -> Bool {
    let form = PostMessageRequest(id: id, text: "", attachments: [AttachmentReference(id: file)])
    let path = "/v1/conversations/\(conversation)/messages"
    return try await ask("POST", path, form.json(), expecting: [200, 201]) != nil
  }

  func delete(_ id: MessageID) async throws -> Bool {
    try await ask("DELETE", "/v1/conversations/\(conversation)/messages/\(id)", nil, expecting: [200]) != nil
  }

  func bytes(of file: AttachmentID) async throws -> [UInt8]? {
    try await ask("GET", "/v1/files/\(file)", nil, expecting: [200])?.body
  }

  func messages() async throws -> [MessageID: Message] {
    var messages: [Message] = []
    while true {
      let path = "/v1/conversations/\(conversation)/messages?after=\(messages.last?.seq ?? 0)&limit=200"
      let answer = try await http.send("GET", path, token: token)
      let page = try MessagePage(json: answer.body)
      messages += page.messages
      guard page.hasMore else { return Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0) }) }
    }
  }

  private func ask(
    _ method: String, _ path: String, _ body: [UInt8]?, type: String = "application/json",
    headers: [(String, String)] = [], expecting: [Int]
  ) async throws -> TestHTTP.Answer? {
    let answer: TestHTTP.Answer
    do {
      answer = try await http.send(method, path, token: token, body: body, type: type, headers: headers)
    } catch {
      return nil
    }
    guard answer.status != 503 else { return nil }
    guard expecting.contains(answer.status) else {
      throw ServerChild.Failure(description: "\(method) \(path): \(answer.status) \(answer.text)")
    }
    return answer
  }
}
