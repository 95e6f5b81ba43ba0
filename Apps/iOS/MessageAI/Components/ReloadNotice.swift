import SwiftUI
import ViewModels

/// Why what is shown below could not be loaded again, with a way to try once more; nothing while
/// all is well.
struct ReloadNotice: View {
  let problem: Problem?
  /// Prefix of the identifiers of its parts, such as `sessions` for `sessions.notice`.
  let screen: String
  let retry: @MainActor () async -> Void

  var body: some View {
    if let problem {
      HStack(spacing: 10) {
        ProblemText(text: problem.sentence)
          .frame(maxWidth: .infinity, alignment: .leading)
          .accessibilityIdentifier("\(screen).notice")
        if problem.canRetry {
          Button {
            Task { await retry() }
          } label: {
            Text("Try again").touchTarget()
          }
          .buttonStyle(.borderless)
          .font(.footnote.weight(.semibold))
          .accessibilityIdentifier("\(screen).notice.retry")
        }
      }
      .padding(.horizontal, 16)
    }
  }
}

#if DEBUG
  struct ReloadNotice_Previews: PreviewProvider {
    static var previews: some View {
      ReloadNotice(
        problem: Problem("The server cannot be reached. Check the connection and try again.", canRetry: true),
        screen: "preview"
      ) {}
    }
  }
#endif
