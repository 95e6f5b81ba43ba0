import Domain
import SwiftUI
import ViewModels

/// What I am reminded of: what is due, then what waits. The model is the session's:
/// `MainView` says what goes wrong.
struct RemindersView: View {
  let model: RemindersViewModel
  let context: IntelligenceContext

  var body: some View {
    List {
      switch model.state {
      case .content:
        rows("Due", model.due)
        rows("Waiting", model.waiting)
      case .empty, .loading, .failed:
        StateView(model.state, screen: "reminders") { _ in
          EmptyView()
        } empty: {
          EmptyState(
            "No reminders", symbol: "bell",
            text: LocalizedStringKey("Choose it at a message, or say “Remind me …” to the assistant."),
            screen: "reminders")
        }
      }
    }
    .task { await context.directory.run() }
    .navigationTitle("Reminders")
    .navigationBarTitleDisplayMode(.inline)
    .accessibilityIdentifier("reminders.list")
  }

  @ViewBuilder private func rows(_ title: LocalizedStringKey, _ reminders: [Reminder]) -> some View {
    if !reminders.isEmpty {
      Section(title) {
        ForEach(reminders) { reminder in
          ReminderRow(reminder: reminder, model: model, context: context)
        }
      }
    }
  }
}

/// One reminder, with done and later.
struct ReminderRow: View {
  @Environment(Router.self) private var router
  let reminder: Reminder
  let model: RemindersViewModel
  let context: IntelligenceContext

  var body: some View {
    HStack(alignment: .top) {
      Button {
        open()
      } label: {
        VStack(alignment: .leading, spacing: 4) {
          Text(text)
          Text(Phrase.joined(facts, by: " · ").localized)
            .font(.footnote)
            .foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
        .contentShape(Rectangle())
        .accessibilityElement(children: .combine)
      }
      .buttonStyle(.plain)
      .accessibilityIdentifier("reminder.\(reminder.id)")
      Button {
        Task { await model.finish(reminder) }
      } label: {
        Label("Done", systemImage: "checkmark.circle")
          .labelStyle(.iconOnly)
          .touchTarget()
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Done: \(text)")
      .accessibilityIdentifier("reminder.\(reminder.id).done")
      Menu {
        ForEach(model.delays) { delay in
          Button(delay.title.localized) {
            Task { await model.postpone(reminder, delay) }
          }
          .accessibilityIdentifier("reminder.\(reminder.id).later.\(delay.rawValue)")
        }
      } label: {
        Label("Later", systemImage: "clock")
          .labelStyle(.iconOnly)
          .touchTarget()
      }
      .accessibilityLabel("Later: \(text)")
      .accessibilityIdentifier("reminder.\(reminder.id).later")
    }
  }

  private var text: String { RemindersViewModel.text(of: reminder).localized }

  private var facts: [Phrase] {
    var facts = [context.texts.moment(reminder.at)]
    if let dueAt = reminder.dueAt { facts.append("due \(context.texts.moment(dueAt))") }
    if let conversation = reminder.conversation { facts.append(context.directory.shownTitle(of: conversation)) }
    return facts
  }

  /// Where it is said; a digest is among the earlier answers.
  private func open() {
    if let conversation = reminder.conversation {
      context.open(MessageLink(conversation: conversation, message: reminder.message))
    } else if reminder.output != nil {
      router.push(.intelligence(.earlier))
    }
  }
}

/// When to be reminded of a message.
struct RemindMenu: View {
  @Environment(Session.self) private var session
  let message: MessageID
  let conversation: ConversationID

  var body: some View {
    Menu {
      ForEach(session.reminders.delays) { delay in
        Button(delay.title.localized) {
          Task { await session.reminders.remind(of: message, in: conversation, delay) }
        }
        .accessibilityIdentifier("message.remind.\(delay.rawValue)")
      }
    } label: {
      Label("Remind me", systemImage: "bell")
    }
    .accessibilityIdentifier("message.remind")
  }
}

#if DEBUG
  struct RemindersView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          RemindersView(model: session.reminders, context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
