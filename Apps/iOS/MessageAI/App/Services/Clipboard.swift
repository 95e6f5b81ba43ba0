/// Where copied text goes.
@MainActor
protocol Clipboard: Sendable {
  func copy(_ text: String)
}
