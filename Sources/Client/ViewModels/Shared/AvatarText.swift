import Domain

/// What stands in the place of a photo.
public struct AvatarText: Hashable, Sendable {
  /// Colours of sRGB to choose from, the same in light and dark: white letters are read on each of
  /// them.
  public static let palette: [UInt32] = [
    0xA2543F, 0x8A6326, 0x5E7030, 0x2F7561, 0x2C6F8E, 0x4A62A5, 0x7655A0, 0x9B4B78,
  ]
  public static let colourCount = palette.count

  /// At most two letters; never empty.
  public let initials: String
  /// Below `colourCount`; the same for the same key wherever it is shown.
  public let colour: Int

  /// `key` stays when the name changes: an id.
  public init(name: String, key: some CustomStringConvertible) {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
    initials = letters.isEmpty ? "?" : String(letters).uppercased()
    // Not `hashValue`, which differs from start to start.
    let hash = key.description.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    colour = Int(hash % UInt32(Self.colourCount))
  }
}
