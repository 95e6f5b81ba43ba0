@testable import ClientStore
import Domain
import Foundation
import Testing

/// Not the testing library's.
private typealias Attachment = Domain.Attachment

@Suite("Files in the outbox")
struct OutgoingFileTests {
  private let bytes = Data(repeating: 1, count: 1_200_000) + Data(repeating: 2, count: 300_000)

  /// A store on disk and a file to send.
  private func make() throws -> (folder: TemporaryFolder, store: ClientStore, source: URL) {
    let folder = try TemporaryFolder()
    let store = try makeStore(FakeServer(), path: folder.file)
    let source = URL(fileURLWithPath: folder.path + "/picture.jpg")
    try bytes.write(to: source)
    return (folder, store, source)
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    let path = folder.file + "-files/outgoing"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  private func send(_ number: UInt64, _ source: URL, alt: String? = nil, _ store: ClientStore) throws {
    try store.enqueue(
      pending(number, ""),
      files: [(id(number + 500), OutgoingFile(source: source, name: "picture.jpg", kind: .image, alt: alt))])
  }

  @Test("message, files and their bytes are there after a crash, and show")
  func durable() throws {
    let (folder, store, source) = try make()
    try send(50, source, alt: "A lake", store)
    try FileManager.default.removeItem(at: source)
    let other = try ClientStore(path: folder.file, clock: FixedClock())
    let entry = try #require(try other.outbox().first)
    #expect(entry.missing.map(\.id) == [id(550)])
    let item = try #require(try other.timeline(room)?.items.first)
    #expect(item.text.isEmpty && item.status == .sending)
    #expect(item.attachments.map(\.alt) == ["A lake"])
    #expect(item.attachments.map(\.bytes) == [1_500_000])
    let url = try #require(try other.outgoingFile(id(550)))
    #expect(try Data(contentsOf: url) == bytes)
    #expect(try other.summaries().first?.lastFiles == AttachmentBrief(kind: .image, name: "picture.jpg", count: 1))
  }

  @Test("an entry waits until the server has each file, and again when half a day has passed without an answer")
  func readiness() throws {
    let clock = MovingClock()
    let folder = try TemporaryFolder()
    let store = try ClientStore(path: folder.file, clock: clock)
    try store.setUser(profile())
    _ = try store.apply(FakeServer().window())
    let source = URL(fileURLWithPath: folder.path + "/picture.jpg")
    try bytes.write(to: source)
    let file = OutgoingFile(source: source, name: "a.jpg")
    try store.enqueue(pending(50, ""), files: [(id(550), file), (id(551), file)])
    try store.completeUpload(id(550))
    #expect(try store.outbox().first?.missing.map(\.id) == [id(551)])
    try store.completeUpload(id(551))
    #expect(try store.outbox().first?.missing.isEmpty == true)
    clock.advance(milliseconds: 13 * 3_600_000)
    #expect(try store.outbox().first?.missing.count == 2)
  }

  @Test("nothing is left of a message that arrived, was deleted or was given up")
  func settled() throws {
    let (folder, store, source) = try make()
    for number in [50, 51, 52] as [UInt64] { try send(number, source, store) }
    #expect(try names(folder).count == 3)
    let entries = try store.outbox()
    var server = FakeServer()
    server.post(me, id(50), "")
    _ = try store.acknowledge(entries[0].id, with: server.delta(from: 1))
    #expect(try names(folder) == [id(551), id(552)].map { (file: AttachmentID) in file.description })
    try store.delete(message: id(51))
    #expect(try names(folder).count == 1)
    try store.failUpload(id(552), Refusal(.forbidden, "There is no room."))
    let item = try #require(try store.timeline(room)?.items.last)
    #expect(item.status == .failed && item.failure?.code == .forbidden)
    #expect(try names(folder).count == 1)
    try store.discard(id(52))
    #expect(try names(folder).isEmpty)
  }

  @Test("a failed message keeps its files for another try, and the server is asked again for each")
  func retry() throws {
    let (folder, store, source) = try make()
    try send(50, source, store)
    try store.completeUpload(id(550))
    let entry = try #require(try store.outbox().first)
    try store.recordFailure(entry.id, Refusal(.invalid, "No."), isTerminal: true)
    try store.retry(id(50))
    let again = try #require(try store.outbox().first)
    #expect(again.id != entry.id && again.missing.map(\.id) == [id(550)])
    #expect(try names(folder).count == 1)
    // Put back by the server's restore as well.
    try store.completeUpload(id(550))
    try store.adopt(id(900))
    _ = try store.adopt(id(901))
    #expect(try store.outbox().first?.missing.count == 1)
  }

  @Test("an edit of a message that waits keeps its files")
  func edited() throws {
    let (folder, store, source) = try make()
    try send(50, source, store)
    try store.enqueue(.edit(message: id(50), conversation: room, editID: id(70), text: "caption"))
    let item = try #require(try store.timeline(room)?.items.first)
    #expect(item.text == "caption" && item.attachments.count == 1)
    #expect(try names(folder).count == 1)
  }

  @Test("what cannot be sent leaves nothing: an unknown conversation, a file that is not there, too many of them")
  func refused() throws {
    let (folder, store, source) = try make()
    let file = OutgoingFile(source: source, name: "a")
    #expect(throws: Refusal.notFound) {
      try store.enqueue(pending(50, "", in: id(777)), files: [(id(550), file)])
    }
    #expect(throws: Refusal.self) {
      try store.enqueue(
        pending(50, ""),
        files: [(id(550), file), (id(551), OutgoingFile(source: source.appendingPathExtension("no"), name: "b"))])
    }
    #expect(throws: Refusal.self) {
      try store.enqueue(pending(50, ""), files: (0..<11).map { (id(550 + $0), file) })
    }
    #expect(try names(folder).isEmpty)
    #expect(try store.outbox().isEmpty)
  }

  @Test("what a crash left behind in the folder goes at the next start; what waits stays")
  func leftOver() throws {
    let (folder, store, source) = try make()
    try send(50, source, store)
    let stray = folder.file + "-files/outgoing/" + (id(999) as AttachmentID).description
    try Data("x".utf8).write(to: URL(fileURLWithPath: stray))
    _ = try ClientStore(path: folder.file, clock: FixedClock())
    #expect(try names(folder) == [(id(550) as AttachmentID).description])
  }

  @Test("signing out removes files that wait and copies of others; the end of a session only the copies")
  func erased() throws {
    let (folder, store, source) = try make()
    try send(50, source, store)
    let copy = try keep(store.cache, id(600), bytes: 10)
    try store.eraseCopies()
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(try names(folder).count == 1)
    let place = try store.cache.begin()
    try Data("late".utf8).write(to: place.url)
    try store.wipe()
    #expect(try names(folder).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place.url.path))
    // What was fetched for the former user comes too late.
    let again = try store.cache.begin()
    try store.wipe()
    #expect(try store.cache.keep(again, picture(id(601)), .original) == nil)
  }

  @Test("a message's files come with its row, stay through an older one, and go with its deletion, copies and all")
  func rows() throws {
    let store = try makeStore(FakeServer())
    let old = Message(
      id: id(10), seq: 1, rev: 2, sender: ada, text: "", createdAt: Timestamp(milliseconds: 5),
      attachments: [picture(id(600))])
    func apply(_ message: Message) throws {
      _ = try store.apply(
        FeedDelta(feed: feed, fromRev: message.rev - 1, toRev: message.rev, messages: [message]))
    }
    try apply(old)
    #expect(try store.timeline(room)?.items.first?.attachments == [picture(id(600))])
    #expect(try store.summaries().first?.lastFiles?.kind == .image)
    _ = try keep(store.cache, id(600), bytes: 10)
    try apply(old.deleted(by: ada, at: Timestamp(milliseconds: 9), rev: 3))
    #expect(try store.timeline(room)?.items.first?.attachments.isEmpty == true)
    #expect(try store.summaries().first?.lastFiles == nil)
    #expect(try store.cache.find(picture(id(600)), .original) == nil)
  }

  @Test("copies of somebody's photo go once nobody here has it: it was changed, or the account is deleted")
  func photos() throws {
    let store = try makeStore(FakeServer())
    let photo: AttachmentID = id(700)
    func change(_ user: UserID, name: String, to photo: AttachmentID?, rev: Int64) throws {
      let member = Member(user: user, rev: rev, role: .member, name: name, photo: photo?.description)
      _ = try store.apply(FeedDelta(feed: feed, fromRev: rev - 1, toRev: rev, members: [member]))
    }
    try change(ada, name: "Ada", to: photo, rev: 2)
    try change(bob, name: "Bob", to: photo, rev: 3)
    for form in [AttachmentForm.original, .small] {
      let place = try store.cache.begin()
      try Data("pixels".utf8).write(to: place.url)
      _ = try store.cache.keep(place, picture(photo), form)
    }
    try change(bob, name: "Bob", to: nil, rev: 4)
    #expect(try store.cache.find(picture(photo), .original) != nil, "Ada has it")
    try change(ada, name: "Deleted user", to: nil, rev: 5)
    #expect(try store.cache.find(picture(photo), .original) == nil)
    #expect(try store.cache.find(picture(photo), .small) == nil)
  }

  @Test("copies of a conversation's files go when the user is no longer in it")
  func gone() throws {
    let store = try makeStore(FakeServer())
    let message = Message(
      id: id(10), seq: 1, rev: 2, sender: ada, text: "", createdAt: Timestamp(milliseconds: 5),
      attachments: [picture(id(600))])
    _ = try store.apply(FeedDelta(feed: feed, fromRev: 1, toRev: 2, messages: [message]))
    _ = try keep(store.cache, id(600), bytes: 10)
    try store.removeFeed(feed)
    #expect(try store.cache.find(picture(id(600)), .original) == nil)
  }

  @Test("the cache keeps what was used last within its bound, each file under its own name")
  func cache() throws {
    let clock = MovingClock()
    let folder = try TemporaryFolder()
    let cache = FileCache(ClientFiles(besides: folder.file), clock: clock, maximumBytes: 250)
    var urls: [URL] = []
    for number in 600...601 as ClosedRange<UInt64> {
      clock.advance(milliseconds: 1_000)
      urls.append(try keep(cache, id(number), bytes: 100))
    }
    clock.advance(milliseconds: 1_000)
    #expect(try cache.find(picture(id(600)), .original) == urls[0])
    clock.advance(milliseconds: 1_000)
    _ = try keep(cache, id(602), bytes: 100)
    #expect(try cache.find(picture(id(600)), .original) != nil)
    #expect(try cache.find(picture(id(601)), .original) == nil)
    #expect(urls[0].lastPathComponent == "picture.jpg")
    #expect(try cache.find(picture(id(600)), .small) == nil)
  }

  private func picture(_ id: AttachmentID) -> Attachment {
    Attachment(id: id, kind: .image, name: "picture.jpg", type: "image/jpeg", bytes: 100, width: 4, height: 3)
  }

  private func keep(_ cache: FileCache, _ id: AttachmentID, bytes: Int) throws -> URL {
    let place = try cache.begin()
    try Data(count: bytes).write(to: place.url)
    return try #require(try cache.keep(place, picture(id), .original))
  }
}

extension ClientStore {
  fileprivate func delete(message: MessageID) throws {
    try enqueue(.delete(message: message, conversation: room))
  }
}

/// A clock that a test moves.
private final class MovingClock: WallClock {
  private let lock = NSLock()
  nonisolated(unsafe) private var time = Timestamp(milliseconds: 1_800_000_000_000)

  var now: Timestamp { lock.withLock { time } }

  func advance(milliseconds: Int64) {
    lock.withLock { time = time.adding(milliseconds: milliseconds) }
  }
}
