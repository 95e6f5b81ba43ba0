import Domain

/// Reads what stands in documents that are no plain text.
package protocol DocumentReader: Sendable {
  /// The text of the document at `path`, at most `FileText.maximumBytes` of it; `nil` when it
  /// cannot be read. Takes some seconds at most.
  func text(of path: String, type: ContentType) async -> String?
}

/// What stands in a file, for search and for answers.
package enum FileText {
  /// Of a file's text, from its beginning: what is behind them is not found.
  package static let maximumBytes = 128 << 10
  private static let endings = [".txt", ".md", ".csv"]

  /// Whether the name says that it is plain text: nothing in such a file does. `read` looks at the
  /// bytes.
  package static func isPlain(_ file: Attachment) -> Bool {
    file.kind == .file && file.type == Attachment.unknownType
      && endings.contains { file.name.lowercased().hasSuffix($0) }
  }

  /// The text of a file that begins with these bytes; `nil` unless they are UTF-8 with a word in
  /// it.
  ///
  /// Control characters become spaces: those of an index and of snippets mean something.
  package static func read(_ bytes: [UInt8]) -> String? {
    var bytes = bytes[...]
    if bytes.count > maximumBytes {
      bytes = bytes.prefix(maximumBytes)
      // A character that was cut goes.
      if let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0 {
        bytes = bytes[..<start]
      }
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var clean = String.UnicodeScalarView()
    var hasWord = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      hasWord = hasWord || properties.isAlphabetic || properties.numericType != nil
      let isControl = properties.generalCategory == .control && scalar != "\n"
      clean.append(isControl ? " " : scalar)
    }
    return hasWord ? String(clean) : nil
  }
}
