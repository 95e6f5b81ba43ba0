import Domain

/// On or off.
package struct SwitchRequest: Codable, Hashable, Sendable {
  package var isOn: Bool

  package init(isOn: Bool) {
    self.isOn = isOn
  }
}
