#if DEBUG
  import SwiftUI

  /// Makes what a preview shows once and keeps it, as the screen around it would.
  struct PreviewState<Value, Content: View>: View {
    @State private var value: Value
    private let content: (Value) -> Content

    init(_ value: Value, @ViewBuilder content: @escaping (Value) -> Content) {
      _value = State(initialValue: value)
      self.content = content
    }

    var body: some View { content(value) }
  }
#endif
