import SwiftUI

/// Makes what a screen lives on once, however often the views around it are evaluated, and keeps it
/// as long as the screen is there.
struct Lasting<Value, Content: View>: View {
  @State private var box = LastingBox<Value>()
  private let make: @MainActor () -> Value
  private let content: (Value) -> Content

  init(_ make: @escaping @MainActor () -> Value, @ViewBuilder content: @escaping (Value) -> Content) {
    self.make = make
    self.content = content
  }

  var body: some View { content(box.value(make)) }
}

@MainActor
private final class LastingBox<Value> {
  private var kept: Value?

  func value(_ make: @MainActor () -> Value) -> Value {
    if let kept { return kept }
    let made = make()
    kept = made
    return made
  }
}
