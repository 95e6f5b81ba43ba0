import Domain

package enum FileCommand: Sendable {
  /// Makes room for an upload. One that is known answers as it is; an id of somebody else's:
  /// `conflict`.
  case begin(asker: UserID, draft: Attachment)
  /// All its bytes are stored, under their digest. `text` is what stands in it, to be found by. A
  /// second time changes nothing.
  case finish(asker: UserID, attachment: Attachment, digest: FileDigest, text: String? = nil)
  /// Gives up an upload, or a file that was not sent. Throws `conflict` once a message has it.
  case cancel(asker: UserID, id: AttachmentID)
  /// Gives up what was begun before that time and not sent.
  case expire(before: Timestamp)
  /// The bytes need not be removed: they were, or else a file has them. Changes nothing when the
  /// last such file has gone meanwhile.
  case forget(FileDigest, wereRemoved: Bool)
}
