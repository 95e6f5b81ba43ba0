/// A key of the String Catalog with what is filled into it. Without a catalog it reads as its key:
/// the English text.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  private let key: TextKey

  var filled: String { key.text }

  public init(_ value: String) { key = TextKey(value) }
  public init(stringLiteral value: String) { self.init(value) }
  public init(stringInterpolation: StringInterpolation) { key = stringInterpolation.key }

  public struct StringInterpolation: StringInterpolationProtocol {
    var key = TextKey()

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { key.literal(literal) }
    public mutating func appendInterpolation(_ string: String) { key.value("%@", string) }
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) { key.value("%lld", "\(value)") }
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String { key.value("%@", format.format(input)) }
    public mutating func appendInterpolation(_ text: Text) { key.value("%@", text.string) }
    public mutating func appendInterpolation(_ image: Image) { key.value("%@", "") }
  }
}
