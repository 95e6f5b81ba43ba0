import Foundation
@_exported import ShimTree

/// Draws what is on the screen as one page of HTML, so that a person can look at it. It shows what
/// is there and about where; sizes and looks are a browser's, not the system's.
@MainActor
public struct Page {
  private let title: String
  private let isWide: Bool
  private let colours: [AssetColour]

  /// `colours` are those of the app's asset catalogue.
  public init(title: String, isWide: Bool = false, colours: [AssetColour] = []) {
    self.title = title
    self.isWide = isWide
    self.colours = colours
  }

  public func html(_ host: ViewHost) -> String {
    let screen = host.everything.filter { !isFront($0) }
    let fronts = host.everything.filter(isFront)
    let body = screen.map(draw).joined() + fronts.map(front).joined()
    return """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(escape(title))</title><style>\(Self.style)\(palette)</style>
      <h1>\(escape(title))</h1><main class="phone\(isWide ? " wide" : "")">
      <div class="clock"><span>9:41</span><span>●●● ▮</span></div><div class="app">\(body)</div></main></html>
      """
  }

  private var palette: String {
    let light = colours.map { "\($0.property):\($0.light.hex)" }.joined(separator: ";")
    let dark = colours.map { "\($0.property):\($0.dark.hex)" }.joined(separator: ";")
    return ":root{\(light)}@media(prefers-color-scheme:dark){:root{\(dark)}}"
  }

  private func isFront(_ node: Node) -> Bool {
    [.sheet, .cover, .popover, .alert, .dialog].contains(node.kind)
  }

  private func front(_ node: Node) -> String {
    let actions = node.kind == .dialog || node.kind == .alert
    return "<div class=\"shade\(actions ? " centre" : "")\"><div class=\"\(node.kind.rawValue)\">"
      + "\(inside(node))</div></div>"
  }

  private func inside(_ node: Node) -> String { node.children.map(draw).joined() }

  // MARK: Nodes

  private func draw(_ node: Node) -> String {
    switch node.kind {
    case .text: return tag("span", node, "text", escape(node.text ?? ""))
    case .image: return tag("span", node, "image", symbol(node))
    case .spacer: return "<i class=\"spacer\"></i>"
    case .divider: return "<hr>"
    case .toolbar: return ""
    case .navigation, .column: return tag("section", node, node.kind.rawValue, bar(node) + inside(node) + footer(node))
    case .tabs: return tag("section", node, "tabs", inside(node) + tabBar(node))
    case .textField, .secureField, .textEditor, .searchField: return field(node)
    case .toggle:
      return tag("div", node, "control", inside(node) + "<b class=\"switch\(node.isOn == true ? " on" : "")\"></b>")
    case .picker: return picker(node)
    case .datePicker: return tag("div", node, "control", inside(node) + chip(node.explicitValue ?? ""))
    case .stepper: return tag("div", node, "control", inside(node) + chip("−  +"))
    case .disclosure: return tag("div", node, "control", inside(node) + "<em>\(node.isOn == true ? "⌄" : "›")</em>")
    case .button: return button(node)
    case .progress: return tag("div", node, "progress", (node.explicitValue.map(progress) ?? "<s></s>") + inside(node))
    default: return tag("div", node, node.kind.rawValue, inside(node))
    }
  }

  private func tag(_ name: String, _ node: Node, _ kind: String, _ content: String) -> String {
    var classes = [kind]
    if !node.isEnabled { classes.append("disabled") }
    if node.attributes["layer"] != nil { classes.append("layer-" + (node.attributes["layer"] ?? "")) }
    if node.attributes["inset"] != nil { classes.append("inset") }
    if node.attributes["lineLimit"] == "1" { classes.append("one") }
    if kind == "scroll" { classes.append(node.attributes["axes"] ?? "") }
    if kind == "modifier" || kind == "vStack", grows(node) { classes.append("grow") }
    if isWide(node) { classes.append("wide") }
    let css = node.css.filter { !$0.isEmpty }.joined(separator: ";")
    let label = node.explicitLabel.map { " title=\"\(escape($0))\"" } ?? ""
    let style = css.isEmpty ? "" : " style=\"\(escape(css))\""
    return "<\(name) class=\"\(classes.joined(separator: " "))\"\(style)\(label)>\(content)</\(name)>"
  }

  /// Containers that take the room there is do so through what only changes their looks.
  private func grows(_ node: Node) -> Bool {
    node.elements.contains {
      [.list, .form, .scroll, .navigation, .tabs, .split, .unavailable, .contained, .screen].contains($0.kind)
        || ($0.kind == .vStack && $0.visible.contains { [.list, .scroll, .unavailable].contains($0.kind) })
    }
  }

