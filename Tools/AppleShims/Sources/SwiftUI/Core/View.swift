@_exported import ShimFoundation
@_exported import Observation
package import ShimTree

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { preconditionFailure("Never has no body") }
}

/// A view that makes nodes itself, instead of having a body.
@MainActor
package protocol PrimitiveView {
  func render(_ context: ViewContext) -> [Node]
}

/// What a primitive view's `body` is.
func primitive() -> Never { preconditionFailure("A primitive view has no body") }

/// Where in the structure of the views a view stands: equal in every evaluation.
package struct ViewPath: Hashable {
  private let hash: Int

  package static let root = ViewPath(hash: 0)

  package func child(_ component: some Hashable) -> ViewPath {
    var hasher = Hasher()
    hasher.combine(hash)
    hasher.combine(component)
    return ViewPath(hash: hasher.finalize())
  }
}

/// What a view is evaluated with.
@MainActor
package struct ViewContext {
  package let graph: Graph
  package var path: ViewPath
  package var environment: EnvironmentValues

  package init(graph: Graph, path: ViewPath, environment: EnvironmentValues) {
    self.graph = graph
    self.path = path
    self.environment = environment
  }

  func child(_ component: some Hashable) -> ViewContext {
    var context = self
    context.path = path.child(component)
    return context
  }

  func with(_ change: (inout EnvironmentValues) -> Void) -> ViewContext {
    var context = self
    change(&context.environment)
    return context
  }

  package func render(_ view: any View) -> [Node] {
    if let primitive = view as? any PrimitiveView { return primitive.render(self) }
    if let represented = view as? any UIViewControllerRepresentable { return represent(represented) }
    return renderBody(of: view)
  }

  private func renderBody<V: View>(of view: V) -> [Node] {
    let own = child(ObjectIdentifier(V.self))
    own.link(view)
    return own.render(view.body)
  }

  /// Gives the dynamic properties of a view their storage and their environment.
  func link(_ value: Any) {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for (index, field) in current.children.enumerated() {
        (field.value as? any LinkedProperty)?.link(child(index))
      }
      mirror = current.superclassMirror
    }
  }
}

/// A property of a view that lives in the graph or reads the environment.
@MainActor
package protocol LinkedProperty {
  func link(_ context: ViewContext)
}

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}
