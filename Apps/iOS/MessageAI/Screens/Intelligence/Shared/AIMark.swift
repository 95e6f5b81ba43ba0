import SwiftUI

/// Says that what follows was made by the AI and not written by a person.
struct AIMark: View {
  var body: some View {
    Label("AI", systemImage: "sparkles")
      .font(.caption)
      .foregroundStyle(.secondary)
      .fixedSize()
      .accessibilityElement(children: .ignore)
      .accessibilityLabel("Made by the AI")
      .accessibilityIdentifier("ai.mark")
  }
}

#if DEBUG
  struct AIMark_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in
        AIMark()
      }
    }
  }
#endif
