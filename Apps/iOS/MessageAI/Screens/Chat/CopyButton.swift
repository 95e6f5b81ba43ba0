import SwiftUI

/// Puts a text on the clipboard.
struct CopyButton: View {
  @Environment(Session.self) private var session
  let text: String

  var body: some View {
    Button {
      session.services.clipboard.copy(text)
    } label: {
      Label("Copy", systemImage: "doc.on.doc")
    }
    .accessibilityIdentifier("message.copy")
  }
}
