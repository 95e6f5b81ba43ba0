package import ShimTree

public struct AccessibilityTraits: SetAlgebra, Sendable {
  var names: Set<String>
  public init() { names = [] }
  private init(_ name: String) { names = [name] }
  public static let isButton = AccessibilityTraits("isButton")
  public static let isHeader = AccessibilityTraits("isHeader")
  public static let isSelected = AccessibilityTraits("isSelected")
  public static let isLink = AccessibilityTraits("isLink")
  public static let isImage = AccessibilityTraits("isImage")
  public static let isStaticText = AccessibilityTraits("isStaticText")
  public static let isSearchField = AccessibilityTraits("isSearchField")
  public static let isModal = AccessibilityTraits("isModal")
  public static let isToggle = AccessibilityTraits("isToggle")
  public static let updatesFrequently = AccessibilityTraits("updatesFrequently")
  public static let isSummaryElement = AccessibilityTraits("isSummaryElement")

  public func contains(_ member: AccessibilityTraits) -> Bool { names.isSuperset(of: member.names) }
  public func union(_ other: Self) -> Self { make(names.union(other.names)) }
  public func intersection(_ other: Self) -> Self { make(names.intersection(other.names)) }
  public func symmetricDifference(_ other: Self) -> Self { make(names.symmetricDifference(other.names)) }
  public mutating func insert(_ new: Self) -> (inserted: Bool, memberAfterInsert: Self) {
    names.formUnion(new.names)
    return (true, new)
  }
  public mutating func remove(_ member: Self) -> Self? {
    names.subtract(member.names)
    return member
  }
  public mutating func update(with new: Self) -> Self? {
    names.formUnion(new.names)
    return new
  }
  public mutating func formUnion(_ other: Self) { names.formUnion(other.names) }
  public mutating func formIntersection(_ other: Self) { names.formIntersection(other.names) }
  public mutating func formSymmetricDifference(_ other: Self) { names.formSymmetricDifference(other.names) }
  private func make(_ names: Set<String>) -> Self {
    var made = Self()
    made.names = names
    return made
  }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
  let name: String
  public static let ignore = AccessibilityChildBehavior(name: "ignore")
  public static let contain = AccessibilityChildBehavior(name: "contain")
  public static let combine = AccessibilityChildBehavior(name: "combine")
}

public struct AccessibilityHeadingLevel: Sendable {
  public static let h1 = AccessibilityHeadingLevel()
  public static let h2 = AccessibilityHeadingLevel()
}

extension View {
  public func accessibilityLabel(_ label: Text) -> some View { noted { $0.explicitLabel = label.string } }
  public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
    noted { $0.explicitLabel = labelKey.filled }
  }
  @_disfavoredOverload
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
    noted { $0.explicitLabel = String(label) }
  }

  public func accessibilityValue(_ value: Text) -> some View { noted { $0.explicitValue = value.string } }
  public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View {
    noted { $0.explicitValue = valueKey.filled }
  }
  @_disfavoredOverload
  public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View {
    noted { $0.explicitValue = String(value) }
  }

  public func accessibilityHint(_ hint: Text) -> some View { noted { $0.hint = hint.string } }
  public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { noted { $0.hint = hintKey.filled } }
  @_disfavoredOverload
  public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { noted { $0.hint = String(hint) } }

  public func accessibilityIdentifier(_ identifier: String) -> some View { noted { $0.identifier = identifier } }
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    noted { node in if hidden { node.everything.forEach { $0.isAccessibilityHidden = true } } }
  }
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    noted { $0.traits.formUnion(traits.names) }
  }
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
    attribute("accessibilityHeading")
  }
  public func accessibilitySortPriority(_ sortPriority: Double) -> some View { attribute("accessibilitySortPriority") }
  public func accessibilityInputLabels(_ inputLabelKeys: [LocalizedStringKey]) -> some View {
    attribute("accessibilityInputLabels")
  }
  public func accessibilityShowsLargeContentViewer() -> some View { attribute("accessibilityShowsLargeContentViewer") }
  public func accessibilityRespondsToUserInteraction(_ respondsToUserInteraction: Bool = true) -> some View {
    attribute("accessibilityRespondsToUserInteraction")
  }

  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
    modified { context, content in
      let nodes = content(context)
      if children != .contain, let only = nodes.flatMap(\.elements).first, nodes.flatMap(\.elements).count == 1 {
        only.elementChildren = children.name
        return nodes
      }
      // Takes its children as they are: an outer identifier is its own, not theirs.
      let node = Node(.contained, nodes)
      node.elementChildren = children.name
      return [node]
    }
  }

  public func accessibilityActions<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
    let actions = content()
    return modified { context, content in
      let nodes = content(context)
      for button in context.child("actions").render(actions).flatMap(\.elements) {
        guard let tap = button.tap else { continue }
        nodes.flatMap(\.elements).forEach { $0.accessibilityActions.append((button.label, tap)) }
      }
      return nodes
    }
  }
}
