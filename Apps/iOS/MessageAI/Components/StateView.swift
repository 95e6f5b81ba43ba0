import SwiftUI
import ViewModels

/// Shows a screen in whichever state it is: loading, empty, failed with a way to try again, or its
/// content, below a notice when that may be old.
struct StateView<Value: Sendable, Content: View, Empty: View>: View {
  private let state: ScreenState<Value>
  /// Prefix of the identifiers of its parts, such as `sessions` for `sessions.loading`.
  private let screen: String
  private let notice: Problem?
  private let retry: (@MainActor () async -> Void)?
  private let content: (Value) -> Content
  private let empty: () -> Empty

  init(
    _ state: ScreenState<Value>, screen: String, notice: Problem? = nil, retry: (@MainActor () async -> Void)? = nil,
    @ViewBuilder content: @escaping (Value) -> Content, @ViewBuilder empty: @escaping () -> Empty
  ) {
    self.state = state
    self.screen = screen
    self.notice = notice
    self.retry = retry
    self.content = content
    self.empty = empty
  }

  var body: some View {
    stated
      .safeAreaInset(edge: .top, spacing: 0) {
        ReloadNotice(problem: notice, screen: screen) { await retry?() }
          .background(.bar)
      }
  }

  @ViewBuilder private var stated: some View {
    switch state {
    case .loading:
      ProgressView()
        .controlSize(.large)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .accessibilityLabel("Loading")
        .accessibilityIdentifier("\(screen).loading")
    case .empty:
      empty()
    case .content(let value):
      content(value)
    case .failed(let message, let canRetry):
      FailedView(message: message, screen: screen, retry: canRetry ? retry : nil)
    }
  }
}

/// Says what went wrong, and offers to try again where that can help.
struct FailedView: View {
  let message: Phrase
  let screen: String
  var retry: (@MainActor () async -> Void)?

  var body: some View {
    ContentUnavailableView {
      Label("That did not work", systemImage: "exclamationmark.triangle")
    } description: {
      Text(message.localized)
    } actions: {
      if let retry {
        Button("Try again") { Task { await retry() } }
          .buttonStyle(.borderedProminent)
          .tint(.accentFill)
          .accessibilityIdentifier("\(screen).retry")
      }
    }
    .screen("\(screen).failed")
  }
}
