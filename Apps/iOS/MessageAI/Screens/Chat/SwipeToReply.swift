import SwiftUI
import ViewModels

extension View {
  /// Dragged towards the end of its line, or by an action of VoiceOver, a message is answered.
  func swipeToReply(isOn: Bool, reply: @escaping @MainActor () -> Void) -> some View {
    modifier(SwipeToReply(isOn: isOn, reply: reply))
  }
}

private struct SwipeToReply: ViewModifier {
  @Environment(\.layoutDirection) private var layoutDirection
  @Environment(\.accessibilityReduceMotion) private var reducesMotion
  @GestureState private var swipe = ReplySwipe()
  let isOn: Bool
  let reply: @MainActor () -> Void

  func body(content: Content) -> some View {
    content
      .accessibilityActions {
        if isOn {
          Button("Reply") { reply() }
        }
      }
      .offset(x: swipe.offset * direction)
      .background(alignment: .leading) {
        Image(systemName: "arrowshape.turn.up.left.fill")
          .foregroundStyle(.secondary)
          .opacity(swipe.progress)
          .accessibilityHidden(true)
      }
      .animation(reducesMotion ? nil : .snappy, value: swipe)
      .sensoryFeedback(.impact, trigger: swipe.isFarEnough) { _, isFarEnough in isFarEnough }
      // Together with scrolling: a drag of its own would hold the list.
      .simultaneousGesture(drag, including: isOn ? .all : .subviews)
  }

  private var drag: some Gesture {
    DragGesture(minimumDistance: 24)
      .updating($swipe) { value, swipe, _ in swipe = self.swipe(by: value) }
      .onEnded { value in
        if swipe(by: value).isFarEnough { reply() }
      }
  }

  /// Towards the end of a line.
  private var direction: Double { layoutDirection == .rightToLeft ? -1 : 1 }

  private func swipe(by value: DragGesture.Value) -> ReplySwipe {
    ReplySwipe(across: value.translation.width * direction, down: value.translation.height)
  }
}
