import SwiftUI

/// What went wrong, in place: under the field or the button that it is about.
struct ProblemText: View {
  let text: String

  var body: some View {
    Label {
      Text(text)
    } icon: {
      Image(systemName: "exclamationmark.circle")
    }
    .font(.footnote)
    .foregroundStyle(.red)
  }
}
