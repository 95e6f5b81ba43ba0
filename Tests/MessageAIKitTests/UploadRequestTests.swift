import ClientSync
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing
import WireProtocol

@testable import ClientStore
@testable import MessageAIKit

/// Not the testing library's.
private typealias Attachment = Domain.Attachment

/// The server's side of uploads and downloads, with a line that breaks where a test says.
final class FakeFileServer: HTTPExchange {
  struct State {
    var files: [String: (length: Int64, bytes: [UInt8])] = [:]
    /// The next requests with bytes lose their answer after so many bytes.
    var cuts: [Int] = []
    /// What the next request is answered with, whatever it is.
    var answers: [(status: Int, headers: [String: String], body: String)] = []
    var requests: [HTTPExchangeRequest] = []
    /// Bytes that came from the wrong place.
    var conflicts = 0
  }

  let state = Mutex(State())

  func open(_ request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
    let answer = try state.withLock { try Self.answer(request, &$0) }
    return HTTPExchangeAnswer(
      status: answer.status, headers: answer.headers,
      body: AsyncThrowingStream { stream in
        stream.yield(answer.body)
        stream.finish()
      })
  }

  func shutdown() async throws {}
  func drop() {}

  private typealias Answer = (status: Int, headers: [String: String], body: [UInt8])

