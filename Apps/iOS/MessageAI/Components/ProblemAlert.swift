import SwiftUI
import ViewModels

extension View {
  /// Tells what went wrong with an action, until it is acknowledged.
  func problemAlert(_ problem: Problem?, dismiss: @escaping @MainActor () -> Void) -> some View {
    alert(
      "That did not work",
      isPresented: Binding(get: { problem != nil }, set: { if !$0 { dismiss() } }),
      presenting: problem
    ) { _ in
      Button("OK", role: .cancel) { dismiss() }
        .accessibilityIdentifier("problem.dismiss")
    } message: { problem in
      Text(problem.sentence.localized)
    }
  }
}
