import Domain
import SwiftUI
import ViewModels

/// A message in its place: at the right when it is mine, else at the left with its sender.
struct MessageRow: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  @State private var asksToDelete = false
  let bubble: ChatBubble
  let model: ChatViewModel
  let records: [MessageRecord]

  var body: some View {
    VStack(alignment: bubble.item.isMine ? .trailing : .leading, spacing: 4) {
      HStack(alignment: .bottom, spacing: 8) {
        if bubble.item.isMine { Spacer(minLength: 48) }
        if showsAvatar { avatar }
        VStack(alignment: bubble.item.isMine ? .trailing : .leading, spacing: 4) {
          if !bubble.item.attachments.isEmpty {
            AttachmentsView(attachments: bubble.item.attachments, uploads: model.uploads)
              .contextMenu { MessageMenu(bubble: bubble, model: model, asksToDelete: $asksToDelete) }
              .swipeToReply(isOn: bubble.canReply) { model.composer.reply(to: bubble.item) }
          }
          BubbleView(bubble: bubble, showsName: model.isGroup, isTarget: model.target == bubble.id) { answered in
            Task { await model.reveal(answered) }
          }
          .contextMenu { MessageMenu(bubble: bubble, model: model, asksToDelete: $asksToDelete) }
          .accessibilityIdentifier("chat.message.\(bubble.id)")
          .swipeToReply(isOn: bubble.canReply) { model.composer.reply(to: bubble.item) }
        }
        if !bubble.item.isMine { Spacer(minLength: 48) }
      }
      if let reason = bubble.item.urgentReason {
        UrgentLine(reason: reason)
          .padding(.leading, showsAvatar ? 36 : 0)
          .accessibilityIdentifier("chat.urgent.\(bubble.id)")
      }
      if !bubble.item.isDeleted, !records.isEmpty {
        RecordChips(records: records) { record in
          router.sheet = .intelligence(.record(record.kind, model.conversation, record.id))
        }
        .padding(.leading, showsAvatar ? 36 : 0)
      }
      if let wish = model.wishes[bubble.id], session.features.has(.ai), session.features.has(.scheduling) {
        MeetingCard(wish: wish, model: model)
          .padding(.leading, showsAvatar ? 36 : 0)
      }
      if bubble.replyCount > 0 { replies }
      if bubble.canRetry { failure }
    }
    .padding(.top, bubble.startsGroup ? 10 : 2)
    .task(id: model.target) { await leaveTarget() }
    .confirm(
      "Delete this message?", isPresented: $asksToDelete, action: "Delete", identifier: "chat.confirmDelete",
      message: "It disappears for everyone. A placeholder stays."
    ) {
      await model.delete(bubble.id)
    }
  }

  private var showsAvatar: Bool { model.isGroup && !bubble.item.isMine }

  private var avatar: some View {
    Avatar(bubble.item.senderName, key: bubble.item.sender, photo: bubble.senderPhoto, size: 28)
      .opacity(bubble.startsGroup ? 1 : 0)
  }

  private var replies: some View {
    Button {
      router.push(.thread(model.conversation, bubble.id))
    } label: {
      Label(
        bubble.replyCount == 1 ? "1 reply" : "\(bubble.replyCount) replies",
        systemImage: "bubble.left.and.bubble.right"
      )
      .font(.caption.weight(.medium))
      .touchTarget()
    }
    .padding(.leading, showsAvatar ? 36 : 0)
    .accessibilityIdentifier("chat.replies.\(bubble.id)")
  }

  private var failure: some View {
    HStack(spacing: 12) {
      if let text = bubble.failureText { ProblemText(text: text) }
      Button {
        Task { await model.retry(bubble.id) }
      } label: {
        Text("Retry").touchTarget()
      }
      .accessibilityIdentifier("chat.retry.\(bubble.id)")
      Button(role: .destructive) {
        Task { await model.discard(bubble.id) }
      } label: {
        Text("Discard").touchTarget()
      }
      .accessibilityIdentifier("chat.discard.\(bubble.id)")
    }
    .font(.footnote.weight(.medium))
  }

  /// A message that was pointed out is so for a moment only.
  private func leaveTarget() async {
    guard model.target == bubble.id else { return }
    await model.pointOut()
  }
}

