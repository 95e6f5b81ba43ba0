// Made from wire/files.json: change that and run `make wire`.

/// A file that goes with a message. Its bytes are on the server before anybody hears of it.
public struct Attachment: Hashable, Sendable, Identifiable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Shown in the chat.
    case image
    /// Played in the chat.
    case voice
    /// To be downloaded.
    case file
  }

  public let id: AttachmentID
  public let kind: Kind
  /// What its file is called, without a folder.
  public let name: String
  /// Media type by content, such as `image/jpeg`; `application/octet-stream` for what is not known.
  public let type: String
  /// Of the file as it is downloaded.
  public let bytes: Int64
  /// Of images, in pixels, as they are seen upright.
  public let width: Int64?
  public let height: Int64?
  /// Of voice notes, in milliseconds.
  public let duration: Int64?
  /// Of images: a BlurHash, to be drawn until the image is loaded.
  public let preview: String?
  /// Of voice notes: how loud each part is, a digit from 0 to 9 for each, at most 100.
  public let wave: String?
  /// What an image shows, in the sender's words.
  public var alt: String?
  public static let mostAlt = 1000

  public init(
    id: AttachmentID, kind: Kind, name: String, type: String, bytes: Int64, width: Int64? = nil, height: Int64? = nil,
    duration: Int64? = nil, preview: String? = nil, wave: String? = nil, alt: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.type = type
    self.bytes = bytes
    self.width = width
    self.height = height
    self.duration = duration
    self.preview = preview
    self.wave = wave
    self.alt = alt
  }
}
