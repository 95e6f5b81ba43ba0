/// Characters that carry text past the reader's eye: tag characters, variation selectors,
/// zero-width characters, marks that turn the direction of writing, control characters, and marks
/// that are piled up on one letter.
package enum InvisibleText {
  /// No writing has more marks on one letter. Searching a pile takes time with its square.
  private static let mostMarks = 8

  /// `text` as a reader sees it. Line breaks become `\n`; tabs stay. Joiners stay where writing
  /// needs them: between two pictures, and between two letters of scripts that join them (Arabic to
  /// Brahmic scripts), one at a time.
  package static func stripped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\r" || isInvisible($0) }) || hasPile(text) else { return text }
    var result = String.UnicodeScalarView()
    var previousIn: Unicode.Scalar?
    var marks = 0
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      let next = index < scalars.endIndex ? scalars[index] : nil
      switch scalar {
      case "\r": if next != "\n" { result.append("\n") }
      case "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}": result.append("\n")
      case "\u{200C}", "\u{200D}":
        if joins(scalar, result.last, next), previousIn == result.last { result.append(scalar) }
      case _ where isInvisible(scalar): break
      default:
        marks = isMark(scalar) ? marks + 1 : 0
        if marks <= mostMarks { result.append(scalar) }
      }
      // A variation selector may stand between a picture and the joiner after it.
      if scalar != "\u{FE0F}" { previousIn = scalar }
    }
    return String(result)
  }

  /// Whether `scalar` shows nothing, or changes how its neighbours show.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x2028, 0x2029: true
    case 0xFFF9...0xFFFB: true
    case 0x2800: true
    case 0xE0000...0xE0FFF: true
    default: scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
    }
  }

  private static func hasPile(_ text: String) -> Bool {
    var marks = 0
    return text.unicodeScalars.contains { scalar in
      if !isInvisible(scalar) { marks = isMark(scalar) ? marks + 1 : 0 }
      return marks > mostMarks
    }
  }

  /// Whether `scalar` stands on the letter before it.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func joins(_ joiner: Unicode.Scalar, _ left: Unicode.Scalar?, _ right: Unicode.Scalar?) -> Bool {
    guard let left, let right else { return false }
    if joinsLetters(left), joinsLetters(right) { return true }
    return joiner == "\u{200D}" && isPicture(left) && isPicture(right)
  }

  private static func joinsLetters(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered else {
      return false
    }
    return switch scalar.value {
    case 0x0600...0x08FF, 0x0900...0x0DFF, 0x0F00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1800...0x18AF: true
    default: false
    }
  }

  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && (scalar.properties.isEmoji || scalar.properties.isEmojiModifier)
  }
}
