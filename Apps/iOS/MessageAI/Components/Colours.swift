import SwiftUI

extension Color {
  /// The ground under white words. The accent colour is for words and marks themselves, and light
  /// in the dark.
  static let accentFill = Color("AccentFill")
  /// The same for what does not press.
  static let mutedFill = Color("MutedFill")
}
