import Domain

/// Version 1 of the protocol has neither attachments nor notifications, and no way to ask: the
/// answer is that the server offers nothing beyond messages.
struct UnsupportedFeatures: ServerFeaturesRepository, AttachmentRepository, PushRepository {
  func features() async throws -> ServerFeatures { .messagesOnly }

  func observeUploads(_ conversation: ConversationID) -> AsyncStream<[AttachmentUpload]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [AttachmentUpload].self)
    continuation.yield([])
    continuation.finish()
    return stream
  }

  func upload(_ image: PreparedImage, to conversation: ConversationID) async throws -> AttachmentID {
    throw ServerFeatures.noAttachments
  }

  func resume(_ upload: AttachmentID) async throws { throw ServerFeatures.noAttachments }
  func cancel(_ upload: AttachmentID) async throws { throw ServerFeatures.noAttachments }

  func register(_ token: PushToken) async throws { throw ServerFeatures.noNotifications }
  func markDelivered(_ notification: NotificationReference) async throws { throw ServerFeatures.noNotifications }
}
