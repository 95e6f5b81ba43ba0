import Domain
import SwiftUI
import ViewModels

/// What waits for the server besides messages, and what it has refused. The model is the session's.
struct WaitingRequestsView: View {
  let model: RequestsViewModel
  let texts: TimeTexts

  var body: some View {
    List {
      if model.requests.isEmpty {
        EmptyState(
          "Nothing waits", symbol: "checkmark.circle",
          text: LocalizedStringKey("What you change or ask without a connection stands here until the server has it."),
          screen: "waiting")
      }
      rows("Refused", model.refused)
      rows("Waiting", model.waiting)
    }
    .navigationTitle("Waiting for the server")
    .navigationBarTitleDisplayMode(.inline)
    .problemAlert(model.problem) { model.dismissProblem() }
    .accessibilityIdentifier("waiting.list")
  }

  @ViewBuilder private func rows(_ title: LocalizedStringKey, _ requests: [DeferredRequest]) -> some View {
    if !requests.isEmpty {
      Section(title) {
        ForEach(requests) { request in
          WaitingRequestRow(request: request, model: model, texts: texts)
        }
      }
    }
  }
}

/// One request, with the ways to send it again and to take it back.
struct WaitingRequestRow: View {
  let request: DeferredRequest
  let model: RequestsViewModel
  let texts: TimeTexts

  var body: some View {
    HStack {
      VStack(alignment: .leading, spacing: 4) {
        Text(RequestTexts.text(of: request.request).localized)
        Text((model.reason(request) ?? texts.moment(request.createdAt)).localized)
          .font(.footnote)
          .foregroundStyle(.secondary)
      }
      .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
      .accessibilityElement(children: .combine)
      .accessibilityIdentifier("waiting.\(request.id)")
      if request.failure != nil {
        button("Try again", "retry") { await model.retry(request) }
      }
      button("Cancel", "cancel") { await model.discard(request) }
    }
  }

  private func button(
    _ title: LocalizedStringKey, _ name: String, _ action: @escaping @MainActor () async -> Void
  ) -> some View {
    Button {
      Task { await action() }
    } label: {
      Text(title).touchTarget()
    }
    .buttonStyle(.borderless)
    .accessibilityIdentifier("waiting.\(request.id).\(name)")
  }
}

#if DEBUG
  struct WaitingRequestsView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          WaitingRequestsView(model: session.requests, texts: session.services.texts)
            .task { await session.requests.run() }
        }
      }
    }
  }
#endif
