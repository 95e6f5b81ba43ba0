package import ShimTree

public struct ButtonRole: Equatable, Sendable {
  let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label: View>: View, PrimitiveView {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    role = nil
    self.action = action
    self.label = label()
  }

  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.role = role
    self.action = action
    self.label = label()
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.button)
    let style = context.environment.buttonStyleBox
    if let make = style.make {
      let content = AnyView(label)
      let view = make(ButtonStyleConfiguration(role: role, label: .init(view: content), isPressed: false))
      node.children = context.child("styled").render(view)
    } else {
      node.children = context.child("label").render(label)
    }
    node.attributes["style"] = style.name
    node.role = role?.name
    node.isEnabled = context.environment.isEnabled
    node.traits.insert("isButton")
    let dismiss = context.environment.dismissDialog
    node.tap = {
      action()
      dismiss?()
    }
    return [node]
  }
}

extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button where Label == ShimSwiftUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { ShimSwiftUI.Label(titleKey, systemImage: systemImage) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { ShimSwiftUI.Label(title, systemImage: systemImage) }
  }
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { ShimSwiftUI.Label(titleKey, systemImage: systemImage) }
  }
}

// MARK: - Button styles

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

@MainActor @preconcurrency
public protocol ButtonStyle {
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
  public struct Label: View {
    let view: AnyView
    public var body: some View { view }
  }
  public let role: ButtonRole?
  public let label: Label
  public let isPressed: Bool
}

public struct DefaultButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct PlainButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct BorderlessButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct BorderedButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public init() {} }
extension PrimitiveButtonStyle where Self == DefaultButtonStyle { public static var automatic: Self { Self() } }
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle { public static var borderless: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: Self { Self() }
}

public struct ButtonBorderShape: Equatable, Sendable {
  public static let automatic = ButtonBorderShape()
  public static let circle = ButtonBorderShape()
}

struct ButtonStyleBox {
  var name = "automatic"
  var make: (@MainActor (ButtonStyleConfiguration) -> any View)?
}

private struct ButtonStyleKey: EnvironmentKey {
  static var defaultValue: ButtonStyleBox { ButtonStyleBox() }
}

private struct DismissDialogKey: EnvironmentKey {
  static var defaultValue: (@MainActor () -> Void)? { nil }
}

struct SubmitKey: EnvironmentKey {
  static var defaultValue: [@MainActor () -> Void] { [] }
}

extension EnvironmentValues {
  var buttonStyleBox: ButtonStyleBox {
    get { self[ButtonStyleKey.self] }
    set { self[ButtonStyleKey.self] = newValue }
  }

  /// In an alert or a dialog every button closes it.
  var dismissDialog: (@MainActor () -> Void)? {
    get { self[DismissDialogKey.self] }
    set { self[DismissDialogKey.self] = newValue }
  }

  var submitActions: [@MainActor () -> Void] {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

extension View {
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    let name = "\(S.self)".replacing("ButtonStyle", with: "").lowercased()
    return environmentChanged { $0.buttonStyleBox = ButtonStyleBox(name: name) }
  }

  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    environmentChanged { values in
      values.buttonStyleBox = ButtonStyleBox(name: "custom") { style.makeBody(configuration: $0) }
    }
  }

  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { attribute("buttonBorderShape") }
}
