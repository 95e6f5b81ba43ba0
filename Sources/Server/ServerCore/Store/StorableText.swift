extension String {
  /// As stores keep it: U+0000, which PostgreSQL holds in no text, becomes U+FFFD, as decoders have
  /// it where a character cannot be.
  package var storable: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
