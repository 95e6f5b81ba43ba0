import SwiftUI
import ViewModels

/// What went wrong, in place: under the field or the button that it is about.
struct ProblemText: View {
  let text: Phrase

  var body: some View {
    Label {
      Text(text.localized)
    } icon: {
      Image(systemName: "exclamationmark.circle")
    }
    .font(.footnote)
    .foregroundStyle(.red)
  }
}
