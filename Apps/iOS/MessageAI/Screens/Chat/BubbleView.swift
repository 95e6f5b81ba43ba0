import Domain
import SwiftUI
import ViewModels

/// The bubble itself: name, what it answers, text, time and mark.
struct BubbleView: View {
  let bubble: ChatBubble
  let showsName: Bool
  var isTarget = false
  /// Goes to the message that this one answers.
  var showAnswered: (@MainActor (MessageID) -> Void)?

  var body: some View {
    VStack(alignment: isMine ? .trailing : .leading, spacing: 3) {
      if showsName, bubble.startsGroup, !isMine {
        Text(verbatim: bubble.item.senderName)
          .font(.caption.weight(.semibold))
          .foregroundStyle(.secondary)
          .padding(.leading, 12)
      }
      if hasBubble {
        VStack(alignment: .leading, spacing: 6) {
          if let quote = bubble.quote {
            QuoteView(quote: quote, isMine: isMine, show: showAnswered)
          } else if let answered = bubble.unknownAnswered, let showAnswered {
            earlier(answered, showAnswered)
          }
          text
        }
        .padding(.horizontal, 14)
        .padding(.vertical, 9)
        .background(background, in: shape)
        .overlay {
          if isTarget { shape.strokeBorder(Color.accentColor, lineWidth: 3) }
        }
        .contentShape(.contextMenuPreview, shape)
      }
      meta
    }
    .accessibilityElement(children: .combine)
  }

  /// A message without text has its files only, and what it answers.
  private var hasBubble: Bool {
    bubble.item.attachments.isEmpty || !bubble.item.text.isEmpty || bubble.quote != nil
      || bubble.unknownAnswered != nil
  }

  private var isMine: Bool { bubble.item.isMine }

  private var shape: RoundedRectangle { RoundedRectangle(cornerRadius: 18, style: .continuous) }

  private var background: AnyShapeStyle {
    if bubble.item.isDeleted { return AnyShapeStyle(.fill.quaternary) }
    return isMine ? AnyShapeStyle(Color.accentFill) : AnyShapeStyle(.fill.tertiary)
  }

  @ViewBuilder private var text: some View {
    if bubble.item.isDeleted {
      Text(bubble.text.localized)
        .italic()
        .foregroundStyle(.secondary)
    } else if !bubble.item.text.isEmpty {
      Text(LinkedText.attributed(bubble.item.text))
        .foregroundStyle(isMine ? Color.white : Color.primary)
        .tint(isMine ? .white : .accentColor)
    }
  }

  /// What it answers is not on this device: a tap fetches it.
  private func earlier(_ answered: MessageID, _ show: @escaping @MainActor (MessageID) -> Void) -> some View {
    Button {
      show(answered)
    } label: {
      Label("Earlier message", systemImage: "arrow.turn.left.up")
        .font(.caption.weight(.semibold))
        .foregroundStyle(isMine ? Color.white : Color.accentColor)
        .touchTarget()
    }
    .buttonStyle(.plain)
    .accessibilityHint("Shows the message that this one answers")
    .accessibilityIdentifier("chat.earlier.\(bubble.id)")
  }

  private var meta: some View {
    HStack(spacing: 4) {
      if bubble.item.isEdited, !bubble.item.isDeleted { Text("edited") }
      Text(verbatim: bubble.timeText)
      if isMine, !bubble.item.isDeleted { StatusMark(status: bubble.shownStatus) }
    }
    .font(.caption2)
    .foregroundStyle(.secondary)
    .padding(.horizontal, 8)
  }
}

/// The message that another one answers.
struct QuoteView: View {
  let quote: ChatBubble.Quote
  let isMine: Bool
  let show: (@MainActor (MessageID) -> Void)?

  var body: some View {
    if let show {
      Button {
        show(quote.message)
      } label: {
        content
      }
      .buttonStyle(.plain)
      .accessibilityLabel("Answers \(quote.senderName.localized): \(quote.text.localized)")
      .accessibilityIdentifier("chat.quote.\(quote.message)")
    } else {
      content
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Answers \(quote.senderName.localized): \(quote.text.localized)")
    }
  }

  private var content: some View {
    HStack(spacing: 8) {
      RoundedRectangle(cornerRadius: 1.5)
        .fill(isMine ? Color.white : Color.accentColor)
        .frame(width: 3)
      VStack(alignment: .leading, spacing: 1) {
        Text(verbatim: quote.senderName.localized)
          .font(.caption.weight(.semibold))
        Text(verbatim: quote.text.localized)
          .font(.caption)
          .lineLimit(2)
      }
      .foregroundStyle(isMine ? Color.white : Color.primary)
    }
    .fixedSize(horizontal: false, vertical: true)
  }
}
