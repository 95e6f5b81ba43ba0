import Domain
import SwiftUI
import ViewModels

/// One conversation: its messages, who is typing, and the line to write.
struct ChatScreen: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  @Environment(\.scenePhase) private var scenePhase
  @State private var model: ChatViewModel
  @State private var records: MessageRecordsModel
  @State private var picker: FilePicker

  init(model: ChatViewModel, records: MessageRecordsModel, picker: FilePicker) {
    _model = State(initialValue: model)
    _records = State(initialValue: records)
    _picker = State(initialValue: picker)
  }

  var body: some View {
    VStack(spacing: 0) {
      StateView(model.state, screen: "chat") { rows in
        MessageList(model: model, records: records, rows: rows)
      } empty: {
        EmptyState(
          "Nothing here yet", symbol: "text.bubble", text: "Say hello: your first message opens the conversation.",
          screen: "chat")
      }
      if model.timeline != nil {
        TypingLine(text: model.typingText)
        ComposerView(model: model, picker: picker)
      }
    }
    .navigationTitle(Text(verbatim: model.title.localized))
    .navigationBarTitleDisplayMode(.inline)
    .hidesTabBarOnPhones()
    .toolbar { toolbar }
    .task { await model.run() }
    .task { await records.run() }
    .task(id: router.focus) { await showFocus() }
    .onAppear { model.appear() }
    .onDisappear { model.disappear() }
    .onChange(of: scenePhase) { Task { await model.sceneChanged(isActive: scenePhase == .active) } }
    .onChange(of: model.newestSeq) { Task { await model.seeEnd() } }
    .problemAlert(model.problem ?? model.composer.problem) { dismissProblems() }
    .screen("chat")
  }

  @ToolbarContentBuilder private var toolbar: some ToolbarContent {
    if model.timeline != nil {
      ToolbarItem(placement: .principal) {
        Button {
          router.push(.conversationInfo(model.conversation))
        } label: {
          HStack(spacing: 8) {
            Avatar(
              model.title.localized, key: model.other?.user.description ?? model.conversation.description,
              photo: model.photo, size: 28)
            VStack(spacing: 0) {
              Text(verbatim: model.title.localized)
                .font(.headline)
              if !model.subtitle.isEmpty {
                Text(verbatim: model.subtitle.localized)
                  .font(.caption)
                  .foregroundStyle(.secondary)
              }
            }
            .lineLimit(1)
          }
        }
        .buttonStyle(.plain)
        .accessibilityElement(children: .combine)
        .accessibilityHint("Shows who is in this conversation")
        .accessibilityIdentifier("chat.info")
      }
    }
    ToolbarItem(placement: .primaryAction) {
      if session.features.has(.ai) {
        Button {
          router.sheet = .intelligence(.catchUp(model.conversation, nil))
        } label: {
          Label("Catch up", systemImage: "sparkles")
        }
        .accessibilityIdentifier("chat.catchUp")
      }
    }
  }

  private func showFocus() async {
    guard let message = router.focus(in: model.conversation) else { return }
    await model.reveal(message)
    router.arrived(at: message)
  }

  private func dismissProblems() {
    model.dismissProblem()
    model.composer.dismissProblem()
  }
}

/// Who is typing. Keeps its place, so that nothing jumps.
private struct TypingLine: View {
  let text: Phrase?

  var body: some View {
    Text(verbatim: text?.localized ?? " ")
      .font(.caption)
      .foregroundStyle(.secondary)
      .lineLimit(1)
      .frame(maxWidth: .infinity, alignment: .leading)
      .padding(.horizontal, 20)
      .padding(.vertical, 2)
      .accessibilityHidden(text == nil)
      .accessibilityIdentifier("chat.typing")
  }
}

#if DEBUG
  struct ChatScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { RouteView(route: .chat(PreviewSamples.team)) }
      }
    }
  }
#endif
