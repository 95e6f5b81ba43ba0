public struct Font: Hashable, Sendable {
  package let css: String

  public enum TextStyle: CaseIterable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

    var size: Int {
      switch self {
      case .largeTitle: 34
      case .title: 28
      case .title2: 22
      case .title3: 20
      case .headline, .body: 17
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption: 12
      case .caption2: 11
      }
    }
  }

  public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
  public enum Leading: Hashable, Sendable { case standard, tight, loose }

  public struct Weight: Hashable, Sendable {
    let value: Int
    var css: String { "font-weight:\(value)" }
    public static let light = Weight(value: 300)
    public static let regular = Weight(value: 400)
    public static let medium = Weight(value: 500)
    public static let semibold = Weight(value: 600)
    public static let bold = Weight(value: 700)
    public static let black = Weight(value: 900)
  }

  private static func style(_ style: TextStyle) -> Font {
    Font(css: "font-size:\(style.size)px" + (style == .headline ? ";font-weight:600" : ""))
  }

  public static let largeTitle = style(.largeTitle)
  public static let title = style(.title)
  public static let title2 = style(.title2)
  public static let title3 = style(.title3)
  public static let headline = style(.headline)
  public static let subheadline = style(.subheadline)
  public static let body = style(.body)
  public static let callout = style(.callout)
  public static let footnote = style(.footnote)
  public static let caption = style(.caption)
  public static let caption2 = style(.caption2)

  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font(css: Self.style(style).css + (weight.map { ";" + $0.css } ?? ""))
  }

  public func weight(_ weight: Weight) -> Font { Font(css: css + ";" + weight.css) }
  public func bold() -> Font { weight(.bold) }
  public func italic() -> Font { Font(css: css + ";font-style:italic") }
  public func monospaced() -> Font { Font(css: css + ";font-family:monospace") }
  public func monospacedDigit() -> Font { Font(css: css + ";font-variant-numeric:tabular-nums") }
  public func leading(_ leading: Leading) -> Font { self }
}
