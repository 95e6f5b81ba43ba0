import Domain
import SwiftUI
import ViewModels

/// Messages by how much they want of me, each with the reason, and with one tap to correct it.
struct PriorityInboxView: View {
  @Bindable var model: PriorityInboxViewModel
  let context: IntelligenceContext

  var body: some View {
    List {
      Toggle("Unread only", isOn: $model.isUnreadOnly)
        .accessibilityIdentifier("priority.unreadOnly")
      ReloadNotice(problem: model.reloadProblem, screen: "priority") { await model.load() }
      switch model.state {
      case .content(let sections):
        ForEach(sections) { section in
          Section {
            ForEach(section.verdicts) { verdict in
              VerdictRow(verdict: verdict, model: model, context: context)
            }
          } header: {
            HStack {
              Text(section.priority.label)
              Text(section.verdicts.count.formatted())
              Spacer()
              AIMark()
            }
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.isHeader)
            .accessibilityIdentifier("priority.section.\(section.priority.rawValue)")
          }
        }
      case .empty, .loading, .failed:
        StateView(model.state, screen: "priority", retry: { await model.load() }) { _ in
          EmptyView()
        } empty: {
          EmptyState(
            "Nothing waits for you", symbol: "tray",
            text: model.isUnreadOnly ? "Nothing unread. Enjoy the quiet." : "No messages in the last two weeks.",
            screen: "priority")
        }
      }
    }
    .refreshable { await model.load() }
    .task(id: model.isUnreadOnly) { await model.run() }
    .task(id: conversations) { await context.directory.learn(conversations) }
    .problemAlert(model.problem ?? context.opinions.problem) {
      model.dismissProblem()
      context.opinions.dismissProblem()
    }
    .accessibilityIdentifier("priority.list")
  }

  private var conversations: Set<ConversationID> {
    Set((model.state.content ?? []).flatMap(\.verdicts).map(\.conversation))
  }
}

/// One message of the inbox.
struct VerdictRow: View {
  let verdict: PriorityVerdict
  let model: PriorityInboxViewModel
  let context: IntelligenceContext

  var body: some View {
    HStack(alignment: .top) {
      Button {
        context.open(MessageLink(conversation: verdict.conversation, message: verdict.message))
      } label: {
        VStack(alignment: .leading, spacing: 4) {
          HStack {
            Text(from)
              .font(.headline)
            Spacer()
            Text(context.texts.short(verdict.createdAt).localized)
              .font(.caption)
              .foregroundStyle(.secondary)
          }
          Text(verdict.excerpt)
            .lineLimit(3)
          Text(Phrase(known: verdict.reason).localized)
            .font(.footnote)
            .foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
      }
      .buttonStyle(.plain)
      .accessibilityHint("Shows the message")
      .accessibilityIdentifier("verdict.\(verdict.seq)")
      Menu {
        ForEach(Priority.allCases.filter { $0 != verdict.priority }, id: \.self) { priority in
          Button(priority.correction) {
            Task { await model.correct(verdict, to: priority) }
          }
          .accessibilityIdentifier("verdict.\(verdict.seq).\(priority.rawValue)")
        }
        Button("Not helpful here") {
          Task {
            guard await context.opinions.reject(.priority, verdict.message, in: verdict.conversation) else { return }
            await model.load()
          }
        }
        .accessibilityIdentifier("verdict.\(verdict.seq).unhelpful")
      } label: {
        Label("Correct", systemImage: "arrow.up.arrow.down.circle")
          .labelStyle(.iconOnly)
      }
      .accessibilityLabel("Correct: \(verdict.excerpt)")
      .accessibilityIdentifier("verdict.\(verdict.seq).correct")
    }
    .swipeActions(edge: .leading) {
      if verdict.priority != .urgent {
        Button("Urgent") {
          Task { await model.correct(verdict, to: .urgent) }
        }
        .tint(.red)
      }
    }
    .swipeActions(edge: .trailing) {
      if verdict.priority != .canWait {
        Button("Can wait") {
          Task { await model.correct(verdict, to: .canWait) }
        }
        .tint(.blue)
      }
    }
  }

  private var from: String {
    context.directory.sender(verdict.sender, in: verdict.conversation).localized
  }
}

extension Priority {
  var label: LocalizedStringKey {
    switch self {
    case .urgent: "Urgent"
    case .canWait: "Can wait"
    case .aiHandled: "Taken care of"
    }
  }

  /// As a correction: what the message is instead.
  var correction: LocalizedStringKey {
    switch self {
    case .urgent: "This is urgent"
    case .canWait: "This can wait"
    case .aiHandled: "This is taken care of"
    }
  }
}

#if DEBUG
  struct PriorityInboxView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        PreviewState((session.priorityInbox(), IntelligenceSamples.context(session))) { model, context in
          PriorityInboxView(model: model, context: context)
        }
      }
    }
  }
#endif
