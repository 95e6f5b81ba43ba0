#if DEBUG
  import Domain

  /// People, conversations and messages that previews show.
  enum PreviewSamples {
    static let me: UserID = id(1)
    static let ada: UserID = id(2)
    static let grace: UserID = id(3)
    static let linus: UserID = id(4)
    static let team: ConversationID = id(11)
    static let direct: ConversationID = id(12)
    static let archive: ConversationID = id(13)
    /// A question of Ada's that is answered.
    static let question: MessageID = id(101)
    /// A message of mine that Ada has read.
    static let mine: MessageID = id(102)
    static let now = Timestamp(milliseconds: 1_760_000_000_000)

    static let profile = Profile(
      id: me, rev: 1, email: "me@example.org", name: "Robin Vogel", timeZone: "Europe/Berlin", language: "en",
      workspaceRole: .member, createdAt: now)

    static let members = [
      member(me, "Robin Vogel", .admin), member(ada, "Ada Lovelace", .member), member(grace, "Grace Hopper", .member),
    ]

    static var users: [User] {
      [
        User(id: ada, name: "Ada Lovelace", email: "ada@example.org"),
        User(id: grace, name: "Grace Hopper", email: "grace@example.org"),
        User(id: linus, name: "Linus Torvalds", email: "linus@example.org"),
      ]
    }

    static var summaries: [ConversationSummary] {
      [
        summary(
          team, .group, "Release", last: "I can take the notes for the release.", sender: ada, unread: 2, urgent: 1),
        summary(direct, .direct, "Ada Lovelace", last: "See you tomorrow", sender: me, status: .read),
        summary(archive, .group, "Summer party", last: "That was fun", sender: grace, isArchived: true),
      ]
    }

    static var items: [TimelineItem] {
      [
        item(
          101, ada, "Ada Lovelace", "Shall we ship on Friday? The notes are at https://example.org/notes.",
          urgentReason: "Ada Lovelace asks you directly."),
        item(102, me, "Robin Vogel", "Yes, if the tests are green.", replyTo: question, readBy: [ada]),
        item(103, grace, "Grace Hopper", "", isDeleted: true),
        item(104, ada, "Ada Lovelace", "I can take the notes for the release."),
        item(105, me, "Robin Vogel", "Thank you!", status: .sending),
      ]
    }

    static func timeline(_ conversation: ConversationID) -> Timeline {
      Timeline(
        conversation: Conversation(
          id: conversation, rev: 1, kind: conversation == direct ? .direct : .group,
          name: conversation == direct ? nil : "Release", createdAt: now, createdBy: me),
        members: conversation == direct ? Array(members.prefix(2)) : members, items: items, hasOlder: false, unread: 1,
        firstUnread: id(104), settings: ConversationSettings(conversation: conversation))
    }

    static func id<Entity>(_ number: Int) -> Identifier<Entity> {
      let digits = String(number)
      let text = "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
      guard let id = Identifier<Entity>(text) else { preconditionFailure("not a UUID: \(text)") }
      return id
    }

    private static func member(_ user: UserID, _ name: String, _ role: Member.Role) -> Member {
      Member(user: user, rev: 1, role: role, name: name)
    }

    private static func summary(
      _ id: ConversationID, _ kind: Conversation.Kind, _ title: String, last: String, sender: UserID, unread: Int = 0,
      urgent: Int = 0, status: MessageStatus? = nil, isArchived: Bool = false
    ) -> ConversationSummary {
      ConversationSummary(
        id: id, kind: kind, title: title, photo: nil, other: kind == .direct ? ada : nil, memberCount: 3,
        lastText: last, lastSender: sender, lastSenderName: members.first { $0.user == sender }?.name,
        lastIsDeleted: false, lastAt: now, lastStatus: status, unread: unread, hasFailed: false,
        settings: ConversationSettings(conversation: id, archived: isArchived), urgent: urgent)
    }

    private static func item(
      _ number: Int, _ sender: UserID, _ name: String, _ text: String, replyTo: MessageID? = nil,
      readBy: [UserID] = [], isDeleted: Bool = false, status: MessageStatus? = nil, urgentReason: String? = nil
    ) -> TimelineItem {
      TimelineItem(
        id: id(number), seq: status == .sending ? nil : Int64(number - 100), sender: sender, senderName: name,
        isMine: sender == me, text: text, createdAt: now.adding(seconds: Int64(number) * 60), replyTo: replyTo,
        isDeleted: isDeleted, status: status ?? (readBy.isEmpty ? .sent : .read), deliveredTo: readBy, readBy: readBy,
        urgentReason: urgentReason)
    }
  }
#endif
