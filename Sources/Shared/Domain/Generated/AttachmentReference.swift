// Made from wire/files.json: change that and run `make wire`.

/// A file that was uploaded and goes with the message that is sent.
public struct AttachmentReference: Hashable, Sendable, Identifiable, Codable {
  public let id: AttachmentID
  /// What an image shows.
  public var alt: String?
  public static let mostAlt = 1000

  public init(id: AttachmentID, alt: String? = nil) {
    self.id = id
    self.alt = alt
  }
}
