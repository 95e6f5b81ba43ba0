import Foundation

/// A file that a user sends with a message. It is copied: what is at `source` may go afterwards.
public struct OutgoingFile: Hashable, Sendable {
  public let source: URL
  /// What it is called, without a folder.
  public var name: String
  /// What it is taken for until the server has looked into it.
  public var kind: Attachment.Kind
  /// What an image shows, in the sender's words.
  public var alt: String?
  /// Of images, in pixels, as they are seen upright.
  public var width: Int64?
  public var height: Int64?
  /// Of voice notes, in milliseconds.
  public var duration: Int64?
  /// Of voice notes: how loud each part is, a digit for each.
  public var wave: String?

  public init(
    source: URL, name: String, kind: Attachment.Kind = .file, alt: String? = nil, width: Int64? = nil,
    height: Int64? = nil, duration: Int64? = nil, wave: String? = nil
  ) {
    self.source = source
    self.name = name
    self.kind = kind
    self.alt = alt
    self.width = width
    self.height = height
    self.duration = duration
    self.wave = wave
  }

  /// The file as it is shown until the server's row comes. Throws `invalid` or `tooLarge` for what
  /// the server would not take.
  public func attachment(id: AttachmentID, bytes: Int64) throws(Refusal) -> Attachment {
    let described = try AttachmentRules.validated([AttachmentReference(id: id, alt: alt)])
    return Attachment(
      id: id, kind: kind, name: try AttachmentRules.name(name), type: Self.unknownType, bytes: bytes, width: width,
      height: height, duration: duration.map { min(max($0, 0), AttachmentRules.maximumDuration) },
      wave: try wave.map { (wave) throws(Refusal) in try AttachmentRules.wave(wave) }, alt: described.first?.alt)
  }

  /// What a file is likely to be by its name, to be shown until the server has looked into it.
  public static func kind(named name: String) -> Attachment.Kind {
    let images: Set = ["jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif"]
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    return images.contains(ending) ? .image : .file
  }

  /// Until the server has looked.
  private static let unknownType = "application/octet-stream"
}
