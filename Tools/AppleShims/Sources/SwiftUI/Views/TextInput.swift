package import ShimTree

@MainActor
func field(
  _ kind: Node.Kind, _ title: String, _ text: Binding<String>, _ context: ViewContext, prompt: String? = nil,
  axis: Axis = .horizontal
) -> [Node] {
  let node = Node(kind)
  node.title = title
  node.text = text.wrappedValue
  node.attributes["prompt"] = prompt ?? title
  node.isEnabled = context.environment.isEnabled
  node.setText = { text.wrappedValue = $0 }
  let submit = context.environment.submitActions
  // In a field that grows downwards the key of the screen's keyboard begins a new line.
  if !submit.isEmpty, axis == .horizontal { node.submit = { submit.forEach { $0() } } }
  return [node]
}

public struct TextField<Label: View>: View, PrimitiveView {
  let title: String
  let text: Binding<String>
  var prompt: String?
  var axis = Axis.horizontal
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    field(.textField, title, text, context, prompt: prompt, axis: axis)
  }
}

extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(title: titleKey.filled, text: text)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.init(title: String(title), text: text)
  }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(title: titleKey.filled, text: text, prompt: prompt?.string)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {
    self.init(title: String(title), text: text, prompt: prompt?.string)
  }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
    self.init(title: titleKey.filled, text: text, axis: axis)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {
    self.init(title: String(title), text: text, axis: axis)
  }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
    self.init(title: titleKey.filled, text: text, prompt: prompt?.string, axis: axis)
  }
}

public struct SecureField<Label: View>: View, PrimitiveView {
  let title: String
  let text: Binding<String>
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { field(.secureField, title, text, context) }
}

extension SecureField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { self.init(title: titleKey.filled, text: text) }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(title: titleKey.filled, text: text)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) { self.init(title: String(title), text: text) }
}

public struct SubmitLabel: Sendable {
  public static let done = SubmitLabel()
  public static let go = SubmitLabel()
  public static let send = SubmitLabel()
  public static let search = SubmitLabel()
  public static let next = SubmitLabel()
  public static let `return` = SubmitLabel()
  public static let `continue` = SubmitLabel()
}

public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
  public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
  public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
    let submit: @MainActor () -> Void = { action() }
    return modified { context, content in
      let nodes = content(context.with { $0.submitActions.append(submit) })
      if triggers.contains(.search) {
        for field in nodes.flatMap(\.visible) where field.kind == .searchField { field.submit = submit }
      }
      return nodes
    }
  }
  public func submitLabel(_ submitLabel: SubmitLabel) -> some View { attribute("submitLabel") }
}
