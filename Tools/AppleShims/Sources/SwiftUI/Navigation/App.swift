package import ShimTree

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  public static func main() { preconditionFailure("There is no screen here: evaluate a view with ShimHost") }
}

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { self.content = content() }
  public var body: Never { primitive() }
}

struct ModifiedScene: Scene {
  let scene: any Scene
  var body: Never { primitive() }
}

public struct BackgroundTask<Request, Response>: Sendable {}

extension BackgroundTask {
  public static func urlSession(_ identifier: String) -> BackgroundTask<String, Void>
  where Request == String, Response == Void { BackgroundTask<String, Void>() }
}

extension Scene {
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some Scene { ModifiedScene(scene: self) }
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene { ModifiedScene(scene: self) }
  public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene { ModifiedScene(scene: self) }
}

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

extension View {
  public func previewDisplayName(_ value: String?) -> some View { attribute("previewDisplayName", value ?? "") }
  public func previewLayout(_ value: PreviewLayout) -> some View { attribute("previewLayout") }
}

public enum PreviewLayout: Sendable {
  case device, sizeThatFits
  case fixed(width: CGFloat, height: CGFloat)
}