  private static func answer(_ request: HTTPExchangeRequest, _ state: inout State) throws -> Answer {
    state.requests.append(request)
    if !state.answers.isEmpty {
      let answer = state.answers.removeFirst()
      return (answer.status, answer.headers, Array(answer.body.utf8))
    }
    let id = request.url.split(separator: "/").last.map(String.init) ?? ""
    switch request.method {
    case .post:
      let upload = try UploadRequest(json: request.body ?? [])
      let held = state.files[upload.id.description] ?? (upload.bytes, [])
      state.files[upload.id.description] = held
      return (201, [:], progress(upload.id, held))
    case .head:
      guard let held = state.files[id] else { return (404, [:], []) }
      return (204, ["upload-offset": String(held.bytes.count)], [])
    case .patch: return try take(request, id, &state)
    case .delete:
      state.files[id] = nil
      return (204, [:], [])
    default: return (404, [:], Array(#"{"status":404,"code":"not_found","detail":"There is no such file."}"#.utf8))
    }
  }

  private static func take(_ request: HTTPExchangeRequest, _ id: String, _ state: inout State) throws -> Answer {
    guard var held = state.files[id] else { return (404, [:], []) }
    #expect(request.headers["content-type"] == "application/partial-upload")
    let offset = request.headers["upload-offset"].flatMap { Int($0) }
    guard offset == held.bytes.count else {
      state.conflicts += 1
      return (409, ["upload-offset": String(held.bytes.count)], [])
    }
    let bytes = request.body ?? []
    let cut = state.cuts.isEmpty ? nil : state.cuts.removeFirst()
    held.bytes += bytes.prefix(cut ?? bytes.count)
    state.files[id] = held
    if cut != nil { throw ClientError.offline }
    guard request.headers["upload-complete"] == "?1", let file = AttachmentID(id) else { return (204, [:], []) }
    #expect(Int64(held.bytes.count) == held.length)
    return (200, [:], progress(file, held, isComplete: true))
  }

  private static func progress(
    _ id: AttachmentID, _ held: (length: Int64, bytes: [UInt8]), isComplete: Bool = false
  ) -> [UInt8] {
    let file = Attachment(id: id, kind: .file, name: "a", type: "text/plain", bytes: held.length)
    return UploadResponse(
      id: id, bytes: held.length, offset: Int64(held.bytes.count), attachment: isComplete ? file : nil
    ).json()
  }
}

@Suite("Requests about files")
struct UploadRequestTests {
  private let server = FakeFileServer()
  private let file = Attachment(
    id: id(11), kind: .voice, name: "note.m4a", type: "audio/mp4", bytes: 3, duration: 900, wave: "19")

  private func keeper() throws -> (RESTClient, SessionKeeper) {
    let rest = RESTClient(server: try #require(URL(string: "http://127.0.0.1:1")), http: server)
    let vault = MemorySessionVault()
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    vault.save(
      StoredSession(
        user: me, session: id(9), accessToken: "t", accessExpiresAt: clock.now.adding(seconds: 900),
        refreshToken: "r"))
    return (rest, try SessionKeeper(vault: vault, rest: rest, clock: clock))
  }

  private func requests() throws -> UploadRequests {
    let (rest, keeper) = try keeper()
    return UploadRequests(rest: rest, keeper: keeper)
  }

  private func answer(_ status: Int, _ headers: [String: String] = [:], _ body: String = "") {
    server.state.withLock { $0.answers.append((status, headers, body)) }
  }

  @Test("a file is announced with what it is; the kind is said of voice notes only")
  func announce() async throws {
    let requests = try requests()
    guard case .reached(1, 0) = await requests.announce(file, request: 1) else {
      Issue.record("not announced")
      return
    }
    let body = try UploadRequest(json: try #require(server.state.withLock { $0.requests.first?.body }))
    #expect(body == UploadRequest(id: id(11), name: "note.m4a", bytes: 3, kind: .voice, duration: 900, wave: "19"))
    let picture = Attachment(id: id(12), kind: .image, name: "a.jpg", type: "", bytes: 3)
    _ = await requests.announce(picture, request: 2)
    let second = try UploadRequest(json: try #require(server.state.withLock { $0.requests.last?.body }))
    #expect(second.kind == nil)
  }

  @Test("what an answer means: refusals of the server stop, those of a proxy or of the session wait")
  func meanings() async throws {
    let requests = try requests()
    answer(403, [:], #"{"status":403,"code":"forbidden","detail":"There is no room."}"#)
    guard case .refused(1, let refusal) = await requests.announce(file, request: 1) else {
      Issue.record("not refused")
      return
    }
    #expect(refusal == Refusal(.forbidden, "There is no room."))
    answer(413, [:], "<html>")
    guard case .refused(2, let large) = await requests.announce(file, request: 2), large.code == .tooLarge else {
      Issue.record("not refused")
      return
    }
    answer(502, [:], "<html>")
    guard case .cut(3) = await requests.announce(file, request: 3) else {
      Issue.record("not cut")
      return
    }
    answer(200, [:], "<html>")
    guard case .cut(4) = await requests.announce(file, request: 4) else {
      Issue.record("not cut")
      return
    }
    guard case .missing(5) = await requests.ask(id(11), request: 5) else {
      Issue.record("not missing")
      return
    }
    answer(409, ["upload-offset": "2"])
    guard case .conflicted(6, 2?) = await requests.transmit(id(11), request: 6, from: 0, bytes: [1], isLast: false)
    else {
      Issue.record("not conflicted")
      return
    }
  }

  @Test("a line that breaks at any byte: the file arrives whole, and no byte that had arrived goes again")
  func cuts() async throws {
    let bytes = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let requests = try requests()
    let file = Attachment(id: id(13), kind: .file, name: "a", type: "", bytes: Int64(bytes.count))
    server.state.withLock { $0.cuts = [0, 1, 500_000, 1 << 20, 400_000] }
    var machine = UploadMachine(seed: 1)
    var todo = machine.handle(.loaded([.init(id: file.id, bytes: file.bytes)])) + machine.handle(.resumed)
    var isComplete = false
    for _ in 0..<100 where !todo.isEmpty {
      switch todo.removeFirst() {
      case .announce(_, let request): todo += machine.handle(await requests.announce(file, request: request))
      case .ask(_, let request): todo += machine.handle(await requests.ask(file.id, request: request))
      case .transmit(_, let request, let from, let count, let isLast):
        let part = Array(bytes[Int(from)..<Int(from + count)])
        todo += machine.handle(
          await requests.transmit(file.id, request: request, from: from, bytes: part, isLast: isLast))
      case .startRetryTimer(let file, _): todo += machine.handle(.retryDue(file))
      case .complete: isComplete = true
      default: break
      }
    }
    #expect(isComplete)
    #expect(server.state.withLock { $0.files[file.id.description]?.bytes } == bytes)
    // The server was asked after each cut: no bytes came from the wrong place.
    #expect(server.state.withLock { $0.requests.count { $0.method == .head } } == 5)
    #expect(server.state.withLock { $0.conflicts } == 0)
  }

  @Test("a file is fetched once for all who ask, kept under its name, and fetched again after signing out")
  func downloads() async throws {
    let (rest, keeper) = try keeper()
    let folder = try makeFolder()
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let store = try ClientStore(
      path: folder.appendingPathComponent("client.sqlite").path, clock: SimulatedClock(start: SystemClock().now))
    let downloads = Downloads(store: store, rest: rest, keeper: keeper)
    answer(200, [:], "bytes")
    async let first = downloads.file(file, .original)
    async let second = downloads.file(file, .original)
    let urls = try await [first, second]
    #expect(urls[0] == urls[1] && urls[0].lastPathComponent == "note.m4a")
    #expect(try String(contentsOf: urls[0], encoding: .utf8) == "bytes")
    #expect(server.state.withLock { $0.requests.map(\.url) } == ["http://127.0.0.1:1/v1/files/\(file.id)"])
    answer(200, [:], "small")
    let small = try await downloads.file(file, .small)
    #expect(server.state.withLock { $0.requests.last?.url.hasSuffix("?size=320") } == true)
    try store.wipe()
    #expect(!FileManager.default.fileExists(atPath: small.path))
    await #expect(throws: Refusal.self) { try await downloads.file(file, .small) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.cachePath).isEmpty)
  }
}

extension ClientStore {
  /// Where copies of files are.
  fileprivate var cachePath: String {
    get throws { try cache.begin().url.deletingLastPathComponent().path }
  }
}
