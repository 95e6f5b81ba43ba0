import ViewModels

/// Where copied text goes, and where what is pasted comes from.
@MainActor
protocol Clipboard: Sendable {
  func copy(_ text: String)
  /// What was copied, without its bytes, which the system may ask about.
  func items() -> [ClipboardItem]
}
