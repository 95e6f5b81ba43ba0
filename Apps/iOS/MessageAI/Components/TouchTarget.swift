import SwiftUI

extension View {
  /// As large as a finger needs it: for the label of a button that looks smaller.
  func touchTarget() -> some View {
    frame(minWidth: 44, minHeight: 44)
      .contentShape(Rectangle())
  }
}
