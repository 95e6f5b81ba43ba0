import SwiftUI

/// The screen of a route of the intelligence.
struct IntelligenceRouteView: View {
  let route: IntelligenceRoute

  var body: some View {
    EmptyView()
  }
}

/// The sheet of the intelligence.
struct IntelligenceSheetView: View {
  let sheet: IntelligenceSheet

  var body: some View {
    EmptyView()
  }
}

/// Root of the tab Insights.
struct InsightsScreen: View {
  var body: some View {
    EmptyView()
  }
}

/// Root of the tab Assistant.
struct AssistantScreen: View {
  var body: some View {
    EmptyView()
  }
}
