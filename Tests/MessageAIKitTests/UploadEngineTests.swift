import ClientStore
import ClientSync
import Domain
import MessageAIKit
import Testing
import WireProtocol

@Suite("The engine and files")
struct UploadEngineTests {
  private func online() throws -> EngineFixture {
    let fixture = try EngineFixture()
    _ = try fixture.store.apply(window())
    _ = try fixture.store.apply(window(otherRoom))
    fixture.goOnline()
    _ = fixture.take()
    return fixture
  }

  private func committed(_ number: UInt64, rev: Int64, in conversation: ConversationID = room) -> FeedDelta {
    delta(message(number, seq: rev - 1, rev: rev, sender: me), in: conversation)
  }

  @Test("a message waits for its files, later ones of its conversation wait behind it, others go")
  func order() throws {
    let fixture = try online()
    try fixture.post(1, files: [11, 12])
    try fixture.post(2)
    try fixture.post(3, in: otherRoom)
    #expect(fixture.take().sends.map(\.id) == [id(3)])
    #expect(fixture.uploader.take() == [.announce(id(11), 1), .announce(id(12), 2)])
    fixture.handle(.upload(.reached(request: 1, offset: 0)))
    #expect(fixture.uploader.take() == [.transmit(id(11), 3, from: 0, count: 3, isLast: true)])
    fixture.handle(.upload(.completed(request: 3)))
    #expect(fixture.take().sends.isEmpty)
    fixture.handle(.upload(.completed(request: 2)))
    let sent = fixture.take()
    guard case .send(let ref, _, let message, let text, _, let files, _)? = sent.first else {
      Issue.record("nothing was sent")
      return
    }
    #expect(message == id(1) && text.isEmpty)
    #expect(files == [AttachmentReference(id: id(11), alt: "A lake"), AttachmentReference(id: id(12), alt: "A lake")])
    fixture.hear(.ack(ref: ref, committed(1, rev: 3)))
    #expect(fixture.take().sends.map(\.id) == [id(2)])
    #expect(try fixture.kept.isEmpty)
  }

  @Test("sent while offline, the client ended and started again: files go once it is online, then the message")
  func restart() throws {
    let fixture = try EngineFixture()
    _ = try fixture.store.apply(window())
    try fixture.post(1, files: [11])
    #expect(fixture.uploader.take().isEmpty)
    fixture.restart()
    fixture.goOnline()
    #expect(fixture.uploader.take() == [.announce(id(11), 1)])
    // Ended again in the midst of it: the server says what it has.
    fixture.handle(.upload(.reached(request: 1, offset: 0)))
    fixture.restart()
    fixture.goOnline()
    #expect(fixture.uploader.take() == [.announce(id(11), 1)])
    fixture.handle(.upload(.reached(request: 1, offset: 2)))
    #expect(fixture.uploader.take() == [.transmit(id(11), 2, from: 2, count: 1, isLast: true)])
    fixture.handle(.upload(.completed(request: 2)))
    #expect(fixture.take().sends.map(\.id) == [id(1)])
    // The whole file is there: a third start sends the message at once.
    fixture.restart()
    fixture.goOnline()
    #expect(fixture.uploader.take().isEmpty)
    #expect(fixture.take().sends.map(\.id) == [id(1)])
  }

  @Test("a connection that drops stops the upload, and the next one goes on where the server says")
  func drop() throws {
    let fixture = try online()
    try fixture.post(1, files: [11])
    fixture.handle(.upload(.reached(request: 1, offset: 0)))
    _ = fixture.uploader.take()
    fixture.drop()
    #expect(fixture.uploader.take() == [.stop(id(11))])
    fixture.handle(.upload(.completed(request: 2)))
    #expect(try fixture.store.outbox().first?.missing.count == 1)
    fixture.comeBack()
    #expect(fixture.uploader.take() == [.ask(id(11), 3)])
  }

  @Test("a refusal fails the message with its reason, stops its other files, and lets later ones pass")
  func refused() throws {
    let fixture = try online()
    try fixture.post(1, files: [11, 12])
    try fixture.post(2)
    _ = fixture.uploader.take()
    fixture.handle(.upload(.refused(request: 1, Refusal(.forbidden, "There is no room for the file."))))
    let item = try #require(try fixture.store.timeline(room)?.items.first { $0.id == id(1) })
    #expect(item.status == .failed && item.failure == Refusal(.forbidden, "There is no room for the file."))
    #expect(fixture.uploader.take() == [.stop(id(12))])
    #expect(fixture.take().sends.map(\.id) == [id(2)])
    // Another try begins with asking the server.
    try fixture.store.retry(id(1))
    fixture.handle(.outboxChanged)
    #expect(fixture.uploader.take() == [.announce(id(11), 3), .announce(id(12), 4)])
  }

  @Test("a message that is given up while its file is on its way stops it, and leaves nothing")
  func givenUp() throws {
    let fixture = try online()
    try fixture.post(1, files: [11])
    _ = fixture.uploader.take()
    try fixture.store.enqueue(.delete(message: id(1), conversation: room))
    fixture.handle(.outboxChanged)
    #expect(fixture.uploader.take() == [.stop(id(11))])
    #expect(try fixture.kept.isEmpty)
    #expect(fixture.take().sends.isEmpty)
  }

  @Test("relaunched after the system has carried a file: the server has it, and the message goes out")
  func carried() throws {
    let fixture = try online()
    try fixture.post(1, files: [11])
    fixture.handle(.upload(.left(carried: [])), .upload(.reached(request: 1, offset: 1)))
    #expect(fixture.uploader.take() == [.announce(id(11), 1), .handOver(id(11), from: 1)])
    fixture.restart()
    fixture.handle(.upload(.left(carried: [id(11)])))
    fixture.goOnline()
    #expect(fixture.uploader.take().isEmpty)
    fixture.handle(.upload(.carried(id(11))))
    #expect(fixture.uploader.take() == [.announce(id(11), 1)])
    fixture.handle(.upload(.completed(request: 1)))
    #expect(fixture.take().sends.map(\.id) == [id(1)])
  }

  @Test("how far files are is told, until they are there")
  func progress() throws {
    let fixture = try online()
    try fixture.post(1, files: [11])
    fixture.handle(.upload(.reached(request: 1, offset: 1)))
    #expect(fixture.uploads.last == [id(11): UploadProgress(sent: 1, bytes: 3)])
    #expect(fixture.uploads.last?.values.first.map { ($0.fraction * 100).rounded() } == 33)
    fixture.handle(.upload(.completed(request: 2)))
    #expect(fixture.uploads.last == [:])
  }

  @Test("a file that may pass later is tried again after a wait, or when the user asks")
  func retries() throws {
    let fixture = try online()
    try fixture.post(1, files: [11])
    fixture.handle(.upload(.cut(request: 1)))
    #expect(fixture.timers[.retryUpload(id(11))].map { (1...1.25).contains($0) } == true)
    _ = fixture.uploader.take()
    fixture.fire(.retryUpload(id(11)))
    #expect(fixture.uploader.take() == [.announce(id(11), 2)])
    fixture.handle(.upload(.cut(request: 2)), .kick)
    #expect(fixture.uploader.take() == [.announce(id(11), 3)])
    #expect(fixture.timers[.retryUpload(id(11))] == nil)
  }
}
