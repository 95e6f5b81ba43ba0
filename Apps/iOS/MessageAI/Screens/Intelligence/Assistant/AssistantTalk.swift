import Domain
import SwiftUI
import ViewModels

/// What was said between me and the assistant, with what is on its way at the end.
struct AssistantTalk: View {
  let model: AssistantViewModel
  let context: IntelligenceContext

  var body: some View {
    ScrollViewReader { proxy in
      List {
        ReloadNotice(problem: model.reloadProblem, screen: "assistant") { await model.load() }
          .listRowSeparator(.hidden)
        if isTalking {
          rows
        } else {
          StateView(model.state, screen: "assistant", retry: { await model.load() }) { _ in
            EmptyView()
          } empty: {
            welcome
          }
        }
      }
      .listStyle(.plain)
      .refreshable { await model.load() }
      .onChange(of: model.growing?.text) { proxy.scrollTo(Self.end, anchor: .bottom) }
      .onChange(of: model.state.content?.count) { proxy.scrollTo(Self.end, anchor: .bottom) }
      .accessibilityIdentifier("assistant.list")
    }
  }

  private static let end = "end"

  private var isTalking: Bool { model.state.content != nil || model.pending != nil || !model.waiting.isEmpty }

  @ViewBuilder private var rows: some View {
    ForEach(model.state.content ?? []) { message in
      AssistantRow(message: message, model: model, context: context)
    }
    ForEach(model.waiting) { request in
      AssistantWaitingRow(request: request, model: model)
    }
    if let pending = model.pending {
      AssistantBubble(text: pending, isMine: true)
        .accessibilityIdentifier("assistant.pending")
      if let growing = model.growing, !growing.text.isEmpty {
        AssistantBubble(text: growing.text, isMine: false)
          .accessibilityIdentifier("assistant.growing")
      } else {
        ProgressView()
          .accessibilityLabel("The assistant is thinking")
          .accessibilityIdentifier("assistant.thinking")
      }
    }
    Color.clear
      .frame(height: 1)
      .listRowSeparator(.hidden)
      .accessibilityHidden(true)
      .id(Self.end)
  }

  private var welcome: some View {
    EmptyState(
      "Your assistant", symbol: "sparkles",
      text: "It reads what you may read, and changes nothing without your approval.", screen: "assistant"
    ) {
      example(String(localized: "What did I miss?"), "missed")
      example(String(localized: "What are my action items?"), "actions")
      example(String(localized: "What did we decide?"), "decisions")
      example(String(localized: "What is urgent?"), "urgent")
    }
  }

  /// What is said is what the button says: the server understands these in each language of the
  /// app.
  private func example(_ text: String, _ name: String) -> some View {
    Button(text) {
      Task { await model.say(text) }
    }
    .buttonStyle(.bordered)
    .accessibilityIdentifier("assistant.example.\(name)")
  }
}

/// One entry of the talk, with its sources, the changes it asks leave for, and its receipt.
struct AssistantRow: View {
  let message: AssistantMessage
  let model: AssistantViewModel
  let context: IntelligenceContext

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      AssistantBubble(text: message.text, isMine: message.role == .user)
        .accessibilityIdentifier("assistant.message.\(message.id)")
      if !sources.isEmpty {
        HStack {
          Text("Sources")
            .font(.caption)
            .foregroundStyle(.secondary)
          ForEach(sources) { source in
            CitationButton(source: source, context: context)
          }
        }
      }
      ForEach(message.proposals) { proposal in
        ProposalCard(proposal: proposal, model: model)
      }
      if let receipt = message.receipt.flatMap(ReceiptText.sentence) {
        Text(receipt.localized)
          .font(.caption)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("assistant.receipt.\(message.id)")
      }
    }
    .listRowSeparator(.hidden)
    .task(id: message.id) { await context.directory.learn(Set(message.citations.map(\.conversation))) }
  }

  private var sources: [OutputReading.Source] { OutputReading.sources(of: message) }
}

/// What I have said without a connection: it waits, or the server has refused it.
struct AssistantWaitingRow: View {
  let request: DeferredRequest
  let model: AssistantViewModel

  var body: some View {
    VStack(alignment: .trailing, spacing: 4) {
      AssistantBubble(text: AssistantViewModel.words(of: request), isMine: true)
        .accessibilityIdentifier("assistant.waiting.\(request.id)")
      HStack {
        if let failure = request.failure {
          Label(Problem(failure).sentence.localized, systemImage: "exclamationmark.triangle")
        } else {
          Label("Waits for the connection", systemImage: "clock")
        }
        if request.failure != nil {
          button("Try again", "retry") { await model.retry(request) }
        }
        button("Cancel", "cancel") { await model.discard(request) }
      }
      .font(.footnote)
      .foregroundStyle(.secondary)
    }
    .listRowSeparator(.hidden)
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
    .accessibilityIdentifier("assistant.waiting.\(request.id).\(name)")
  }
}

/// Words of the talk: mine on the trailing side, the assistant's marked as its own.
struct AssistantBubble: View {
  let text: String
  let isMine: Bool

  var body: some View {
    HStack {
      if isMine { Spacer(minLength: 40) }
      VStack(alignment: .leading, spacing: 4) {
        if !isMine { AIMark() }
        Text(text)
          .textSelection(.enabled)
      }
      .padding(10)
      .background(isMine ? Color.accentColor.opacity(0.2) : Color.secondary.opacity(0.15))
      .clipShape(RoundedRectangle(cornerRadius: 12))
      if !isMine { Spacer(minLength: 40) }
    }
    .accessibilityElement(children: .combine)
  }
}

#if DEBUG
  struct AssistantTalk_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        PreviewState((session.assistant(), IntelligenceSamples.context(session))) { model, context in
          AssistantTalk(model: model, context: context)
            .task { await model.load() }
        }
      }
    }
  }
#endif
