import SwiftUI

/// The first view of the app.
struct RootView: View {
  var body: some View {
    Text("MessageAI")
  }
}
