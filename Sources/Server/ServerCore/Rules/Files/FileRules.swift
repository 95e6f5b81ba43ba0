import Domain

/// What beginning an upload does.
package enum UploadRuling: Sendable {
  /// It was begun before.
  case repeated(StoredFile)
  case begun(StoredFile)
}

extension Rules.Files {
  /// Throws `tooLarge` for too large a file, `forbidden` when there is no room for it,
  /// `rateLimited` for one too many in 24 hours, `invalid` for what cannot be, and `conflict` for
  /// an id that somebody else has used.
  package static func begin(
    _ draft: Attachment, known: StoredFile?, by account: Int64, space: FileSpace, at time: Timestamp
  ) throws(Refusal) -> UploadRuling {
    if let known {
      guard known.owner == account else { throw Refusal(.conflict, "That file id is in use.") }
      return .repeated(known)
    }
    guard draft.bytes > 0 else { throw Refusal(.invalid, "The file is empty.") }
    guard draft.bytes <= space.limits.fileBytes else {
      throw Refusal(.tooLarge, "A file has at most \(megabytes(space.limits.fileBytes)) MB.")
    }
    let attachment = try checked(draft)
    guard space.used + draft.bytes <= space.limits.filesPerUser else {
      throw Refusal(.forbidden, "Your files take up all the space that one person has here. Delete some first.")
    }
    guard space.total + draft.bytes <= space.limits.filesInAll else {
      throw Refusal(.forbidden, "This server's space for files is used up. Ask its administrator for more.")
    }
    guard space.recent < space.limits.uploadsADay else {
      throw Refusal(
        .rateLimited, "You have sent \(space.limits.uploadsADay) files in 24 hours. Try again later.",
        retryAfter: 3_600)
    }
    return .begun(StoredFile(owner: account, createdAt: time, attachment: attachment, size: draft.bytes))
  }

  private static func checked(_ draft: Attachment) throws(Refusal) -> Attachment {
    let isVoice = draft.kind == .voice
    if let duration = draft.duration, isVoice, !(1...AttachmentRules.maximumDuration).contains(duration) {
      throw Refusal(.invalid, "A voice note lasts at most \(AttachmentRules.maximumDuration / 60_000) minutes.")
    }
    return Attachment(
      id: draft.id, kind: isVoice ? .voice : .file, name: try AttachmentRules.name(draft.name),
      type: Attachment.unknownType, bytes: draft.bytes, duration: isVoice ? draft.duration : nil,
      wave: isVoice ? try draft.wave.map { (wave) throws(Refusal) in try AttachmentRules.wave(wave) } : nil)
  }

  /// The file as it is from now on; `nil` when it was complete before. Throws `notFound` unless it
  /// is the asker's.
  package static func finish(
    _ known: StoredFile?, as attachment: Attachment, digest: FileDigest, by account: Int64
  ) throws(Refusal) -> StoredFile? {
    guard var file = known, file.owner == account else { throw Refusal.notFound }
    guard !file.isComplete else { return nil }
    file.attachment = attachment
    file.size = attachment.bytes
    file.digest = digest
    return file
  }

  /// Throws unless it is the asker's, and nothing shows it.
  package static func checkCancel(_ known: StoredFile?, by account: Int64) throws(Refusal) {
    guard let known, known.owner == account else { throw Refusal.notFound }
    guard !known.isUsed else { throw Refusal(.conflict, "The file has been sent. Delete its message instead.") }
  }

  /// Throws `invalid` unless the photo is an image that the asker has uploaded and nothing shows,
  /// or the one that is shown already, or none.
  package static func checkPhoto(
    _ photo: String?, known: StoredFile?, instead current: String?, by account: Int64
  ) throws(Refusal) {
    guard let photo, photo != current else { return }
    guard let known, known.owner == account, known.isComplete, !known.isUsed, known.attachment.kind == .image else {
      throw Refusal(.invalid, "The photo is not an image that you have uploaded for it.")
    }
  }

  /// The files as they stand in the message. `known` are the stored ones in the order of the
  /// references. Throws `invalid` unless each is complete, the sender's own, and not in use.
  package static func attach(
    _ references: [AttachmentReference], known: [StoredFile?], by account: Int64
  ) throws(Refusal) -> [Attachment] {
    let references = try AttachmentRules.validated(references)
    var attachments: [Attachment] = []
    for (reference, file) in zip(references, known) {
      guard let file, file.owner == account, file.isComplete, !file.isUsed else {
        throw Refusal(.invalid, "A file of the message is not among those that you have uploaded for it.")
      }
      var attachment = file.attachment
      attachment.alt = reference.alt
      attachments.append(attachment)
    }
    return attachments
  }

  private static func megabytes(_ bytes: Int64) -> Int64 { max(1, bytes >> 20) }
}

extension Attachment {
  /// Of files whose content says nothing.
  package static let unknownType = "application/octet-stream"
}
