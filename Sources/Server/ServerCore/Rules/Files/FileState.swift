import Domain

/// SHA-256 of a file's bytes: what it is stored under.
package struct FileDigest: Hashable, Sendable {
  /// 64 hexadecimal digits in lower case.
  package let text: String

  /// `nil` for anything but 64 such digits.
  package init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
      return nil
    }
    self.text = text
  }

  /// Of 32 bytes.
  package init(bytes: some Sequence<UInt8>) {
    text = String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

/// A file that somebody uploads or has uploaded.
package struct StoredFile: Sendable {
  /// The account of whoever uploads it.
  package let owner: Int64
  package let createdAt: Timestamp
  /// Until it is complete, what was said when it was begun.
  package var attachment: Attachment
  /// Bytes that it takes up, or will.
  package var size: Int64
  /// `nil` until all bytes are stored.
  package var digest: FileDigest?
  /// Something shows it: a message, or whoever has it as a photo.
  package let isUsed: Bool

  package var isComplete: Bool { digest != nil }

  package init(
    owner: Int64, createdAt: Timestamp, attachment: Attachment, size: Int64, digest: FileDigest? = nil,
    isUsed: Bool = false
  ) {
    self.owner = owner
    self.createdAt = createdAt
    self.attachment = attachment
    self.size = size
    self.digest = digest
    self.isUsed = isUsed
  }
}

/// How much room there is for files.
package struct FileSpace: Sendable {
  /// Bytes of the person's files, those that are being uploaded whole.
  package let used: Int64
  /// Bytes of everybody's.
  package let total: Int64
  /// Uploads that the person has begun in the last 24 hours.
  package let recent: Int
  package let limits: StoreLimits

  package init(used: Int64, total: Int64, recent: Int, limits: StoreLimits) {
    self.used = used
    self.total = total
    self.recent = recent
    self.limits = limits
  }

  /// Bytes that the person may still upload.
  package var room: Int64 { max(0, min(limits.filesPerUser - used, limits.filesInAll - total)) }
}

/// Which files go.
package enum FileSelection: Sendable {
  case one(AttachmentID)
  /// Those of a message.
  case of(MessagePlace)
  /// Begun before that time, and not used.
  case unused(before: Timestamp)
  /// Those of an account that nothing shows, complete or not.
  case unsent(by: Int64)
  /// The photo of somebody or of a group.
  case photo(PhotoHolder)
}

/// Who or what a photo shows.
package enum PhotoHolder: Hashable, Sendable {
  /// By the account's number.
  case account(Int64)
  /// By the conversation's number.
  case conversation(Int64)
}
