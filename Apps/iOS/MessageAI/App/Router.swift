import Domain
import Foundation
import Observation

/// Where the user is: a tab, a stack of screens in each, and at most one sheet.
///
/// Views read it and change it; it knows no view. From the environment: `@Environment(Router.self)
/// private var router`.
@MainActor @Observable
final class Router {
  var tab: AppTab = .chats
  var sheet: Sheet?
  /// The message that the chat on screen is to scroll to and point out, until `arrived`.
  private(set) var focus: MessageLink?
  private var paths: [AppTab: [Route]] = [:]

  /// The stack of a tab; bindable as `$router[pathOf: .chats]`.
  subscript(pathOf tab: AppTab) -> [Route] {
    get { paths[tab, default: []] }
    set { paths[tab] = newValue }
  }

  /// The conversation that is open in the chats tab: the selection of the list beside it.
  var openConversation: ConversationID? {
    get { self[pathOf: .chats].first?.chat }
    set {
      guard newValue != openConversation else { return }
      self[pathOf: .chats] = newValue.map { [.chat($0)] } ?? []
    }
  }

  /// The conversation whose messages somebody sees arrive: none while another tab, a sheet or
  /// another screen is in front.
  var conversationInFront: ConversationID? {
    tab == .chats && sheet == nil ? self[pathOf: .chats].last?.chat : nil
  }

  /// What lies above the open conversation, where that one is the root of a column.
  var detailPath: [Route] {
    get { Array(self[pathOf: .chats].dropFirst()) }
    set { self[pathOf: .chats] = self[pathOf: .chats].prefix(1) + newValue }
  }

  /// Pushes onto the stack of the tab on screen.
  func push(_ route: Route) {
    self[pathOf: tab].append(route)
  }

  func pop() {
    _ = paths[tab]?.popLast()
  }

  /// Closes what stands over the tabs, goes to the conversation, and has its chat scroll to the
  /// message.
  func open(_ link: MessageLink) {
    sheet = nil
    tab = .chats
    if self[pathOf: .chats] != [.chat(link.conversation)] { self[pathOf: .chats] = [.chat(link.conversation)] }
    focus = link.message == nil ? nil : link
  }

  /// Goes to the message that supports a claim.
  func open(_ citation: Citation) {
    open(MessageLink(citation))
  }

  func open(_ conversation: ConversationID) {
    open(MessageLink(conversation: conversation))
  }

  /// Closes what stands over the tabs, and goes to the list of reminders.
  func openReminders() {
    sheet = nil
    tab = .insights
    self[pathOf: .insights] = [.intelligence(.reminders)]
  }

  /// Whether the URL led anywhere.
  @discardableResult
  func open(_ url: URL) -> Bool {
    guard let link = MessageLink(url: url) else { return false }
    open(link)
    return true
  }

  /// The message that the chat of `conversation` is to show.
  func focus(in conversation: ConversationID) -> MessageID? {
    focus?.conversation == conversation ? focus?.message : nil
  }

  /// The chat shows the message, or has said that it is gone.
  func arrived(at message: MessageID) {
    if focus?.message == message { focus = nil }
  }

  /// Back to the start, as for somebody else.
  func reset() {
    tab = .chats
    sheet = nil
    focus = nil
    paths = [:]
  }
}
