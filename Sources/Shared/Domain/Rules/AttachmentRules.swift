/// The rules of files that go with messages.
public enum AttachmentRules {
  /// Files of one message.
  public static let maximumCount = 10
  /// Pixels of one image.
  public static let maximumPixels = 50_000_000
  /// Milliseconds of one voice note.
  public static let maximumDuration: Int64 = 15 * 60_000
  /// In Unicode scalar values.
  public static let maximumNameLength = 255

  /// What a message's files are sent with: described within bounds, none of them twice. Throws
  /// `invalid` or `tooLarge`.
  public static func validated(_ references: [AttachmentReference]) throws(Refusal) -> [AttachmentReference] {
    guard references.count <= maximumCount else {
      throw Refusal(.invalid, "A message has at most \(maximumCount) files.")
    }
    guard Set(references.map(\.id)).count == references.count else {
      throw Refusal(.invalid, "A file goes with a message once.")
    }
    var checked: [AttachmentReference] = []
    for reference in references {
      let alt = try reference.alt.map { (alt) throws(Refusal) in try description(alt) }
      checked.append(AttachmentReference(id: reference.id, alt: alt?.isEmpty == true ? nil : alt))
    }
    return checked
  }

  private static func description(_ alt: String) throws(Refusal) -> String {
    guard alt.unicodeScalars.count <= AttachmentReference.mostAlt else {
      throw Refusal(.tooLarge, "A description has at most \(AttachmentReference.mostAlt) characters.")
    }
    return try MessageText.validated(alt, hasAttachments: true)
  }

  /// A file's name without folders and control characters; one that has nothing left is "file".
  /// Throws `tooLarge` past the limit.
  public static func name(_ name: String) throws(Refusal) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let clean = String(String.UnicodeScalarView(last.unicodeScalars.filter { !isUnseen($0) })).trimmingWhitespace
    guard clean.unicodeScalars.count <= maximumNameLength else {
      throw Refusal(.tooLarge, "A file's name has at most \(maximumNameLength) characters.")
    }
    return clean.isEmpty || clean.allSatisfy({ $0 == "." }) ? "file" : clean
  }

  /// Control characters, and those that change the direction of what stands beside them.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    // Joins emoji.
    if scalar.value == 0x200D { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// How loud each part of a voice note is. Throws `invalid` for anything but digits.
  public static func wave(_ wave: String) throws(Refusal) -> String {
    guard wave.utf8.count <= 100, wave.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw Refusal(.invalid, "A wave form is at most 100 digits.")
    }
    return wave
  }
}
