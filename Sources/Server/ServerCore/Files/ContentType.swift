/// What a file is by its first bytes, never by its name.
package enum ContentType: String, Sendable, CaseIterable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case gif = "image/gif"
  case webp = "image/webp"
  case heic = "image/heic"
  case avif = "image/avif"
  case pdf = "application/pdf"
  case zip = "application/zip"
  case webm = "audio/webm"
  case ogg = "audio/ogg"
  case mp4 = "audio/mp4"
  case video = "video/mp4"
  case mp3 = "audio/mpeg"
  case wav = "audio/wav"
  case unknown = "application/octet-stream"

  /// Bytes from the beginning that tell it.
  package static let length = 64

  package init(_ head: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: text.utf8)
    }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("RIFF"), has("WAVE", at: 8) {
      self = .wav
    } else if has("ftyp", at: 4) {
      self = Self.brand(head)
    } else if has("%PDF-") {
      self = .pdf
    } else if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      self = .zip
    } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .webm
    } else if has("OggS") {
      self = .ogg
    } else if has("ID3") || head.starts(with: [0xFF, 0xFB]) {
      self = .mp3
    } else {
      self = .unknown
    }
  }

  /// Of a file of the ISO media family, by what it says it is made for.
  private static func brand(_ head: [UInt8]) -> ContentType {
    let end = min(head.count, 8 + Int(head[3]))
    var brands: [String] = []
    for offset in stride(from: 8, to: max(8, end - 3), by: 4) where offset != 12 {
      brands.append(String(decoding: head[offset..<offset + 4], as: UTF8.self))
    }
    if brands.contains(where: { ["avif", "avis"].contains($0) }) { return .avif }
    if brands.contains(where: { ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"].contains($0) }) {
      return .heic
    }
    return brands.first == "M4A " || brands.first == "M4B " ? .mp4 : .video
  }

  /// What an image's file is called once it is of this type: a name that says another kind of image
  /// says this one instead.
  package static func name(_ name: String, fitting type: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      let own = extensions.first(where: { $0.type.rawValue == type })?.names
    else { return name }
    let former = name[name.index(after: dot)...].lowercased()
    let isImage = extensions.contains { $0.names.contains(former) }
    return isImage && !own.contains(former) ? "\(name[..<dot]).\(own[0])" : name
  }

  private static let extensions: [(type: ContentType, names: [String])] = [
    (.jpeg, ["jpg", "jpeg", "jpe", "jfif"]), (.png, ["png"]), (.gif, ["gif"]), (.webp, ["webp"]),
    (.heic, ["heic", "heif"]), (.avif, ["avif"]),
  ]

  package var isImage: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp, .heic, .avif: true
    default: false
    }
  }

  /// The type of a voice note in this container; `nil` when it cannot be one.
  package var voiceType: String? {
    switch self {
    case .webm, .ogg, .mp4: rawValue
    case .video: ContentType.mp4.rawValue
    default: nil
    }
  }

  /// The type that a file is served as: a container that may hold pictures is not called sound.
  package var fileType: String {
    switch self {
    case .webm: "video/webm"
    case .ogg: "application/ogg"
    default: rawValue
    }
  }
}
