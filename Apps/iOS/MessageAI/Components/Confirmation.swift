import SwiftUI

extension View {
  /// Asks once more before what cannot be taken back. `action` is what its button says.
  func confirm(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, action: LocalizedStringKey, identifier: String,
    message: LocalizedStringKey? = nil, perform: @escaping @MainActor () async -> Void
  ) -> some View {
    confirmationDialog(title, isPresented: isPresented, titleVisibility: .visible) {
      Button(action, role: .destructive) { Task { await perform() } }
        .accessibilityIdentifier(identifier)
    } message: {
      if let message { Text(message) }
    }
  }
}
