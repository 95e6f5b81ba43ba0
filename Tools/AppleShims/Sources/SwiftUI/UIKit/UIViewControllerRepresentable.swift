package import ShimTree

@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType: UIViewController
  associatedtype Coordinator = Void
  typealias Context = UIViewControllerRepresentableContext<Self>

  func makeUIViewController(context: Context) -> UIViewControllerType
  func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  func makeCoordinator() -> Coordinator
}

extension UIViewControllerRepresentable {
  public var body: Never { primitive() }
}

extension UIViewControllerRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}

@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
  public let coordinator: Representable.Coordinator
}

/// A controller stays for as long as its view does.
@MainActor
private final class Represented<V: UIViewControllerRepresentable> {
  let context: V.Context
  let controller: V.UIViewControllerType

  init(_ view: V) {
    context = V.Context(coordinator: view.makeCoordinator())
    controller = view.makeUIViewController(context: context)
  }
}

extension ViewContext {
  func represent<V: UIViewControllerRepresentable>(_ view: V) -> [Node] {
    let own = child(ObjectIdentifier(V.self))
    own.link(view)
    let held = own.graph.object(own.path) { Represented(view) }
    view.updateUIViewController(held.controller, context: held.context)
    return [Node(.group)]
  }
}
