import Domain
import Foundation
import Synchronization
import Testing
import ViewModels

@Suite("Photos of people and groups", .timeLimit(.minutes(5)))
@MainActor
struct PhotoTests {
  private let folder = PassingFolder()
  private let uploads = Uploads()

  private func model(_ device: DeviceFixture) -> PhotoModel {
    PhotoModel(
      .group(DeviceFixture.conversation), auth: NoAccount(), conversations: device, files: uploads,
      preparer: FixedPreparer(), folder: folder.url)
  }

  @Test("an image is chosen, cropped, uploaded and set; nothing of it stays on the device; it can be taken away")
  func group() async throws {
    let device = try DeviceFixture(kind: .group, role: .admin)
    let model = model(device)
    await model.pick { Data("400 200".utf8) }
    #expect(model.draft?.crop.aspectRatio == 2)
    model.draft?.crop.drag(right: 0.5, down: 0)
    await model.save()
    #expect(model.draft == nil && model.problem == nil)
    #expect(uploads.contents.withLock { $0 } == ["0.25 0.5 512"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    await model.remove()
    #expect(device.state.withLock { $0.photos } == [Uploads.photo, nil])
  }

  @Test("what cannot be read is told of; a save that fails keeps the crop and can be tried again")
  func failures() async throws {
    let device = try DeviceFixture(kind: .group, role: .admin)
    let model = model(device)
    await model.pick { nil }
    #expect(model.problem?.sentence == "The photo could not be read." && model.draft == nil)
    await model.pick { Data("400 200".utf8) }
    #expect(model.problem == nil)
    uploads.isOffline.withLock { $0 = true }
    await model.save()
    #expect(model.problem?.canRetry == true && model.draft != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    uploads.isOffline.withLock { $0 = false }
    await model.save()
    #expect(model.problem == nil && device.state.withLock { $0.photos } == [Uploads.photo])
  }

  @Test("the square stays within the image, whichever way it is moved and made smaller")
  func crop() {
    var crop = SquareCrop(width: 400, height: 200)
    #expect(crop.imageWidth == 2 && crop.imageHeight == 1 && crop.offsetX == 0)
    crop.drag(right: 9, down: 9)
    #expect(crop.x == 0.25 && crop.y == 0.5 && crop.offsetX == 0.5)
    crop.setZoom(2)
    crop.drag(right: 9, down: 9)
    #expect(crop.x == 0.125 && crop.y == 0.25)
    crop.setZoom(9)
    #expect(crop.zoom == 4)
    crop.setZoom(0)
    #expect(crop.zoom == 1 && crop.x == 0.25 && crop.y == 0.5)
  }

  @Test("a cache keeps what was used last within its bound, and nothing that is larger")
  func cache() {
    var cache = BoundedCache<String, Int>(bound: 10)
    cache.keep(1, cost: 4, for: "a")
    cache.keep(2, cost: 4, for: "b")
    #expect(cache.value("a") == 1)
    cache.keep(3, cost: 4, for: "c")
    #expect(cache.value("b") == nil && cache.value("a") == 1 && cache.value("c") == 3 && cache.cost == 8)
    cache.keep(4, cost: 11, for: "d")
    #expect(cache.value("d") == nil && cache.cost == 8)
    cache.keep(5, cost: 1, for: "a")
    #expect(cache.value("a") == 5 && cache.cost == 5)
    cache.removeAll()
    #expect(cache.value("a") == nil && cache.cost == 0)
  }

  @Test("a member's photo stands at their messages, in the list and in the header, and changes with its row")
  func faces() async throws {
    let device = try DeviceFixture()
    try device.post(device.ada, "hello")
    let chat = device.chat()
    let following = Task { await chat.follow() }
    defer { following.cancel() }
    await eventually("the message") { chat.rows.last?.bubble != nil }
    #expect(chat.rows.last?.bubble?.senderPhoto == nil && chat.photo == nil)
    let revision = device.state.withLock { $0.rev }
    let ada = Member(user: device.ada, rev: revision + 1, role: .member, name: "Ada", photo: "face")
    _ = try device.store.apply(
      FeedDelta(
        feed: .conversation(DeviceFixture.conversation), fromRev: revision, toRev: revision + 1, members: [ada]))
    await eventually("the photo") { chat.rows.last?.bubble?.senderPhoto == "face" && chat.photo == "face" }
    #expect(try device.store.summaries().first?.photo == "face")
  }

  @Test("a caption can be taken away while files remain; the text of a message without files cannot")
  func captions() async throws {
    let device = try DeviceFixture()
    let chat = device.chat()
    let source = folder.url.appendingPathComponent("a.txt")
    try Data("a".utf8).write(to: source)
    await chat.composer.add([OutgoingFile(source: source, name: "a.txt")])
    chat.composer.setText("look")
    await chat.composer.send()
    let item = try #require(try device.store.timeline(DeviceFixture.conversation)?.items.last)
    chat.composer.edit(item)
    chat.composer.setText("")
    #expect(chat.composer.canSend)
    #expect(await chat.composer.send())
    try device.post(device.me, "words")
    let plain = try #require(try device.store.timeline(DeviceFixture.conversation)?.items.first)
    chat.composer.edit(plain)
    chat.composer.setText("")
    #expect(!chat.composer.canSend)
  }
}

/// Takes every photo, and remembers what is in it.
private final class Uploads: FileRepository {
  static let photo = AttachmentID(high: 9, low: 9)
  let contents = Mutex<[String]>([])
  let isOffline = Mutex(false)

  func limits() async throws -> FileLimits { throw Refusal.notFound }
  func file(_ attachment: Domain.Attachment, form: AttachmentForm) async throws -> URL { throw Refusal.notFound }

  func uploadPhoto(_ source: URL) async throws -> AttachmentID {
    if isOffline.withLock({ $0 }) { throw Refusal(.overloaded, "") }
    let text = try String(contentsOf: source, encoding: .utf8)
    contents.withLock { $0.append(text) }
    return Self.photo
  }

  func observeUploads() -> AsyncStream<[AttachmentID: UploadProgress]> { AsyncStream { $0.finish() } }
}

/// An image is its width and height as text; a square of it says where it was taken.
private struct FixedPreparer: ImagePreparer {
  func prepare(_ original: Data) async throws -> PreparedImage {
    let numbers = String(decoding: original, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { throw Refusal(.invalid, "That is not a picture.") }
    return PreparedImage(data: original, format: .jpeg, width: numbers[0], height: numbers[1])
  }

  func prepare(_ original: Data, crop: SquareCrop, side: Int) async throws -> PreparedImage {
    PreparedImage(data: Data("\(crop.x) \(crop.y) \(side)".utf8), format: .jpeg, width: side, height: side)
  }
}

/// Nobody.
private struct NoAccount: AuthRepository {
  func observeProfile() -> AsyncStream<Profile?> { AsyncStream { $0.finish() } }
  func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile {
    throw Refusal.notFound
  }
  func signIn(email: String, password: String) async throws -> Profile { throw Refusal.notFound }
  func signOut() async throws {}
  func changePassword(current: String, new: String) async throws {}
  func deleteAccount(password: String) async throws {}
  func exportAccount(password: String, to file: URL) async throws {}
  func updateProfile(_ change: ProfileChange) async throws -> Profile { throw Refusal.notFound }
  func sessions() async throws -> [DeviceSession] { [] }
  func endSession(_ session: SessionID) async throws {}
}
