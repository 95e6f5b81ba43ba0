import Domain
import Observation

/// Names of my conversations and of the people in them, from the device's copy.
@MainActor @Observable
public final class DirectoryModel {
  public struct Person: Hashable, Sendable, Identifiable {
    public let id: UserID
    public let name: String
  }

  /// What can be written to, newest first.
  public private(set) var conversations: [ConversationSummary] = []
  /// Whether `conversations` has been read; until then it says nothing.
  public private(set) var hasConversations = false
  private var members: [ConversationID: [Member]] = [:]
  public let me: UserID
  @ObservationIgnored private let repository: any ConversationRepository
  @ObservationIgnored private let messages: any MessageRepository

  public init(me: UserID, conversations: any ConversationRepository, messages: any MessageRepository) {
    self.me = me
    repository = conversations
    self.messages = messages
  }

  /// Follows the conversations until the task is cancelled.
  public func run() async {
    for await summaries in repository.observeConversations() { take(summaries) }
  }

  /// Looks up who is in these conversations; those known already cost nothing.
  public func learn(_ conversations: some Sequence<ConversationID>) async {
    for conversation in conversations where members[conversation] == nil {
      for await timeline in messages.observeTimeline(conversation) {
        members[conversation] = timeline.members
        break
      }
    }
  }

  /// Looks up who is in any of my conversations.
  public func learnAll() async {
    for await summaries in repository.observeConversations() {
      take(summaries)
      break
    }
    await learn(conversations.map(\.id))
  }

  private func take(_ summaries: [ConversationSummary]) {
    conversations = summaries
    hasConversations = true
  }

  /// The group's name or the other person's; `nil` while unknown.
  public func title(of conversation: ConversationID) -> String? {
    conversations.first { $0.id == conversation }?.title
  }

  public func isGroup(_ conversation: ConversationID) -> Bool {
    conversations.first { $0.id == conversation }?.kind == .group
  }

  /// `nil` while unknown. Mine is as others see it.
  public func name(of user: UserID) -> String? {
    for list in members.values {
      if let member = list.first(where: { $0.user == user }) { return member.name }
    }
    return conversations.first { $0.other == user }?.title
  }

  /// As I read it: `You` for me, `Someone` while unknown.
  public func shownName(of user: UserID) -> Phrase {
    user == me ? "You" : name(of: user).map(Phrase.init(verbatim:)) ?? "Someone"
  }

  /// The name, and in a group that it was said there: `Ada in Team`.
  public func sender(_ user: UserID, in conversation: ConversationID) -> Phrase {
    let name = shownName(of: user)
    return isGroup(conversation) ? "\(name) in \(shownTitle(of: conversation))" : name
  }

  /// `Conversation` while unknown.
  public func shownTitle(of conversation: ConversationID) -> Phrase {
    title(of: conversation).map(Phrase.init(verbatim:)) ?? "Conversation"
  }

  /// Who is in the conversation now, by name; empty while unknown. `user` also when they have left
  /// it.
  public func people(in conversation: ConversationID, and user: UserID? = nil) -> [Person] {
    (members[conversation] ?? []).filter { $0.isPresent || $0.user == user }
      .map { Person(id: $0.user, name: $0.name) }
      .sorted(by: Self.isBefore)
  }

  /// Everybody whom I share a conversation with, without me, by name.
  public var others: [Person] {
    var names: [UserID: String] = [:]
    for summary in conversations {
      if let other = summary.other { names[other] = summary.title }
    }
    for member in members.values.joined() where member.isPresent { names[member.user] = member.name }
    names[me] = nil
    return names.map { Person(id: $0.key, name: $0.value) }.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ left: Person, _ right: Person) -> Bool {
    (left.name, left.id) < (right.name, right.id)
  }
}
