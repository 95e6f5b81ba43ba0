import SwiftUI

/// Shows what would be posted in one's name, before it is.
struct PostPreview: View {
  let text: String
  let identifier: String
  let post: @MainActor () async -> Void
  let cancel: @MainActor () -> Void

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text("This is posted as you:")
        .font(.footnote)
        .foregroundStyle(.secondary)
      Text(verbatim: text)
        .accessibilityIdentifier("\(identifier).preview")
      HStack {
        Button("Cancel", role: .cancel) { cancel() }
          .accessibilityIdentifier("\(identifier).cancelPost")
        Spacer()
        Button("Post") { Task { await post() } }
          .accessibilityIdentifier("\(identifier).post")
      }
      .buttonStyle(.borderless)
      .frame(minHeight: 44)
    }
  }
}
