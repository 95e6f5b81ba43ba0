package import ShimTree

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  public subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
    get { values[ObjectIdentifier(objectType)] as? T }
    set { values[ObjectIdentifier(objectType)] = newValue }
  }

  public var description: String { "\(values.count) values" }
}

final class EnvironmentBox: @unchecked Sendable {
  var values: EnvironmentValues?
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let box = EnvironmentBox()
  private let read: (EnvironmentValues) -> Value

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

  public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
    read = { values in
      guard let object = values[objectType] else {
        preconditionFailure("No Observable object of type \(objectType) found in the environment")
      }
      return object
    }
  }

  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { $0[objectType] }
  }

  public var wrappedValue: Value { read(box.values ?? EnvironmentValues()) }
}

extension Environment: LinkedProperty {
  package func link(_ context: ViewContext) { box.values = context.environment }
}

extension View {
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    environmentChanged { $0[keyPath: keyPath] = value }
  }

  public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    environmentChanged { $0[T.self] = object }
  }
}

public enum ColorScheme: CaseIterable, Sendable { case light, dark }
public enum UserInterfaceSizeClass: Sendable { case compact, regular }
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
public enum ColorSchemeContrast: CaseIterable, Sendable { case standard, increased }
public enum LegibilityWeight: Hashable, Sendable { case regular, bold }

public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}

@MainActor @preconcurrency
public struct DismissAction {
  let run: @MainActor () -> Void
  public func callAsFunction() { run() }
}

@MainActor @preconcurrency
public struct OpenURLAction: Sendable {
  public struct Result: Sendable {
    let isHandled: Bool
    public static let systemAction = Result(isHandled: false)
    public static func systemAction(_ url: URL) -> Result { Result(isHandled: false) }
  }

  let handler: @MainActor (URL) -> Result
  nonisolated public init(handler: @escaping @MainActor (URL) -> Result) { self.handler = handler }
  public func callAsFunction(_ url: URL) { _ = handler(url) }
  public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {
    completion(handler(url).isHandled)
  }
}

@MainActor @preconcurrency
public struct RefreshAction: Sendable {
  let run: @MainActor () async -> Void
  public func callAsFunction() async { await run() }
}

public struct EditMode: Equatable, Sendable {
  public static let active = EditMode(isEditing: true)
  public static let inactive = EditMode(isEditing: false)
  public let isEditing: Bool
}

@MainActor @preconcurrency
public struct DismissSearchAction {
  let run: @MainActor () -> Void
  public func callAsFunction() { run() }
}

public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let privacy = RedactionReasons(rawValue: 2)
}
