import Domain
import Foundation
import Testing
import ViewModels

/// Not the testing library's.
private typealias Attachment = Domain.Attachment

@Suite("Files in chats", .timeLimit(.minutes(5)))
@MainActor
struct AttachmentTests {
  private let english = Locale(identifier: "en_GB")
  private let folder = PassingFolder()

  private func file(
    _ number: UInt64, _ kind: Attachment.Kind, _ name: String = "plan.pdf", alt: String? = nil
  ) -> Attachment {
    Attachment(
      id: AttachmentID(high: 5, low: number), kind: kind, name: name, type: "application/octet-stream",
      bytes: 2_340_000,
      duration: kind == .voice ? 12_400 : nil, alt: alt)
  }

  @Test(
    "sizes are read in the unit that fits",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_450, "1.5 kB"), (120_000, "120 kB"), (999_499, "999 kB"),
      (999_500, "1 MB"), (2_340_000, "2.3 MB"), (25_000_000, "25 MB"), (1_500_000_000, "1.5 GB"),
    ])
  func sizes(bytes: Int64, text: String) {
    #expect(AttachmentText.size(bytes, locale: english) == text)
  }

  @Test("the decimal mark and lengths are read as the language has them")
  func lengths() {
    #expect(AttachmentText.size(2_340_000, locale: Locale(identifier: "de_DE")) == "2,3 MB")
    #expect(AttachmentText.duration(milliseconds: 12_400) == "0:12")
    #expect(AttachmentText.duration(milliseconds: 725_000) == "12:05")
  }

  @Test("a message without text is told by its files: in the list, in a quote, to those who listen")
  func briefs() throws {
    let device = try DeviceFixture(kind: .group)
    func brief(_ files: [Attachment]) -> String? { AttachmentBrief(files)?.text.english }
    #expect(brief([file(1, .image)]) == "Photo")
    #expect(brief([file(1, .image), file(2, .image)]) == "2 photos")
    #expect(brief([file(1, .voice)]) == "Voice message")
    #expect(brief([file(1, .file)]) == "plan.pdf")
    #expect(brief([file(1, .image), file(2, .file)]) == "2 files")
    #expect(brief([]) == nil)
    let photo = Message(
      id: MessageID(high: 9, low: 1), seq: 1, rev: 2, sender: device.ada, text: "",
      createdAt: Timestamp(milliseconds: 1_760_000_000_000), attachments: [file(1, .image, alt: "A lake")])
    let answer = Message(
      id: MessageID(high: 9, low: 2), seq: 2, rev: 3, sender: device.me, text: "Nice", createdAt: photo.createdAt,
      replyTo: photo.id)
    _ = try device.store.apply(
      FeedDelta(feed: .conversation(DeviceFixture.conversation), fromRev: 1, toRev: 2, messages: [photo]))
    let summary = try #require(try device.store.summaries().first)
    let row = ConversationRow(summary: summary, presence: nil, me: device.me, isMuted: false, texts: device.texts)
    #expect(row.preview == "Ada: Photo")
    _ = try device.store.apply(
      FeedDelta(feed: .conversation(DeviceFixture.conversation), fromRev: 2, toRev: 3, messages: [answer]))
    let timeline = try #require(try device.store.timeline(DeviceFixture.conversation))
    let bubbles = ChatRowBuilder(me: device.me, texts: device.texts).rows(of: timeline, shown: 10, unreadLine: nil)
      .compactMap(\.bubble)
    #expect(bubbles.first?.spokenText == "Photo: A lake")
    #expect(bubbles.last?.quote?.text == "Photo")
  }

  @Test("files go with a message, also without text; it is one message, and the composer is empty again")
  func send() async throws {
    let device = try DeviceFixture()
    let chat = device.chat()
    let source = try place("abc")
    await chat.composer.add([
      OutgoingFile(source: source, name: "a.jpg", kind: .image), OutgoingFile(source: source, name: "b.pdf"),
    ])
    #expect(chat.composer.files.map(\.bytes) == [3, 3])
    #expect(chat.composer.canSend)
    let first = try #require(chat.composer.files.first)
    chat.composer.describe(first.id, "A lake")
    await chat.composer.send()
    #expect(chat.composer.files.isEmpty && !chat.composer.canSend)
    let item = try #require(try device.store.timeline(DeviceFixture.conversation)?.items.last)
    #expect(item.attachments.map(\.name) == ["a.jpg", "b.pdf"])
    #expect(item.attachments.map(\.alt) == ["A lake", nil])
    #expect(item.status == .sending)
  }

  @Test("a refusal puts text and files back; an edit takes no files and leaves them for later")
  func refused() async throws {
    let device = try DeviceFixture()
    try device.post(device.me, "first")
    let chat = device.chat()
    await chat.composer.add([OutgoingFile(source: try place("abc"), name: "a.jpg", kind: .image)])
    chat.composer.setText("look")
    device.state.withLock { $0.refusal = Refusal(.notFound, "") }
    #expect(await chat.composer.send() == false)
    #expect(chat.composer.text == "look" && chat.composer.files.count == 1)
    device.state.withLock { $0.refusal = nil }
    let item = try #require(try device.store.timeline(DeviceFixture.conversation)?.items.first)
    chat.composer.edit(item)
    #expect(!chat.composer.canSend)
    chat.composer.setText("second")
    await chat.composer.send()
    #expect(chat.composer.files.count == 1 && chat.composer.text == "look")
  }

  @Test("files that are too many, too large, without room or not there are refused with a reason; others stay")
  func limits() async throws {
    let device = try DeviceFixture()
    let files = FixedFiles(known: FileLimits(bytes: 5, perMessage: 2, used: 0, room: 4))
    let composer = ComposerModel(
      conversation: DeviceFixture.conversation, messages: device, conversations: device, presence: device, files: files)
    func add(_ text: String) async throws {
      await composer.add([OutgoingFile(source: try place(text), name: "a.txt")])
    }
    try await add("123456")
    #expect(composer.problem?.sentence == "The file is too large for this server.")
    try await add("12345")
    #expect(composer.problem?.sentence == "There is no room for the file on the server.")
    await composer.add([OutgoingFile(source: URL(fileURLWithPath: "/nowhere/a.txt"), name: "a.txt")])
    #expect(composer.problem?.sentence == "The file cannot be read.")
    try await add("1")
    try await add("2")
    #expect(composer.problem == nil && composer.freeFiles == 0)
    try await add("3")
    #expect(composer.problem?.sentence == "There is no room for more files in a message.")
    #expect(composer.files.count == 2)
    let second = try #require(composer.files.last)
    composer.remove(second.id)
    #expect(composer.freeFiles == 1)
  }

  @Test("a voice note plays, pauses, is wound, ends at its beginning, and goes through three speeds")
  func voice() {
    var playback = VoicePlayback(file(1, .voice))
    #expect(playback.timeText == "0:12" && !playback.isPlaying)
    playback.play()
    playback.reached(6.2)
    #expect(playback.fraction == 0.5 && playback.timeText == "0:06")
    playback.pause()
    playback.seek(to: 2)
    #expect(playback.position == 12.4)
    playback.play()
    #expect(playback.position == 0)
    playback.ended()
    #expect(!playback.isPlaying && playback.timeText == "0:12")
    #expect(playback.rate.text == "1×")
    playback.nextRate()
    #expect(playback.rate.rawValue == 1.5)
    playback.nextRate()
    #expect(playback.rate.text == "2×")
    playback.nextRate()
    #expect(playback.rate == .normal)
    var unknown = VoicePlayback(duration: 0)
    unknown.reached(1, of: 8)
    #expect(unknown.duration == 8 && unknown.fraction == 0.125)
  }

  @Test("a wave form has the loudest of each part, and as many bars as there is room for")
  func wave() {
    #expect(VoicePlayback.wave([0, 0.5, 1]) == "059")
    #expect(VoicePlayback.wave(Array(repeating: 0, count: 500)).count == 100)
    #expect(VoicePlayback.wave([]).isEmpty)
    #expect(VoicePlayback.bars("09", count: 4) == [0, 0, 1, 1])
    #expect(VoicePlayback.bars(nil, count: 2) == [0, 0])
  }

  @Test("a BlurHash becomes the colours that it stands for; anything else is no picture")
  func blurHash() throws {
    let hash = try #require(BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    let pixels = hash.pixels(width: 4, height: 3)
    #expect(pixels.count == 48 && pixels.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 255 })
    // One part: its average, everywhere.
    let plain = try #require(BlurHash("00TI:j"))
    let colors = Set(stride(from: 0, to: 16, by: 4).map { Array(plain.pixels(width: 2, height: 2)[$0..<$0 + 3]) })
    #expect(colors.count == 1)
    #expect(BlurHash("") == nil && BlurHash("LEHV6n") == nil && BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdn\"") == nil)
  }

  @Test("a file is fetched when it is wanted, says why it cannot be, and is fetched again when it has gone")
  func fetching() async throws {
    let url = try place("abc")
    let files = FixedFiles(known: nil, url: url)
    let model = FileModel(file(1, .file), form: .original, files: files)
    await model.load()
    #expect(model.url == url && model.problem == nil)
    let missing = FileModel(file(1, .file), form: .original, files: FixedFiles(known: nil))
    await missing.load()
    #expect(missing.problem != nil && missing.url == nil)
  }

  private func place(_ text: String) throws -> URL {
    let url = folder.url.appendingPathComponent(UUID().uuidString)
    try Data(text.utf8).write(to: url)
    return url
  }
}

/// A folder that goes with the test.
final class PassingFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)")

  init() {
    #expect(throws: Never.self) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Issue.record(error)
    }
  }
}

/// Files that are as they are.
private struct FixedFiles: FileRepository {
  let known: FileLimits?
  var url: URL?

  func limits() async throws -> FileLimits {
    guard let known else { throw Refusal.notFound }
    return known
  }

  func file(_ attachment: Attachment, form: AttachmentForm) async throws -> URL {
    guard let url else { throw Refusal.notFound }
    return url
  }

  func uploadPhoto(_ source: URL) async throws -> AttachmentID {
    guard let known, try Data(contentsOf: source).count <= known.bytes else {
      throw Refusal(.tooLarge, "The file is too large for this server.")
    }
    return AttachmentID(high: 9, low: 9)
  }

  func observeUploads() -> AsyncStream<[AttachmentID: UploadProgress]> { AsyncStream { $0.finish() } }
}