  /// Takes the width there is, as what is in it does.
  private func isWide(_ node: Node) -> Bool {
    switch node.kind {
    case .textField, .secureField, .textEditor, .searchField, .toggle, .picker, .datePicker, .stepper, .shape, .scroll,
      .list, .form, .divider, .spacer, .disclosure:
      true
    case .modifier, .hStack, .vStack, .zStack, .contained, .button, .group:
      !node.css.contains { $0.contains("px;flex:none") } && node.attributes["fixedSize"] == nil
        && node.children.contains { $0.attributes["layer"] == nil && isWide($0) }
    default: false
    }
  }

  private func button(_ node: Node) -> String {
    let given = node.attributes["style"] ?? "automatic"
    let style = given == "navigation" ? "navlink" : given
    let content = node.children.isEmpty ? escape(node.title ?? "") : inside(node)
    let arrow = style == "navlink" ? "<em>›</em>" : ""
    return tag("div", node, "button \(style) \(node.role ?? "")", content + arrow)
  }

  private func field(_ node: Node) -> String {
    let text = node.text ?? ""
    let shown = node.kind == .secureField ? String(repeating: "•", count: text.count) : text
    let prompt = node.attributes["prompt"] ?? ""
    let content = shown.isEmpty ? "<u>\(escape(prompt))</u>" : escape(shown)
    return tag(
      "div", node, node.kind == .searchField ? "field search" : "field",
      (node.kind == .searchField ? "⌕ " : "") + content)
  }

  private func picker(_ node: Node) -> String {
    switch node.attributes["style"] {
    case "segmented":
      let parts = node.options.map { "<span class=\"\($0.isSelected ? "on" : "")\">\(escape($0.label))</span>" }
      return tag("div", node, "segmented", parts.joined())
    case "inline":
      let parts = node.options.map {
        "<div class=\"row\">\(escape($0.label))<em>\($0.isSelected ? "✓" : "")</em></div>"
      }
      return tag("div", node, "inline", parts.joined())
    default: return tag("div", node, "control", inside(node) + chip((node.explicitValue ?? "") + " ⌃"))
    }
  }

  private func chip(_ text: String) -> String { "<span class=\"chip\">\(escape(text))</span>" }
  private func progress(_ value: String) -> String {
    "<span class=\"bar\"><b style=\"width:\(escape(value))\"></b></span>"
  }

  // MARK: Bars

  /// Nodes of this screen, without those of screens within it.
  private func own(_ node: Node) -> [Node] {
    node.children.reduce(into: [Node]()) { found, child in
      found.append(child)
      if ![.navigation, .column, .tabs].contains(child.kind) { found += own(child) }
    }
  }

  private func bar(_ node: Node) -> String {
    let parts = own(node)
    guard !parts.contains(where: { $0.kind == .navigation }) else { return "" }
    let items = parts.filter { $0.kind == .toolbarItem }
    let title = parts.compactMap { $0.attributes["navigationTitle"] }.first ?? ""
    let isInline = parts.contains { $0.attributes["navigationBarTitleDisplayMode"] == "inline" }
    let leading = items.filter { $0.attributes["placement"] == "leading" }.map(inside).joined()
    let trailing = items.filter { ["trailing", "automatic"].contains($0.attributes["placement"] ?? "") }.map(inside)
      .joined()
    let middle = items.filter { $0.attributes["placement"] == "principal" }.map(inside).joined()
    let back = node.attributes["depth"].flatMap { $0 == "1" ? nil : "<b class=\"back\">‹</b>" } ?? ""
    let centre = middle.isEmpty ? (isInline ? "<span class=\"title\">\(escape(title))</span>" : "") : middle
    let large = isInline || title.isEmpty || !middle.isEmpty ? "" : "<h2>\(escape(title))</h2>"
    return "<nav><div>\(back)\(leading)</div><div class=\"centre\">\(centre)</div><div>\(trailing)</div></nav>\(large)"
  }

  private func footer(_ node: Node) -> String {
    let items = own(node).filter { $0.kind == .toolbarItem && $0.attributes["placement"] == "bottom" }
    return items.isEmpty ? "" : "<nav>\(items.map(inside).joined())</nav>"
  }

  private func tabBar(_ node: Node) -> String {
    let icons = (node.attributes["icons"] ?? "").components(separatedBy: "\n")
    let badges = (node.attributes["badges"] ?? "").components(separatedBy: "\n")
    let tabs = node.options.enumerated().map { index, option in
      let badge = index < badges.count && !badges[index].isEmpty ? "<b>\(escape(badges[index]))</b>" : ""
      let icon = index < icons.count ? Symbols.glyph(icons[index]) : ""
      return
        "<div class=\"\(option.isSelected ? "on" : "")\"><span>\(escape(icon))\(badge)</span>\(escape(option.label))</div>"
    }
    return "<div class=\"tabbar\">\(tabs.joined())</div>"
  }

  private func symbol(_ node: Node) -> String {
    let name = node.text ?? ""
    return node.attributes["kind"] == "symbol" ? escape(Symbols.glyph(name)) : "<span class=\"picture\"></span>"
  }

  private func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("\n", with: "<br>")
  }
}
