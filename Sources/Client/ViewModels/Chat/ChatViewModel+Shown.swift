import Domain

// What is shown.
extension ChatViewModel {
  public var rows: [ChatRow] { state.content ?? [] }

  /// The group's name, or the other person's.
  public var title: Phrase {
    guard let timeline else { return "" }
    let name = timeline.conversation.name ?? timeline.members.first { $0.user != me }?.name
    return name.map(Phrase.init(verbatim:)) ?? "Only you"
  }

  /// `online`, when the other person was last seen, or how many people are in the group.
  public var subtitle: Phrase {
    guard let timeline else { return "" }
    guard timeline.conversation.kind == .direct else {
      let count = group.present.count
      return count == 1 ? "1 member" : "\(count) members"
    }
    guard let other = timeline.members.first(where: { $0.user != me }) else { return "" }
    return presence[other.user].map(presenceText) ?? ""
  }

  /// `nil` when nobody is typing.
  public var typingText: Phrase? {
    guard let timeline else { return nil }
    let names = typing.compactMap { user in timeline.members.first { $0.user == user }?.name }
    return TypingText.sentence(for: names)
  }

  /// Older messages exist, here or on the server.
  public var hasOlder: Bool {
    guard let timeline else { return false }
    return timeline.hasOlder || timeline.items.count > shown
  }

  public var isGroup: Bool { timeline?.conversation.kind == .group }

  /// The other person of a direct conversation.
  public var other: Member? {
    guard let timeline, timeline.conversation.kind == .direct else { return nil }
    return timeline.members.first { $0.user != me }
  }

  /// The group's, or the other person's; `nil` where initials stand.
  public var photo: String? { isGroup ? timeline?.conversation.photo : other?.photo }

  /// Messages of others that have not been read.
  public var unread: Int { timeline?.unread ?? 0 }

  public func presence(of user: UserID) -> Presence.State? { presence[user]?.state }

  /// One message, ready to be shown on its own; `nil` when it is not on this device.
  public func bubble(_ message: MessageID) -> ChatBubble? {
    timeline.flatMap { builder.bubble(message, in: $0) }
  }

  /// The same, as a screen of its own shows it.
  public func bubbleState(_ message: MessageID) -> ScreenState<ChatBubble> {
    switch state {
    case .loading: .loading
    case .failed(let message, let canRetry): .failed(message: message, canRetry: canRetry)
    case .empty, .content: bubble(message).map { .content($0) } ?? .empty
    }
  }

  /// The conversation itself, as a screen about it shows it: also without a message.
  public var infoState: ScreenState<Timeline> {
    switch state {
    case .loading: .loading
    case .failed(let message, let canRetry): .failed(message: message, canRetry: canRetry)
    case .empty, .content: timeline.map { .content($0) } ?? .empty
    }
  }

  /// Where the chat opens, if something was unread: the line, or `nil` for the end.
  public var unreadLineRow: ChatRow.ID? {
    rows.first { $0.id == .unreadLine }?.id
  }

  /// The seqs from the first message below that line to the newest; `nil` without a line.
  public var unreadLineSeqs: ClosedRange<Int64>? {
    guard let line = rows.firstIndex(where: { $0.id == .unreadLine }),
      let first = rows[line...].lazy.compactMap({ $0.bubble?.item.seq }).first, first <= newestSeq
    else { return nil }
    return first...newestSeq
  }

  /// The oldest message shown.
  public var firstMessageRow: ChatRow.ID? {
    rows.first { $0.bubble != nil }?.id
  }

  /// The way back to the newest message is worth offering.
  public var offersJump: Bool { isSettled && !isAtEnd }

  /// The message that the exchange around `message` began with, and everything that answers it,
  /// oldest first.
  public func thread(of message: MessageID) -> [ChatBubble] {
    timeline.map { builder.thread(of: message, in: $0) } ?? []
  }

  /// `nil` for a message that is pending or unknown.
  public func receipts(of message: MessageID) -> ReceiptDetails? {
    guard let timeline, let item = timeline.items.first(where: { $0.id == message }) else { return nil }
    return ReceiptDetails(item: item, members: timeline.members)
  }

  private func presenceText(_ presence: Presence) -> Phrase {
    switch presence.state {
    case .online: Phrase("online")
    case .away: Phrase("away")
    case .offline: presence.lastSeen.map(texts.lastSeen) ?? Phrase("offline")
    }
  }
}
