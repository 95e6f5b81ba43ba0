import Domain
import ServerCore

/// Takes out of image files what is not the picture: place, time, device, comments, previews, and
/// whatever stands behind the end.
package struct ImageMetadata {
  private var reader: ByteReader
  private let sink: any ByteSink

  /// Writes the file with the picture as it was, pixel for pixel. Returns `false` when the file is
  /// not whole or of a type that this does not know; what was written is worth nothing then. A JPEG
  /// keeps which way up it is (1 to 8, as EXIF has it).
  package static func remove(
    from source: any ByteSource, type: ContentType, orientation: Int = 1, to sink: any ByteSink
  ) throws(Refusal) -> Bool {
    var metadata = ImageMetadata(reader: ByteReader(source), sink: sink)
    return switch type {
    case .jpeg: try metadata.jpeg(orientation: orientation)
    case .png: try metadata.png()
    case .gif: try metadata.gif()
    case .webp: try metadata.webp()
    default: false
    }
  }

  private func write(_ bytes: [UInt8]) throws(Refusal) {
    try sink.write(bytes[...])
  }

  // MARK: JPEG (ITU T.81)

  private mutating func jpeg(orientation: Int) throws(Refusal) -> Bool {
    guard try reader.take(2) == [0xFF, 0xD8] else { return false }
    try write([0xFF, 0xD8])
    if orientation != 1 { try write(Self.exif(orientation: UInt8(clamping: orientation))) }
    guard try reader.byte() == 0xFF else { return false }
    var marker = try nextMarker()
    while let found = marker {
      switch found {
      case 0xD9:
        try write([0xFF, 0xD9])
        return true
      case 0x01, 0xD0...0xD7: try write([0xFF, found])
      default:
        guard let length = try reader.take(2), Self.big(length) >= 2,
          let segment = try reader.take(Self.big(length) - 2)
        else { return false }
        if Self.isPicture(found, segment) { try write([0xFF, found] + length + segment) }
        if found == 0xDA {
          marker = try scan()
          continue
        }
      }
      guard try reader.byte() == 0xFF else { return false }
      marker = try nextMarker()
    }
    return false
  }

  /// The byte behind 0xFF, which may be repeated.
  private mutating func nextMarker() throws(Refusal) -> UInt8? {
    while let byte = try reader.byte() {
      if byte != 0xFF { return byte }
    }
    return nil
  }

  /// Segments that the picture is drawn from: everything but those of applications and comments, of
  /// which colour profiles and Adobe's colour transform stay.
  private static func isPicture(_ marker: UInt8, _ segment: [UInt8]) -> Bool {
    switch marker {
    case 0xE0, 0xEE: true
    case 0xE2: segment.starts(with: "ICC_PROFILE\0".utf8)
    case 0xE1...0xEF, 0xFE: false
    default: true
    }
  }

  /// Writes the coded picture. Returns the next marker that is not part of it, `nil` at the end.
  private mutating func scan() throws(Refusal) -> UInt8? {
    while try reader.pass(before: 0xFF, to: sink) {
      switch try nextMarker() {
      case nil: return nil
      case .some(let byte) where byte == 0 || (0xD0...0xD7).contains(byte): try write([0xFF, byte])
      case .some(let marker): return marker
      }
    }
    return nil
  }

  /// EXIF with the one field that is about the picture.
  private static func exif(orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
    ]
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }

  // MARK: PNG (ISO 15948)

  private static let pictureChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "bKGD", "pHYs", "acTL",
    "fcTL", "fdAT",
  ]

  private mutating func png() throws(Refusal) -> Bool {
    guard try reader.pass(8, to: sink) else { return false }
    while let head = try reader.take(8) {
      let name = String(decoding: head[4...], as: UTF8.self)
      let isKept = Self.pictureChunks.contains(name)
      if isKept { try write(head) }
      guard try reader.pass(Self.big(Array(head[..<4])) + 4, to: isKept ? sink : nil) else { return false }
      if name == "IEND" { return true }
    }
    return false
  }

  // MARK: GIF (GIF89a)

  private mutating func gif() throws(Refusal) -> Bool {
    guard let head = try reader.take(13) else { return false }
    try write(head)
    guard try passColours(head[10]) else { return false }
    while let kind = try reader.byte() {
      switch kind {
      case 0x3B:
        try write([0x3B])
        return true
      case 0x2C:
        guard let descriptor = try reader.take(9) else { return false }
        try write([0x2C] + descriptor)
        guard try passColours(descriptor[8]), try reader.pass(1, to: sink) else { return false }
        guard try passBlocks(to: sink) else { return false }
      case 0x21:
        guard let label = try reader.byte(), let size = try reader.byte(), let first = try reader.take(Int(size)) else {
          return false
        }
        let isKept = Self.isPictureExtension(label, first)
        if isKept { try write([0x21, label, size] + first) }
        guard size > 0 else { continue }
        guard try passBlocks(to: isKept ? sink : nil) else { return false }
      default: return false
      }
    }
    return false
  }

  private mutating func passColours(_ flags: UInt8) throws(Refusal) -> Bool {
    guard flags & 0x80 != 0 else { return true }
    return try reader.pass(3 << (Int(flags & 7) + 1), to: sink)
  }

  /// A chain of blocks with its end.
  private mutating func passBlocks(to sink: (any ByteSink)?) throws(Refusal) -> Bool {
    while let size = try reader.byte() {
      try sink?.write([size])
      if size == 0 { return true }
      guard try reader.pass(Int(size), to: sink) else { return false }
    }
    return false
  }

  /// How a frame is drawn, and how often all are.
  private static func isPictureExtension(_ label: UInt8, _ first: [UInt8]) -> Bool {
    switch label {
    case 0xF9: true
    case 0xFF: first.starts(with: "NETSCAPE2.0".utf8) || first.starts(with: "ANIMEXTS1.0".utf8)
    default: false
    }
  }

  // MARK: WebP (RFC 9649)

  private static let webPChunks: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
  /// The flags of VP8X that say that there is EXIF or XMP.
  private static let metadataFlags: UInt8 = 0x0C

  private mutating func webp() throws(Refusal) -> Bool {
    guard let head = try reader.take(12) else { return false }
    try write(head)
    // What stands behind the length that the file names is no part of the picture.
    var left = Self.little(head[4..<8]) - 4
    var size = 4
    while left > 0, try reader.hasMore() {
      guard left >= 8, let head = try reader.take(8) else { return false }
      let name = String(decoding: head[..<4], as: UTF8.self)
      let length = Self.little(head[4...])
      var rest = length + length % 2
      left -= 8 + rest
      guard left >= 0 else { return false }
      let isKept = Self.webPChunks.contains(name)
      if isKept {
        size += 8 + rest
        try write(head)
        if name == "VP8X", rest > 0, let flags = try reader.byte() {
          try write([flags & ~Self.metadataFlags])
          rest -= 1
        }
      }
      guard try reader.pass(rest, to: isKept ? sink : nil) else { return false }
    }
    guard size > 4 else { return false }
    try sink.replace((0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }, at: 4)
    return true
  }

  // MARK: Numbers

  private static func big(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
  private static func little(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
