/// Where the text of a file is in the index of file texts: behind its message, so that what is
/// newer has a higher place.
struct FileTextPlace: Hashable {
  /// A message has at most ten files.
  static let bits: Int64 = 4

  /// The row's id in `fileSearch`.
  let rawValue: Int64

  init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  init(ordinal: Int64, number: Int) {
    rawValue = ordinal << Self.bits | Int64(number)
  }

  /// That of the message which has the file.
  var ordinal: Int64 { rawValue >> Self.bits }

  /// Not before any file of this message and of those before it.
  static func end(of ordinal: Int64) -> FileTextPlace {
    FileTextPlace(rawValue: min(ordinal, .max >> bits) << bits | (1 << bits - 1))
  }

  /// SQL for the ordinal of a row of `fileSearch`.
  static let ordinalColumn = "(fileSearch.rowid >> \(bits))"
}
