package import ShimTree

@MainActor @preconcurrency
public protocol Gesture<Value> {
  associatedtype Value
}

/// What a finger does in a test.
struct Drag {
  let translation: CGSize
  let isOver: Bool
}

/// A gesture that says what it makes of a finger; `nil` while it does not know it as its own.
@MainActor
protocol DrivenGesture {
  func drive(_ drag: Drag) -> Any?
}

public struct DragGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var time: Date
    public var location: CGPoint
    public var startLocation: CGPoint
    public var translation: CGSize {
      CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
    }
  }

  public var minimumDistance: CGFloat

  public init(minimumDistance: CGFloat = 10) {
    self.minimumDistance = minimumDistance
  }
}

extension DragGesture: DrivenGesture {
  func drive(_ drag: Drag) -> Any? {
    let (across, down) = (drag.translation.width, drag.translation.height)
    guard (across * across + down * down).squareRoot() >= minimumDistance else { return nil }
    return Value(time: Date(), location: CGPoint(x: across, y: down), startLocation: .zero)
  }
}

/// Nothing in a test pinches.
public struct MagnifyGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var magnification: CGFloat
  }

  public init(minimumScaleDelta: CGFloat = 0.01) {}
}

public struct _EndedGesture<Content: Gesture>: Gesture {
  public typealias Value = Content.Value
  let content: Content
  let action: (Value) -> Void
}

extension _EndedGesture: DrivenGesture {
  func drive(_ drag: Drag) -> Any? {
    guard let value = (content as? any DrivenGesture)?.drive(drag) as? Value else { return nil }
    if drag.isOver { action(value) }
    return value
  }
}

public struct GestureStateGesture<Base: Gesture, State>: Gesture {
  public typealias Value = Base.Value
  let base: Base
  let state: GestureState<State>
  let change: (Value, inout State, inout Transaction) -> Void
}

extension GestureStateGesture: DrivenGesture {
  func drive(_ drag: Drag) -> Any? {
    guard let value = (base as? any DrivenGesture)?.drive(drag) as? Value else { return nil }
    var transaction = Transaction()
    var next = state.wrappedValue
    change(value, &next, &transaction)
    state.set(drag.isOver ? nil : next)
    return value
  }
}

extension Gesture {
  public func onEnded(_ action: @escaping (Value) -> Void) -> _EndedGesture<Self> {
    _EndedGesture(content: self, action: action)
  }

  public func updating<State>(
    _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
  ) -> GestureStateGesture<Self, State> {
    GestureStateGesture(base: self, state: state, change: body)
  }
}

public struct GestureMask: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let none: GestureMask = []
  public static let gesture = GestureMask(rawValue: 1)
  public static let subviews = GestureMask(rawValue: 2)
  public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
  public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
    noted { node in
      guard mask.contains(.gesture), let driven = gesture as? any DrivenGesture else { return }
      node.drag = { across, down, isOver in
        _ = driven.drive(Drag(translation: CGSize(width: across, height: down), isOver: isOver))
      }
    }
  }
}

/// Holds a value while a finger is down, and what it began with otherwise.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
  private let box: LocationBox<Value>
  private let initial: Value

  public init(wrappedValue: Value) {
    initial = wrappedValue
    box = LocationBox(wrappedValue)
  }

  public var wrappedValue: Value { box.location.value }
  public var projectedValue: GestureState<Value> { self }

  func set(_ value: Value?) { box.location.set(value ?? initial) }
}

extension GestureState: LinkedProperty {
  package func link(_ context: ViewContext) {
    let held = box.location
    box.location = context.graph.object(context.path) { held }
    box.location.graph = context.graph
  }
}
