import Domain
import Foundation
import Synchronization
import Testing
import ViewModels

/// A server that takes images, or does not, with uploads that go as a test says.
private final class Depot: AttachmentRepository, ServerFeaturesRepository, ImagePreparer {
  struct State {
    var features: ServerFeatures? = .messagesOnly
    var refusal: Refusal?
    var prepared = 0
    var uploaded: [PreparedImage] = []
    var resumed: [AttachmentID] = []
    var cancelled: [AttachmentID] = []
  }

  let state = Mutex(State())
  private let stream: AsyncStream<[AttachmentUpload]>
  private let continuation: AsyncStream<[AttachmentUpload]>.Continuation

  init(_ features: ServerFeatures?) {
    (stream, continuation) = AsyncStream.makeStream(of: [AttachmentUpload].self)
    state.withLock { $0.features = features }
  }

  func become(_ uploads: [AttachmentUpload]) { continuation.yield(uploads) }

  func features() async throws -> ServerFeatures {
    guard let features = state.withLock({ $0.features }) else { throw CocoaError(.fileReadUnknown) }
    return features
  }

  func observeUploads(_ conversation: ConversationID) -> AsyncStream<[AttachmentUpload]> { stream }

  func upload(_ image: PreparedImage, to conversation: ConversationID) async throws -> AttachmentID {
    try state.withLock { state in
      if let refusal = state.refusal { throw refusal }
      state.uploaded.append(image)
      return AttachmentID(high: 1, low: UInt64(state.uploaded.count))
    }
  }

  func resume(_ upload: AttachmentID) async throws { state.withLock { $0.resumed.append(upload) } }
  func cancel(_ upload: AttachmentID) async throws { state.withLock { $0.cancelled.append(upload) } }

  func prepare(_ original: Data, limits: AttachmentLimits) async throws -> PreparedImage {
    state.withLock { $0.prepared += 1 }
    guard original != Data([0]) else { throw Refusal(.invalid, "That is no image.") }
    return PreparedImage(
      data: original, format: .jpeg, width: limits.maximumSide, height: original.count)
  }
}

@Suite("Images for a chat", .timeLimit(.minutes(1)))
@MainActor
struct AttachmentPickerTests {
  private static let taking = ServerFeatures(attachments: .standard, notifications: false)

  private func model(_ depot: Depot) -> AttachmentPickerModel {
    AttachmentPickerModel(
      conversation: DeviceFixture.conversation, attachments: depot, features: depot, preparer: depot)
  }

  @Test("where the server takes no attachments, that is said before a photo is even made smaller")
  func notOffered() async throws {
    let depot = Depot(.messagesOnly)
    let model = model(depot)
    try await running(model.run) {
      await eventually("the server was asked") { model.offer != .unknown }
      #expect(model.refusal == "This server does not take attachments yet.")
      await model.pick([{ Data([1, 2, 3]) }])
      #expect(model.problem?.sentence == "This server does not take attachments yet.")
      #expect(model.problem?.canRetry == false)
      #expect(depot.state.withLock { $0.prepared } == 0)
      model.dismiss()
      #expect(model.step == .idle)
    }
  }

  @Test("what is picked is made smaller and handed over in its order, as many as a message may have")
  func queued() async {
    let depot = Depot(Self.taking)
    let model = model(depot)
    await model.pick((1...6).map { count in { Data(repeating: 7, count: count) } })
    #expect(model.step == .queued)
    #expect(depot.state.withLock { $0.uploaded.map(\.size) } == [1, 2, 3, 4])
  }

  @Test("without network a photo is kept, and what the server then says is told")
  func offline() async {
    let depot = Depot(nil)
    let model = model(depot)
    await model.pick([{ Data([1]) }])
    #expect(model.offer == .unknown && model.step == .queued)
    depot.state.withLock { $0.refusal = ServerFeatures.noAttachments }
    await model.pick([{ Data([1]) }])
    #expect(model.problem?.sentence == "This server does not take attachments yet.")
  }

  @Test("a photo that cannot be read, is no image or stays too large is refused with a reason")
  func refused() async {
    let depot = Depot(Self.taking)
    let model = model(depot)
    await model.pick([{ nil }])
    #expect(model.problem?.sentence == "The photo could not be read.")
    await model.pick([{ Data([0]) }])
    #expect(model.problem?.sentence == "That is no image.")
    await model.pick([{ Data(count: 3_000) }])
    #expect(model.problem?.sentence == "The image is too large, even when it is made smaller.")
    #expect(depot.state.withLock { $0.uploaded }.isEmpty)
    await model.pick([{ throw CancellationError() }])
    #expect(model.step == .idle)
  }

  @Test("uploads are followed, and one that is paused can go on or be given up")
  func uploads() async throws {
    let depot = Depot(Self.taking)
    let model = model(depot)
    let id = AttachmentID(high: 1, low: 1)
    var upload = AttachmentUpload(
      id: id, conversation: DeviceFixture.conversation, size: 9, state: .uploading(progress: 0.424))
    try await running(model.run) {
      depot.become([upload])
      await eventually("it is shown") { model.uploads == [upload] }
      #expect(upload.stateText == "Uploading, 42 %" && !upload.canResume)
      upload.state = .paused(progress: 0.5)
      depot.become([upload])
      await eventually("it is paused") { model.uploads.first?.canResume == true }
      #expect(upload.stateText == "Paused at 50 %")
      await model.resume(id)
      await model.cancel(id)
      #expect(depot.state.withLock { $0.resumed } == [id])
      #expect(depot.state.withLock { $0.cancelled } == [id])
    }
  }
}
