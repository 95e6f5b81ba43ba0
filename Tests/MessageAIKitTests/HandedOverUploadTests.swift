import ClientStore
import ClientSync
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MessageAIKit

/// Takes note of what the system is asked for.
private final class FakeSystem: BackgroundUploads {
  struct State {
    var begun: [BackgroundUpload] = []
    var cancelled: [AttachmentID] = []
    var recalls = 0
  }

  let state = Mutex(State())

  func begin(_ upload: BackgroundUpload) { state.withLock { $0.begun.append(upload) } }
  func cancel(_ file: AttachmentID) { state.withLock { $0.cancelled.append(file) } }
  func cancelAll() { state.withLock { $0.recalls += 1 } }
  func events() -> AsyncStream<BackgroundUploadEvent> { AsyncStream { $0.finish() } }
}

@Suite("Uploads that are handed over")
struct HandedOverUploadTests {
  private func keeper(_ rest: RESTClient, _ clock: SimulatedClock) throws -> SessionKeeper {
    let vault = MemorySessionVault()
    vault.save(
      StoredSession(
        user: me, session: id(9), accessToken: "t", accessExpiresAt: clock.now.adding(seconds: 900),
        refreshToken: "r"))
    return try SessionKeeper(vault: vault, rest: rest, clock: clock)
  }

  @Test("the rest goes as one request with all that follows, from a file; it goes when the message is given up")
  func rest() async throws {
    let fixture = try EngineFixture()
    _ = try fixture.store.apply(window())
    try fixture.post(1, files: [11])
    let rest = RESTClient(server: try #require(URL(string: "http://127.0.0.1:1")), http: FakeFileServer())
    let system = FakeSystem()
    let uploader = LiveUploader(
      store: fixture.store, requests: UploadRequests(rest: rest, keeper: try keeper(rest, fixture.clock)),
      background: system
    ) { _ in Issue.record("nothing is to be told") }
    uploader.handOver(id(11), from: 1)
    try await eventually("it is begun") { system.state.withLock { !$0.begun.isEmpty } }
    let upload = try #require(system.state.withLock { $0.begun.first })
    #expect(upload.method == "PATCH" && upload.url == "http://127.0.0.1:1/v1/uploads/\(upload.id)")
    #expect(
      upload.headers == [
        "content-type": "application/partial-upload", "upload-offset": "1", "upload-complete": "?1",
        "authorization": "Bearer t",
      ])
    #expect(try String(contentsOf: upload.body, encoding: .utf8) == "bc")
    try fixture.store.enqueue(.delete(message: id(1), conversation: room))
    uploader.stop(id(11))
    #expect(system.state.withLock { $0.cancelled } == [id(11)])
    #expect(try fixture.kept.isEmpty)
    uploader.recallAll()
    #expect(system.state.withLock { $0.recalls } == 1)
  }

  @Test("what is not on the device any more is told to have ended")
  func missing() async throws {
    let fixture = try EngineFixture()
    let rest = RESTClient(server: try #require(URL(string: "http://127.0.0.1:1")), http: FakeFileServer())
    let ended = Mutex<[AttachmentID]>([])
    let uploader = LiveUploader(
      store: fixture.store, requests: UploadRequests(rest: rest, keeper: try keeper(rest, fixture.clock)),
      background: FakeSystem()
    ) { event in
      if case .carried(let file) = event { ended.withLock { $0.append(file) } }
    }
    uploader.handOver(id(11), from: 0)
    try await eventually("it is told") { ended.withLock { $0 } == [id(11)] }
  }
}
