/// One thing on the screen, as a view has described it.
@MainActor
public final class Node {
  public enum Kind: String, Sendable {
    // Content
    case text, image, label, progress, divider, spacer, shape, gauge
    // Controls
    case button, link, textField, secureField, textEditor, searchField, toggle, picker, datePicker, stepper, slider
    case menu, disclosure
    // Containers
    case group, hStack, vStack, zStack, grid, gridRow, scroll, list, form, section, header, footer, row, unavailable,
      contained
    // Screens
    case tabs, tab, navigation, screen, split, column, toolbar, toolbarItem, sheet, cover, popover, alert, dialog
    /// Changes how its children look and nothing else.
    case modifier
  }

  /// Something to choose: of a picker or a tab bar.
  public struct Option {
    public let label: String
    public let isSelected: Bool
    public let choose: @MainActor () -> Void

    public init(label: String, isSelected: Bool, choose: @escaping @MainActor () -> Void) {
      self.label = label
      self.isSelected = isSelected
      self.choose = choose
    }
  }

  public let kind: Kind
  public var children: [Node]
  /// What it says: the text of a text, the contents of a field, the name of an image.
  public var text: String?
  public var title: String?
  /// Parameters of the modifiers and of the view, by Apple's names.
  public var attributes: [String: String] = [:]
  /// How the page of a gallery draws it.
  public var css: [String] = []
  /// `.tag` or the id of the element of a `ForEach`; `.id`.
  public var tag: AnyHashable?
  public var id: AnyHashable?

  // Accessibility
  public var explicitLabel: String?
  public var identifier: String?
  public var hint: String?
  public var explicitValue: String?
  public var traits: Set<String> = []
  public var isAccessibilityHidden = false
  /// One element for assistive technology: `combine`, `ignore` or `contain`.
  public var elementChildren: String?

  // Interaction
  public var isEnabled = true
  public var role: String?
  public var isOn: Bool?
  public var isFocused = false
  public var options: [Option] = []
  public var tap: (@MainActor () -> Void)?
  public var setText: (@MainActor (String) -> Void)?
  public var setOn: (@MainActor (Bool) -> Void)?
  public var setDate: (@MainActor (Double) -> Void)?
  public var step: (@MainActor (Int) -> Void)?
  public var submit: (@MainActor () -> Void)?
  public var focus: (@MainActor () -> Void)?
  public var refresh: (@MainActor () async -> Void)?
  public var longPress: (@MainActor () -> Void)?
  /// A finger that goes this far to the right and down, and is lifted there.
  public var drag: (@MainActor (_ right: Double, _ down: Double, _ isOver: Bool) -> Void)?
  public var dismiss: (@MainActor () -> Void)?
  public var accessibilityActions: [(name: String, run: @MainActor () -> Void)] = []
  public var swipeActions: [Node] = []
  public var contextMenu: [Node] = []
  /// The items of a menu.
  public var items: [Node] = []

  public init(_ kind: Kind, _ children: [Node] = []) {
    self.kind = kind
    self.children = children
  }

  /// Below modifiers: the things that a modifier was written for.
  public var elements: [Node] {
    kind == .modifier || kind == .group ? children.flatMap(\.elements) : [self]
  }

  public var isInteractive: Bool {
    switch kind {
    case .button, .link, .textField, .secureField, .textEditor, .searchField, .toggle, .picker, .datePicker, .stepper,
      .slider, .menu, .disclosure:
      true
    default: tap != nil
    }
  }
}

extension Node {
  /// Every node from here down, menus and swipe actions too, in reading order.
  public var everything: [Node] {
    var found = [self]
    for child in children { found += child.everything }
    for child in items + swipeActions + contextMenu { found += child.everything }
    return found
  }

  /// What is on the screen from here down: without what menus and swipes hide.
  public var visible: [Node] {
    children.reduce(into: [self]) { $0 += $1.visible }
  }

  /// What VoiceOver would say it is: what has been written for it, else what it shows.
  public var label: String {
    if let explicitLabel { return explicitLabel }
    if elementChildren == "ignore" { return "" }
    if let title, !title.isEmpty { return title }
    if kind == .text { return text ?? "" }
    if kind == .image { return "" }
    return children.filter { !$0.isAccessibilityHidden }.map(\.label).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Its value for VoiceOver.
  public var value: String? { explicitValue }

  /// Every text shown from here down.
  public var texts: [String] {
    visible.compactMap { $0.kind == .text ? $0.text : $0.title }.filter { !$0.isEmpty }
  }
}
