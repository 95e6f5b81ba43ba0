import Domain

/// What stands in the place of a photo.
public struct AvatarText: Hashable, Sendable {
  /// Colours to choose from.
  public static let colourCount = 8

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
