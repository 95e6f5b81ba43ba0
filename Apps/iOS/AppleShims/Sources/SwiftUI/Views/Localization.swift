/// A key of the String Catalog with what is filled into it. Without a catalog it reads as its key: the English text.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  /// As it stands in the catalog: `You: %@`.
  package let key: String
  package let filled: String

  public init(_ value: String) {
    key = value
    filled = value
  }

  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    filled = stringInterpolation.filled
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var filled = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      key += literal.replacing("%", with: "%%")
      filled += literal
    }

    public mutating func appendInterpolation(_ string: String) { append("%@", string) }
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) { append("%lld", "\(value)") }
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {
      append(specifier, "\(value)")
    }
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String { append("%@", format.format(input)) }
    public mutating func appendInterpolation(_ text: Text) { append("%@", text.string) }
    public mutating func appendInterpolation(_ image: Image) { append("%@", "") }
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { append("%@", "\(date)") }
    public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
      append("%@", String(localized: resource))
    }

    private mutating func append(_ specifier: String, _ value: String) {
      key += specifier
      filled += value
    }
  }
}
