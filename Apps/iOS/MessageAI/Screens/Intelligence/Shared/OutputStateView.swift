import SwiftUI
import ViewModels

/// An output in whichever state it is, as rows of a list.
struct OutputStateView: View {
  let model: OutputViewModel
  let context: IntelligenceContext
  /// Prefix of the identifiers, such as `summary`.
  let screen: String
  /// Said before anything was asked, and after the output was dismissed.
  let hint: LocalizedStringKey

  var body: some View {
    if let notice = model.notice {
      Section {
        Label(notice.localized, systemImage: "wifi.slash")
          .font(.footnote)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("\(screen).notice")
      }
    }
    if model.waiting != nil { waiting }
    switch model.state {
    case .empty where model.waiting != nil: EmptyView()
    case .empty:
      Section {
        Text(hint)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("\(screen).empty")
      }
    case .loading:
      Section {
        HStack(spacing: 12) {
          ProgressView()
          Text("Reading…")
            .foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("\(screen).loading")
      }
    case .content(let output):
      OutputSections(model: model, output: output, context: context)
    case .failed(let message, let canRetry):
      Section {
        Label(message.localized, systemImage: "exclamationmark.triangle")
          .accessibilityIdentifier("\(screen).failed")
        if canRetry {
          Button("Try again") {
            Task { await model.retry() }
          }
          .accessibilityIdentifier("\(screen).retry")
        }
      }
    }
  }
}

extension OutputStateView {
  /// That the question waits, and the way to take it back.
  fileprivate var waiting: some View {
    Section {
      HStack {
        Label("You are offline. This is answered when the connection is back.", systemImage: "clock")
          .frame(maxWidth: .infinity, alignment: .leading)
          .accessibilityIdentifier("\(screen).waiting")
        Button {
          Task { await model.cancelWaiting() }
        } label: {
          Text("Cancel").touchTarget()
        }
        .buttonStyle(.borderless)
        .accessibilityIdentifier("\(screen).cancel")
      }
    }
  }
}

#if DEBUG
  struct OutputStateView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        List {
          OutputStateView(
            model: IntelligenceSamples.output(nil), context: IntelligenceSamples.context(session), screen: "summary",
            hint: "Choose what to summarise.")
        }
        List {
          OutputStateView(
            model: IntelligenceSamples.output(IntelligenceSamples.digest),
            context: IntelligenceSamples.context(session),
            screen: "digest", hint: "Nothing was missed.")
        }
      }
    }
  }
#endif