/// Says quietly that somebody wants to meet, and finds times for it.
private struct MeetingCard: View {
  @Environment(Router.self) private var router
  let wish: MeetingWish
  let model: ChatViewModel

  var body: some View {
    HStack(spacing: 8) {
      Image(systemName: "calendar.badge.clock")
        .foregroundStyle(.secondary)
        .accessibilityHidden(true)
      if wish.topic.isEmpty {
        Text("A time to meet").foregroundStyle(.secondary)
      } else {
        Text(verbatim: wish.topic).foregroundStyle(.secondary)
      }
      Button("Find a time") { router.sheet = .intelligence(.meet(model.conversation, wish)) }
        .accessibilityIdentifier("chat.findTime.\(wish.message)")
      Button {
        Task { await model.dismiss(wish) }
      } label: {
        Label("No time is needed", systemImage: "xmark")
          .labelStyle(.iconOnly)
          .touchTarget()
      }
      .accessibilityIdentifier("chat.noTime.\(wish.message)")
    }
    .font(.footnote)
    .padding(.horizontal, 10)
    .background(Color.secondary.opacity(0.1), in: RoundedRectangle(cornerRadius: 10))
  }
}

/// What can be done with a message.
struct MessageMenu: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  let bubble: ChatBubble
  let model: ChatViewModel
  @Binding var asksToDelete: Bool

  var body: some View {
    if !bubble.item.isDeleted {
      if bubble.canReply {
        Button {
          model.composer.reply(to: bubble.item)
        } label: {
          Label("Reply", systemImage: "arrowshape.turn.up.left")
        }
        .accessibilityIdentifier("message.reply")
      }
      if !bubble.item.text.isEmpty { CopyButton(text: bubble.item.text) }
      if bubble.canEdit {
        Button {
          model.composer.edit(bubble.item)
        } label: {
          Label("Edit", systemImage: "pencil")
        }
        .accessibilityIdentifier("message.edit")
      }
      if bubble.isCommitted {
        committed
      }
      if bubble.canDelete {
        Divider()
        Button(role: .destructive) {
          asksToDelete = true
        } label: {
          Label("Delete", systemImage: "trash")
        }
        .accessibilityIdentifier("message.delete")
      }
    }
  }

  @ViewBuilder private var committed: some View {
    Button {
      router.push(.thread(model.conversation, bubble.id))
    } label: {
      Label("Show thread", systemImage: "bubble.left.and.bubble.right")
    }
    .accessibilityIdentifier("message.thread")
    Button {
      router.sheet = .messageDetails(model.conversation, bubble.id)
    } label: {
      Label("Details", systemImage: "info.circle")
    }
    .accessibilityIdentifier("message.details")
    Button {
      Task { await model.markUnread(from: bubble.id) }
    } label: {
      Label("Mark as unread", systemImage: "envelope.badge")
    }
    .accessibilityIdentifier("message.markUnread")
    if session.features.has(.reminders) { RemindMenu(message: bubble.id, conversation: model.conversation) }
    Divider()
    Button {
      router.sheet = .intelligence(.mark(.actionItem, model.conversation, bubble.id))
    } label: {
      Label("Mark as action item", systemImage: "checklist")
    }
    .accessibilityIdentifier("message.markActionItem")
    Button {
      router.sheet = .intelligence(.mark(.decision, model.conversation, bubble.id))
    } label: {
      Label("Mark as decision", systemImage: "checkmark.seal")
    }
    .accessibilityIdentifier("message.markDecision")
    if bubble.canCorrectPriority, session.features.has(.ai), session.features.has(.priorities) { priority }
  }

  @ViewBuilder private var priority: some View {
    if bubble.item.urgentReason == nil {
      Button {
        Task { await model.correct(bubble.id, to: .urgent) }
      } label: {
        Label("This is urgent", systemImage: "exclamationmark.circle")
      }
      .accessibilityIdentifier("message.urgent")
    } else {
      Button {
        Task { await model.correct(bubble.id, to: .canWait) }
      } label: {
        Label("This can wait", systemImage: "clock")
      }
      .accessibilityIdentifier("message.canWait")
    }
  }
}
