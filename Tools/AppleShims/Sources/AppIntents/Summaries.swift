import Foundation

public protocol ParameterSummary {}

/// The summary of an intent that has none.
public struct EmptyParameterSummary: ParameterSummary {
  public init() {}
}

extension AppIntent where SummaryContent == EmptyParameterSummary {
  public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }
}

@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
  public static func buildBlock<Summary: ParameterSummary>(_ summary: Summary) -> Summary { summary }
  public static func buildExpression<Summary: ParameterSummary>(_ summary: Summary) -> Summary { summary }
}

public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
  public init(_ string: ParameterSummaryString<Intent>, table: String? = nil) {}
}

public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation<Value>(_ value: KeyPath<Intent, IntentParameter<Value>>) {}
  }
}
