import Foundation

public protocol AppEntity: _IntentValue, Identifiable, Sendable where ID: Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  static var defaultQuery: DefaultQuery { get }
  var displayRepresentation: DisplayRepresentation { get }
}

public protocol EntityQuery: Sendable, _SupportsAppDependencies {
  associatedtype Entity: AppEntity
  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> [Entity]
}

extension EntityQuery {
  public typealias Dependency<Value> = AppDependency<Value> where Value: Sendable
  public func suggestedEntities() async throws -> [Entity] { [] }
}

public protocol EntityStringQuery: EntityQuery {
  func entities(matching string: String) async throws -> [Entity]
}

public struct TypeDisplayRepresentation: Sendable, ExpressibleByStringLiteral {
  public let name: LocalizedStringResource
  public init(name: LocalizedStringResource) { self.name = name }
  public init(stringLiteral value: String) { name = LocalizedStringResource(stringLiteral: value) }
}

public struct DisplayRepresentation: Sendable {
  public let title: LocalizedStringResource
  public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) { self.title = title }
}

// MARK: - Dependencies

@propertyWrapper
public final class AppDependency<Value>: @unchecked Sendable where Value: Sendable {
  private let key: AnyHashable?
  private let manager: AppDependencyManager

  public convenience init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) {
    self.init(shim: key, manager)
  }

  private init(shim key: AnyHashable?, _ manager: AppDependencyManager) {
    self.key = key
    self.manager = manager
  }

  public var wrappedValue: Value {
    guard let value: Value = manager.value(key) else { preconditionFailure("the dependency was not added") }
    return value
  }

  public var projectedValue: AppDependency<Value> { self }
}

public final class AppDependencyManager: @unchecked Sendable {
  public static let shared = AppDependencyManager()
  private let lock = NSLock()
  private var providers: [AnyHashable: @Sendable () throws -> any Sendable] = [:]

  public init() {}

  public func add<Dependency>(
    key: AnyHashable? = nil, dependency dependencyProvider: @autoclosure @escaping @Sendable () -> Dependency
  ) where Dependency: Sendable {
    lock.withLock { providers[key ?? AnyHashable(ObjectIdentifier(Dependency.self))] = dependencyProvider }
  }

  fileprivate func value<Value: Sendable>(_ key: AnyHashable?) -> Value? {
    let key = key ?? AnyHashable(ObjectIdentifier(Value.self))
    guard let provider = lock.withLock({ providers[key] }) else { return nil }
    do {
      return try provider() as? Value
    } catch {
      return nil
    }
  }
}
