import Domain
import Foundation
import Observation

/// Images for one conversation: picked, made smaller, handed over, followed on their way.
@MainActor @Observable
public final class AttachmentPickerModel {
  /// What the last pick has come to.
  public enum Step: Hashable, Sendable {
    case idle
    /// Images are made smaller.
    case preparing
    /// On disk, on the way.
    case queued
    case refused(Problem)
  }

  /// Whether images can be sent from here.
  public enum Offer: Hashable, Sendable {
    /// Not known yet, or the server cannot be asked now: picking is possible and is decided later.
    case unknown
    case limits(AttachmentLimits)
    /// The sentence that says so.
    case notOffered(Phrase)
  }

  public private(set) var offer: Offer = .unknown
  public private(set) var step: Step = .idle
  /// On their way, oldest first.
  public private(set) var uploads: [AttachmentUpload] = []
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let attachments: any AttachmentRepository
  @ObservationIgnored private let features: any ServerFeaturesRepository
  @ObservationIgnored private let preparer: any ImagePreparer

  public init(
    conversation: ConversationID, attachments: any AttachmentRepository, features: any ServerFeaturesRepository,
    preparer: any ImagePreparer
  ) {
    self.conversation = conversation
    self.attachments = attachments
    self.features = features
    self.preparer = preparer
  }

  /// Asks what the server takes, then follows the uploads until the task is cancelled.
  public func run() async {
    await askServer()
    for await uploads in attachments.observeUploads(conversation) { self.uploads = uploads }
  }

  /// Images that may be picked at once.
  public var maximumCount: Int {
    if case .limits(let limits) = offer { limits.maximumCount } else { AttachmentLimits.standard.maximumCount }
  }

  /// What to say instead of a picker; `nil` when images may be picked.
  public var refusal: Phrase? {
    if case .notOffered(let sentence) = offer { sentence } else { nil }
  }

  public var isPreparing: Bool { step == .preparing }

  /// Why the last pick was refused.
  public var problem: Problem? {
    if case .refused(let problem) = step { problem } else { nil }
  }

  /// Takes what was picked, in its order, until one is refused. Each element loads one image's
  /// bytes; `nil` bytes are an image that its library could not give.
  public func pick(_ images: [@Sendable () async throws -> Data?]) async {
    guard !images.isEmpty, !isPreparing else { return }
    step = .preparing
    do {
      if offer == .unknown { await askServer() }
      let limits = try limits()
      for load in images.prefix(limits.maximumCount) { try await take(load, limits) }
      step = .queued
    } catch {
      step = Problem(error).map(Step.refused) ?? .idle
    }
  }

  /// Goes on with an upload that is paused or has failed.
  public func resume(_ upload: AttachmentID) async {
    await perform { try await attachments.resume(upload) }
  }

  public func cancel(_ upload: AttachmentID) async {
    await perform { try await attachments.cancel(upload) }
  }

  /// Says why no images can be picked, where that is so.
  public func explain() {
    if let refusal, !isPreparing { step = .refused(Problem(refusal, canRetry: false)) }
  }

  /// The result of the last pick has been seen.
  public func dismiss() {
    if !isPreparing { step = .idle }
  }

  private func take(_ load: @Sendable () async throws -> Data?, _ limits: AttachmentLimits) async throws {
    guard let original = try await load() else {
      throw Refusal(.invalid, "The photo could not be read.")
    }
    let image = try await preparer.prepare(original, limits: limits)
    try limits.check(image)
    _ = try await attachments.upload(image, to: conversation)
  }

  private func limits() throws(Refusal) -> AttachmentLimits {
    switch offer {
    case .limits(let limits): return limits
    case .unknown: return .standard
    case .notOffered: throw ServerFeatures.noAttachments
    }
  }

  private func askServer() async {
    do {
      let limits = try await features.features().attachments
      offer = limits.map(Offer.limits) ?? .notOffered(Problem(ServerFeatures.noAttachments).sentence)
    } catch {
      // Without network nothing is known: what is picked waits, and the server decides.
      offer = .unknown
    }
  }

  private func perform(_ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      if let problem = Problem(error) { step = .refused(problem) }
    }
  }
}
