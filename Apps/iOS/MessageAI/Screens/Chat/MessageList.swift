import Domain
import SwiftUI
import ViewModels

/// The messages from top to bottom; opens at the unread line, else at the end.
struct MessageList: View {
  private static let end = "end"

  @Environment(\.accessibilityReduceMotion) private var reducesMotion
  let model: ChatViewModel
  let records: MessageRecordsModel
  let rows: [ChatRow]

  var body: some View {
    ScrollViewReader { scroll in
      ScrollView {
        LazyVStack(spacing: 0) {
          if model.hasOlder { older(scroll) }
          ForEach(rows) { row in
            ChatRowView(row: row, model: model, records: records)
              .id(row.id)
          }
          Color.clear
            .frame(height: 1)
            .id(Self.end)
            .onAppear { Task { await model.setAtEnd(true) } }
            .onDisappear { Task { await model.setAtEnd(false) } }
            .accessibilityHidden(true)
        }
        .padding(.horizontal, 12)
        .padding(.vertical, 8)
      }
      .defaultScrollAnchor(.bottom)
      .scrollDismissesKeyboard(.interactively)
      .overlay(alignment: .bottomTrailing) {
        if model.offersJump { jump(scroll) }
      }
      .task { await open(scroll) }
      .onChange(of: model.target, initial: true) {
        guard let target = model.target else { return }
        show(.message(target), scroll, anchor: .center)
      }
      .onChange(of: rows.last?.id) {
        if model.isAtEnd { toEnd(scroll) }
      }
      .accessibilityIdentifier("chat.messages")
    }
  }

  @ViewBuilder private func older(_ scroll: ScrollViewProxy) -> some View {
    if let problem = model.olderProblem {
      ProblemText(text: problem.sentence)
        .accessibilityIdentifier("chat.olderProblem")
    }
    Button {
      Task { await keepingPlace(scroll) { await model.loadOlder() } }
    } label: {
      if model.isLoadingOlder {
        ProgressView()
      } else {
        Text("Earlier messages")
      }
    }
    .font(.footnote.weight(.medium))
    .frame(maxWidth: .infinity, minHeight: 44)
    .disabled(model.isLoadingOlder)
    .accessibilityIdentifier("chat.older")
    .onAppear { Task { await keepingPlace(scroll) { await model.setAtTop(true) } } }
    .onDisappear { Task { await model.setAtTop(false) } }
  }

  private func jump(_ scroll: ScrollViewProxy) -> some View {
    Button {
      toEnd(scroll)
    } label: {
      Image(systemName: "chevron.down")
        .font(.headline)
        .padding(12)
        .background(.regularMaterial, in: Circle())
        .overlay(alignment: .top) { UnreadBadge(count: model.unread).offset(y: -8) }
    }
    .shadow(radius: 3, y: 1)
    .padding(16)
    .accessibilityLabel("Jump to the newest message")
    .accessibilityValue(model.unread > 0 ? Text("\(model.unread) unread") : Text(verbatim: ""))
    .accessibilityIdentifier("chat.jump")
  }

  private func open(_ scroll: ScrollViewProxy) async {
    if model.target == nil, let line = model.unreadLineRow { scroll.scrollTo(line, anchor: .center) }
    await keepingPlace(scroll) { await model.settle() }
  }

  /// Whatever `load` brings stands above what was on top, which stays on screen.
  private func keepingPlace(_ scroll: ScrollViewProxy, _ load: () async -> Void) async {
    let top = model.firstMessageRow
    await load()
    guard let top, top != model.firstMessageRow else { return }
    if model.isAtEnd {
      scroll.scrollTo(Self.end, anchor: .bottom)
    } else {
      scroll.scrollTo(top, anchor: .top)
    }
  }

  private func toEnd(_ scroll: ScrollViewProxy) {
    withAnimation(reducesMotion ? nil : .snappy) { scroll.scrollTo(Self.end, anchor: .bottom) }
  }

  private func show(_ row: ChatRow.ID, _ scroll: ScrollViewProxy, anchor: UnitPoint) {
    withAnimation(reducesMotion ? nil : .snappy) { scroll.scrollTo(row, anchor: anchor) }
  }
}

/// One row of a chat.
struct ChatRowView: View {
  let row: ChatRow
  let model: ChatViewModel
  let records: MessageRecordsModel

  var body: some View {
    switch row {
    case .beginning:
      Text("This is where the conversation begins.")
        .font(.footnote)
        .foregroundStyle(.secondary)
        .frame(maxWidth: .infinity)
        .padding(.vertical, 16)
        .accessibilityIdentifier("chat.beginning")
    case .day(let text, _):
      Text(text.localized)
        .font(.caption.weight(.semibold))
        .foregroundStyle(.secondary)
        .padding(.horizontal, 12)
        .padding(.vertical, 4)
        .background(.fill.tertiary, in: Capsule())
        .frame(maxWidth: .infinity)
        .padding(.vertical, 12)
        .accessibilityAddTraits(.isHeader)
    case .event(let event):
      Text(event.text.localized)
        .font(.footnote)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
        .frame(maxWidth: .infinity)
        .padding(.vertical, 8)
        .accessibilityIdentifier("chat.event")
    case .unreadLine(let count):
      UnreadLine(count: count)
      if count > 1 { CatchUpButton(count: count, model: model) }
    case .message(let bubble):
      MessageRow(bubble: bubble, model: model, records: records.records[bubble.id] ?? [])
    }
  }
}

/// Stands above the first message that was unread when the chat was opened.
private struct UnreadLine: View {
  let count: Int

  var body: some View {
    HStack(spacing: 12) {
      line
      Text("\(count) new")
        .font(.caption.weight(.semibold))
        .foregroundStyle(.red)
        .fixedSize()
      line
    }
    .padding(.vertical, 12)
    .accessibilityElement(children: .combine)
    .accessibilityAddTraits(.isHeader)
    .accessibilityIdentifier("chat.unreadLine")
  }

  private var line: some View {
    Rectangle()
      .fill(.red.opacity(0.4))
      .frame(height: 1)
  }
}

/// Sums up what stands below the line.
private struct CatchUpButton: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  let count: Int
  let model: ChatViewModel

  var body: some View {
    if session.features.has(.summaries) {
      Button {
        router.sheet = .intelligence(.catchUp(model.conversation, model.unreadLineSeqs))
      } label: {
        Label("Catch up: \(count) messages", systemImage: "sparkles")
          .font(.footnote.weight(.medium))
          .touchTarget()
      }
      .buttonStyle(.borderless)
      .accessibilityIdentifier("chat.catchUpLine")
    }
  }
}
