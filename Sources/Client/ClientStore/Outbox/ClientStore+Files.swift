import Domain
import Foundation
import GRDB

extension ClientStore {
  /// Writes a message with files, each under the id beside it: their bytes, the message and the
  /// outbox entry are on disk when this returns. Nothing of them is left when it throws: `invalid`
  /// or `tooLarge` for files that cannot be sent, `notFound` for an unknown conversation.
  package func enqueue(_ message: PendingMessage, files: [(id: AttachmentID, file: OutgoingFile)]) throws {
    let ids = files.map(\.id)
    _ = try AttachmentRules.validated(files.map { AttachmentReference(id: $0.id, alt: $0.file.alt) })
    defer { outgoing.settle(ids) }
    do {
      var message = message.moved(to: try currentID(of: message.conversation))
      message.attachments = try files.map { entry in
        try entry.file.attachment(id: entry.id, bytes: try outgoing.copy(entry.file.source, as: entry.id))
      }
      try writeDurably { db in
        guard try ConversationRecord.find(message.conversation, db) != nil else { throw Refusal.notFound }
        try OutboxRecord.insert(.send(message), at: clock.now, db)
        try OutgoingFileRecord.insert(message.attachments, of: message.id, db)
      }
    } catch {
      try outgoing.remove(ids)
      throw error
    }
  }

  /// Whether files go with a message, whether it was sent or waits: then it needs no text.
  package func hasFiles(_ message: MessageID, in conversation: ConversationID) throws -> Bool {
    try read { db in
      let conversation = try FormerConversation.resolve(conversation, db)
      if let held = try MessageRecord.find(message, in: conversation, db) { return !held.attachments.isEmpty }
      let pending = LocalChanges(try OutboxRecord.all(of: conversation, db)).pending
      return pending.contains { $0.id == message && !$0.attachments.isEmpty }
    }
  }

  /// The server has all bytes of the file: its message need not wait for it any more.
  package func completeUpload(_ file: AttachmentID) throws {
    try write { try OutgoingFileRecord.complete(file, at: clock.now, $0) }
  }

  /// The server does not take the file: its message waits for the user.
  package func failUpload(_ file: AttachmentID, _ refusal: Refusal) throws {
    try writeDurably { db in
      guard let message = try OutgoingFileRecord.message(of: file, db) else { return }
      for record in try OutboxRecord.all(of: message, db) where record.kind == .send && !record.isFailed {
        try record.recordFailure(refusal, isFinal: true, db)
      }
    }
  }

  /// Where the bytes of a file are that waits to be sent; `nil` for any other.
  package func outgoingFile(_ file: AttachmentID) throws -> URL? {
    let isKnown = try read { try OutgoingFileRecord.message(of: file, $0) != nil }
    return isKnown ? outgoing.url(file) : nil
  }

  /// A file of its own with the bytes from `offset` on; `nil` like `outgoingFile`. It goes with the
  /// store's files that nobody needs any more.
  package func outgoingFile(_ file: AttachmentID, from offset: Int64) throws -> URL? {
    guard let whole = try outgoingFile(file) else { return nil }
    return offset == 0 ? whole : try outgoing.rest(of: file, from: offset)
  }
}
