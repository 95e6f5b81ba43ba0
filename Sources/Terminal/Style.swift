/// How a cell looks.
package struct Style: Hashable, Sendable {
  package enum Color: Int, Sendable {
    case standard = 39
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 94
    case cyan = 36
    case grey = 90
  }

  package var color: Color
  package var isBold: Bool
  package var isInverse: Bool

  package init(_ color: Color = .standard, bold: Bool = false, inverse: Bool = false) {
    self.color = color
    isBold = bold
    isInverse = inverse
  }

  package static let plain = Style()

  package func inverted(_ inverse: Bool = true) -> Style {
    Style(color, bold: isBold, inverse: inverse)
  }

  /// The escape sequence that sets exactly this look. Without colours bold and inverse remain.
  package func sequence(colors: Bool) -> String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isInverse { codes.append("7") }
    if colors, color != .standard { codes.append(String(color.rawValue)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
