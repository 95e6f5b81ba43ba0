/// The files of a message where there is room for a few words only.
public struct AttachmentBrief: Hashable, Sendable {
  /// Of all of them; `file` when they differ.
  public let kind: Attachment.Kind
  /// Of the first.
  public let name: String
  public let count: Int

  public init(kind: Attachment.Kind, name: String, count: Int) {
    self.kind = kind
    self.name = name
    self.count = count
  }

  /// `nil` when there are none.
  public init?(_ attachments: [Attachment]) {
    guard let first = attachments.first else { return nil }
    self.init(
      kind: attachments.allSatisfy { $0.kind == first.kind } ? first.kind : .file, name: first.name,
      count: attachments.count)
  }
}

extension AttachmentBrief {
  /// In English.
  public var words: String {
    switch (kind, count) {
    case (.image, 1): "Photo"
    case (.image, let count): "\(count) photos"
    case (.voice, 1): "Voice message"
    case (.voice, let count): "\(count) voice messages"
    case (.file, 1): name
    case (.file, let count): "\(count) files"
    }
  }
}
