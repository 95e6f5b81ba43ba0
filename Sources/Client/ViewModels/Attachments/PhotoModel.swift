import Domain
import Foundation
import Observation

/// Changes the photo of the signed-in user or of a group: an image is chosen, cropped to a square,
/// uploaded and set, or the photo is taken away. What it looks like comes with the profile or the
/// conversation.
@MainActor @Observable
public final class PhotoModel: ActionModel {
  /// Whose photo it is.
  public enum Owner: Hashable, Sendable {
    case me
    case group(ConversationID)
  }

  /// An image of which a square becomes the photo.
  public struct Draft: Sendable {
    /// As it is shown while it is cropped.
    public let shown: PreparedImage
    public var crop: SquareCrop
    let original: Data
  }

  /// Pixels of a photo: enough for the largest form that the server makes of it.
  public static let side = 512

  public var draft: Draft?
  public let action = ActionState()
  @ObservationIgnored private let owner: Owner
  @ObservationIgnored private let auth: any AuthRepository
  @ObservationIgnored private let conversations: any ConversationRepository
  @ObservationIgnored private let files: any FileRepository
  @ObservationIgnored private let preparer: any ImagePreparer
  @ObservationIgnored private let folder: URL

  /// `folder` is made when needed; what lies in it may be removed at any start of the app.
  public init(
    _ owner: Owner, auth: any AuthRepository, conversations: any ConversationRepository, files: any FileRepository,
    preparer: any ImagePreparer, folder: URL
  ) {
    self.owner = owner
    self.auth = auth
    self.conversations = conversations
    self.files = files
    self.preparer = preparer
    self.folder = folder
  }

  /// Begins to crop an image. `nil` is one that its library could not give.
  public func pick(_ load: @Sendable () async throws -> Data?) async {
    guard !isBusy else { return }
    await perform {
      guard let original = try await load() else { throw Refusal(.invalid, "The photo could not be read.") }
      let shown = try await preparer.prepare(original)
      draft = Draft(
        shown: shown, crop: SquareCrop(width: shown.width, height: shown.height), original: original)
    }
  }

  /// The cropping is given up.
  public func cancel() {
    draft = nil
    dismissProblem()
  }

  /// Uploads the square and sets it; the cropping goes on when that fails.
  public func save() async {
    guard let draft, !isBusy else { return }
    await perform {
      let square = try await preparer.prepare(draft.original, crop: draft.crop, side: Self.side)
      try await set(try await upload(square))
      self.draft = nil
    }
  }

  public func remove() async {
    guard !isBusy else { return }
    await perform { try await set(nil) }
  }

  private func upload(_ square: PreparedImage) async throws -> AttachmentID {
    let own = folder.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let source = own.appendingPathComponent("photo.\(square.format == .heic ? "heic" : "jpg")")
    try square.data.write(to: source)
    let photo: Result<AttachmentID, any Error>
    do {
      photo = .success(try await files.uploadPhoto(source))
    } catch {
      photo = .failure(error)
    }
    try FileManager.default.removeItem(at: own)
    return try photo.get()
  }

  private func set(_ photo: AttachmentID?) async throws {
    switch owner {
    case .me: _ = try await auth.updateProfile(ProfileChange(photo: .some(photo?.description)))
    case .group(let conversation): try await conversations.setPhoto(photo, of: conversation)
    }
  }
}
