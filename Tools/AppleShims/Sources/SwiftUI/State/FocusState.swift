package import ShimTree

@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  private let box: LocationBox<Value>

  public init() where Value == Bool { box = LocationBox(false) }
  public init<T: Hashable>() where Value == T? { box = LocationBox(nil) }

  public var wrappedValue: Value {
    get { box.location.value }
    nonmutating set { box.location.set(newValue) }
  }

  public var projectedValue: Binding { Binding(location: box.location) }

  @propertyWrapper
  public struct Binding {
    let location: Location<Value>

    public var wrappedValue: Value {
      get { location.value }
      nonmutating set { location.set(newValue) }
    }

    public var projectedValue: Binding { self }
  }
}

extension FocusState: LinkedProperty {
  package func link(_ context: ViewContext) {
    let held = box.location
    box.location = context.graph.object(context.path) { held }
    box.location.graph = context.graph
  }
}

extension View {
  public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
    noted { node in
      node.isFocused = binding.wrappedValue == value
      node.focus = { binding.wrappedValue = value }
    }
  }

  public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    noted { node in
      node.isFocused = condition.wrappedValue
      node.focus = { condition.wrappedValue = true }
    }
  }

  public func defaultFocus<V: Hashable>(_ binding: FocusState<V>.Binding, _ value: V) -> some View {
    attribute("defaultFocus")
  }
}

@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  private let read: () -> Value
  private let write: (Value) -> Void
  private let graph = GraphBox()

  public var wrappedValue: Value {
    get { read() }
    nonmutating set {
      write(newValue)
      graph.invalidate()
    }
  }

  public var projectedValue: Binding<Value> {
    Binding(reading: { wrappedValue }, writing: { wrappedValue = $0 })
  }

  private init(_ key: String, _ store: UserDefaults?, _ value: Value) {
    let store = store ?? .standard
    read = { store.object(forKey: key) as? Value ?? value }
    write = { store.set($0, forKey: key) }
  }
}

final class GraphBox: @unchecked Sendable {
  weak var graph: Graph?

  func invalidate() {
    MainActor.assumeIsolated { graph?.invalidate() }
  }
}

extension AppStorage: LinkedProperty {
  package func link(_ context: ViewContext) { graph.graph = context.graph }
}

extension AppStorage {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(key, store, wrappedValue)
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
    self.init(key, store, wrappedValue)
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
    self.init(key, store, wrappedValue)
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
    self.init(key, store, wrappedValue)
  }

  public init(
    wrappedValue: Value, _ key: String, store: UserDefaults? = nil
  ) where Value: RawRepresentable, Value.RawValue == String {
    let store = store ?? .standard
    read = { store.string(forKey: key).flatMap(Value.init(rawValue:)) ?? wrappedValue }
    write = { store.set($0.rawValue, forKey: key) }
  }

  public init(
    wrappedValue: Value, _ key: String, store: UserDefaults? = nil
  ) where Value: RawRepresentable, Value.RawValue == Int {
    let store = store ?? .standard
    read = { (store.object(forKey: key) as? Int).flatMap(Value.init(rawValue:)) ?? wrappedValue }
    write = { store.set($0.rawValue, forKey: key) }
  }
}

@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
  private let box: LocationBox<Value>
  public var wrappedValue: Value {
    get { box.location.value }
    nonmutating set { box.location.set(newValue) }
  }
  public var projectedValue: Binding<Value> {
    let location = box.location
    return Binding(reading: { location.value }, writing: { location.set($0) })
  }
}

extension SceneStorage {
  public init(wrappedValue: Value, _ key: String) where Value == Bool { box = LocationBox(wrappedValue) }
  public init(wrappedValue: Value, _ key: String) where Value == Int { box = LocationBox(wrappedValue) }
  public init(wrappedValue: Value, _ key: String) where Value == String { box = LocationBox(wrappedValue) }
}

extension SceneStorage: LinkedProperty {
  package func link(_ context: ViewContext) {
    let held = box.location
    box.location = context.graph.object(context.path) { held }
    box.location.graph = context.graph
  }
}

@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}
