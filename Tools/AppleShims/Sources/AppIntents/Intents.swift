import Foundation

// Declarations only: nothing here talks to a voice assistant. Tests make an intent, set its
// parameters, and perform it.

public protocol _SupportsAppDependencies {}

public protocol AppIntent: Sendable, _SupportsAppDependencies {
  associatedtype PerformResult: IntentResult
  associatedtype SummaryContent: ParameterSummary
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  static var openAppWhenRun: Bool { get }
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  @ParameterSummaryBuilder<Self> static var parameterSummary: SummaryContent { get }
  init()
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter<Value> = IntentParameter<Value> where Value: _IntentValue, Value: Sendable
  public typealias Dependency<Value> = AppDependency<Value> where Value: Sendable
  public typealias Summary = IntentParameterSummary<Self>

  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
}

public enum IntentAuthenticationPolicy: Sendable {
  case alwaysAllowed
  case requiresAuthentication
  case requiresLocalDeviceAuthentication
}

public struct IntentDescription: Sendable, ExpressibleByStringLiteral {
  public let descriptionText: LocalizedStringResource
  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {
    self.descriptionText = descriptionText
  }
  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
}

// MARK: - Values

public protocol _IntentValue {}
extension String: _IntentValue {}
extension Int: _IntentValue {}
extension Bool: _IntentValue {}

@propertyWrapper
public final class IntentParameter<Value>: @unchecked Sendable where Value: _IntentValue, Value: Sendable {
  private let lock = NSLock()
  private var value: Value?

  public init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil
  ) {}

  /// Here, a parameter that nobody has set is the test's mistake.
  public var wrappedValue: Value {
    get {
      guard let value = lock.withLock({ value }) else { preconditionFailure("the parameter has no value") }
      return value
    }
    set { lock.withLock { value = newValue } }
  }

  public var projectedValue: IntentParameter<Value> { self }
}

// MARK: - Results

public protocol IntentResult: Sendable {
  associatedtype Value = Never
  var value: Value? { get }
}

public protocol ProvidesDialog: IntentResult {
  var dialog: IntentDialog? { get }
}

public protocol ReturnsValue<Value>: IntentResult {}

/// What a test sees of a result.
public struct IntentResultContainer<Value: Sendable>: IntentResult, ProvidesDialog, ReturnsValue {
  public let value: Value?
  public let dialog: IntentDialog?
}

extension IntentResult {
  public static func result() -> Self where Self == IntentResultContainer<Never> {
    IntentResultContainer(value: nil, dialog: nil)
  }
  public static func result(dialog: IntentDialog) -> Self where Self == IntentResultContainer<Never> {
    IntentResultContainer(value: nil, dialog: dialog)
  }
  public static func result<V: _IntentValue & Sendable>(value: V, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<V> {
    IntentResultContainer(value: value, dialog: dialog)
  }
}

public struct IntentDialog: Sendable, Equatable, ExpressibleByStringInterpolation {
  public let text: LocalizedStringResource
  public init(_ full: LocalizedStringResource) { text = full }
  public init(stringLiteral value: String) { text = LocalizedStringResource(stringLiteral: value) }
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    text = LocalizedStringResource(stringInterpolation: stringInterpolation)
  }
}

public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}
