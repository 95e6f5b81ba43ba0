import SwiftUI

extension View {
  /// A sheet that has nothing to save: its button closes it.
  func doneButton(_ identifier: String, close: @escaping @MainActor () -> Void) -> some View {
    toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Done") { close() }
          .accessibilityIdentifier(identifier)
      }
    }
  }
}
