import Domain
import SwiftUI
import ViewModels

/// Shows its content while a feature reaches me, and else says that it does not.
struct FeatureGate<Content: View>: View {
  @Environment(Session.self) private var session
  private let feature: Feature
  private let content: Content

  init(_ feature: Feature, @ViewBuilder content: () -> Content) {
    self.feature = feature
    self.content = content()
  }

  var body: some View {
    if session.features.has(feature) {
      content
    } else {
      EmptyState(
        "Not switched on for you", symbol: "hourglass",
        text: LocalizedStringKey(
          "Admins of your workspace give it to some people first. It shows here once you have it."),
        screen: "feature.\(feature.rawValue)")
    }
  }
}

#if DEBUG
  struct FeatureGate_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in
        FeatureGate(.assistant) { Text("Content") }
      }
    }
  }
#endif
