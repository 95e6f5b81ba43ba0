import SwiftUI

extension View {
  /// Names a view with parts of its own: they keep their identifiers.
  func screen(_ identifier: String) -> some View {
    accessibilityElement(children: .contain)
      .accessibilityIdentifier(identifier)
  }
}
