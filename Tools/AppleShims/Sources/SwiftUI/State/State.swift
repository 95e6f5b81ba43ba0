package import ShimTree

/// Where a value is kept; what it is set to is told to the graph.
final class Location<Value>: @unchecked Sendable {
  var value: Value
  weak var graph: Graph?

  init(_ value: Value) { self.value = value }

  func set(_ new: Value) {
    value = new
    guard let graph else { return }
    MainActor.assumeIsolated { graph.invalidate() }
  }
}

/// Stands in a view's struct for the location that the graph keeps.
final class LocationBox<Value>: @unchecked Sendable {
  var location: Location<Value>
  init(_ value: Value) { location = Location(value) }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let box: LocationBox<Value>

  public init(wrappedValue value: Value) { box = LocationBox(value) }
  public init(initialValue value: Value) { box = LocationBox(value) }

  public var wrappedValue: Value {
    get { box.location.value }
    nonmutating set { box.location.set(newValue) }
  }

  public var projectedValue: Binding<Value> {
    let location = box.location
    return Binding(reading: { location.value }, writing: { location.set($0) })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: LinkedProperty {
  package func link(_ context: ViewContext) {
    let held = box.location
    box.location = context.graph.object(context.path) { held }
    box.location.graph = context.graph
  }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  init(reading read: @escaping () -> Value, writing write: @escaping (Value) -> Void) {
    self.read = read
    self.write = write
  }

  /// Apple's take functions of any isolation, and are called where views are: on the main actor.
  @preconcurrency
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    read = unsafeBitCast(get, to: (() -> Value).self)
    write = unsafeBitCast(set, to: ((Value) -> Void).self)
  }

  public init(projectedValue: Binding<Value>) { self = projectedValue }

  public static func constant(_ value: Value) -> Binding<Value> { Binding(reading: { value }, writing: { _ in }) }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>(
      reading: { read()[keyPath: keyPath] },
      writing: { new in
        var value = read()
        value[keyPath: keyPath] = new
        write(value)
      })
  }

  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

extension Binding {
  public init<V>(_ base: Binding<V>) where Value == V? {
    self.init(reading: { base.wrappedValue }, writing: { if let new = $0 { base.wrappedValue = new } })
  }

  public init?(_ base: Binding<Value?>) {
    guard let first = base.wrappedValue else { return nil }
    self.init(reading: { base.wrappedValue ?? first }, writing: { base.wrappedValue = $0 })
  }
}

extension Binding: @unchecked Sendable where Value: Sendable {}
extension Binding: DynamicProperty {}

extension Binding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
}

extension Bindable where Value: AnyObject & Observable {
  public init(_ wrappedValue: Value) { self.init(wrappedValue: wrappedValue) }
  public init(projectedValue: Bindable<Value>) { self = projectedValue }

  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(reading: { object[keyPath: keyPath] }, writing: { object[keyPath: keyPath] = $0 })
  }
}

extension Bindable: Sendable where Value: Sendable {}
