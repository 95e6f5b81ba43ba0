import Foundation

extension String {
  /// A text to be looked up in the catalog.
  public struct LocalizationValue: Hashable, Sendable, ExpressibleByStringInterpolation {
    package let key: TextKey

    public init(_ value: String) { key = TextKey(value) }
    public init(stringLiteral value: String) { self.init(value) }
    public init(stringInterpolation: StringInterpolation) { key = stringInterpolation.key }

    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      var key = TextKey()

      public init(literalCapacity: Int, interpolationCount: Int) {}
      public mutating func appendLiteral(_ literal: String) { key.literal(literal) }
      public mutating func appendInterpolation(_ string: String) { key.value("%@", string) }
      public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) { key.value("%lld", "\(value)") }
    }
  }

  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = keyAndValue.key.text
  }

  public init(localized resource: LocalizedStringResource) {
    self = resource.value.key.text
  }
}

/// What can stand in an interpolated text.
public protocol _FormatSpecifiable: Equatable {}
extension Int: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}

/// A reference to a text of the catalog, looked up when it is shown.
public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
  let value: String.LocalizationValue

  public var key: String { value.key.key }

  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) { value = keyAndValue }

  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }
}
