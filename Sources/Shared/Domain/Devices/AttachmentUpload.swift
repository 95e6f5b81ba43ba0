/// An image on its way to the server.
public struct AttachmentUpload: Hashable, Sendable, Identifiable {
  public enum State: Hashable, Sendable {
    /// On disk; it goes when there is a network.
    case waiting
    /// From 0 to 1.
    case uploading(progress: Double)
    /// The connection broke; it goes on from there.
    case paused(progress: Double)
    case done
    case failed(Refusal)
  }

  public let id: AttachmentID
  public let conversation: ConversationID
  /// Bytes in all.
  public let size: Int
  public var state: State

  public init(id: AttachmentID, conversation: ConversationID, size: Int, state: State) {
    self.id = id
    self.conversation = conversation
    self.size = size
    self.state = state
  }
}

public typealias AttachmentID = Identifier<AttachmentUpload>
