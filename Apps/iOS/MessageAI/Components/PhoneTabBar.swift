import SwiftUI

extension View {
  /// Gives the foot of a narrow screen to what is written there. Where there is room for the list
  /// beside it, the tabs stay.
  func hidesTabBarOnPhones() -> some View {
    modifier(PhoneTabBar())
  }
}

private struct PhoneTabBar: ViewModifier {
  @Environment(\.horizontalSizeClass) private var width

  func body(content: Content) -> some View {
    content.toolbar(width == .regular ? .automatic : .hidden, for: .tabBar)
  }
}
