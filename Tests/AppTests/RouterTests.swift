import Domain
import Foundation
import Testing

@testable import MessageAIApp

@Suite("Where one can go in the app")
@MainActor
struct RouterTests {
  private let conversation: ConversationID = PreviewSamples.id(1)
  private let other: ConversationID = PreviewSamples.id(2)
  private let message: MessageID = PreviewSamples.id(3)

  @Test("a citation closes what stands over the tabs and leads to its message, once")
  func citation() {
    let router = Router()
    router.tab = .insights
    router.sheet = .newConversation
    router[pathOf: .chats] = [.chat(other), .conversationInfo(other)]
    router.open(
      Citation(
        conversation: conversation, message: message, seq: 1, sender: PreviewSamples.me, excerpt: "",
        createdAt: PreviewSamples.now))
    #expect(router.sheet == nil)
    #expect(router.tab == .chats)
    #expect(router[pathOf: .chats] == [.chat(conversation)])
    #expect(router.focus(in: other) == nil)
    #expect(router.focus(in: conversation) == message)
    router.arrived(at: message)
    #expect(router.focus(in: conversation) == nil)
  }

  @Test("a conversation is in front only while nothing else is: its notices are held back then and only then")
  func inFront() {
    let router = Router()
    #expect(router.conversationInFront == nil)
    router.open(conversation)
    #expect(router.conversationInFront == conversation)
    router.tab = .settings
    #expect(router.conversationInFront == nil)
    router.tab = .chats
    router.sheet = .newConversation
    #expect(router.conversationInFront == nil)
    router.sheet = nil
    router.push(.conversationInfo(conversation))
    #expect(router.conversationInFront == nil)
    router.pop()
    #expect(router.conversationInFront == conversation)
  }

  @Test("each tab keeps its own stack")
  func stacks() {
    let router = Router()
    router.push(.chat(conversation))
    router.tab = .settings
    router.push(.sessions)
    #expect(router[pathOf: .chats] == [.chat(conversation)])
    #expect(router[pathOf: .settings] == [.sessions])
    router.pop()
    #expect(router[pathOf: .settings].isEmpty)
    router.reset()
    #expect(router.tab == .chats)
    #expect(router[pathOf: .chats].isEmpty)
  }

  @Test("beside the list, the conversation is the root of its column and the rest its stack")
  func columns() {
    let router = Router()
    router.openConversation = conversation
    router.detailPath = [.conversationInfo(conversation)]
    #expect(router[pathOf: .chats] == [.chat(conversation), .conversationInfo(conversation)])
    router.openConversation = conversation
    #expect(router.detailPath == [.conversationInfo(conversation)])
    router.openConversation = other
    #expect(router.detailPath.isEmpty)
    router.openConversation = nil
    #expect(router[pathOf: .chats].isEmpty)
  }

  @Test("a link survives being written as a URL")
  func links() throws {
    for link in [MessageLink(conversation: conversation), MessageLink(conversation: conversation, message: message)] {
      let url = try #require(link.url)
      #expect(MessageLink(url: url) == link)
      let router = Router()
      #expect(router.open(url))
      #expect(router.openConversation == conversation)
    }
  }

  @Test(
    "a URL that leads elsewhere leads nowhere",
    arguments: [
      "https://example.org/conversation/00000000-0000-7000-8000-000000000001", "messageai://conversation",
      "messageai://conversation/1", "messageai://conversation/00000000-0000-7000-8000-000000000001/message",
      "messageai://conversation/00000000-0000-7000-8000-000000000001/message/x",
      "messageai://user/00000000-0000-7000-8000-000000000001",
    ])
  func otherLinks(text: String) throws {
    let router = Router()
    #expect(!router.open(try #require(URL(string: text))))
    #expect(router[pathOf: .chats].isEmpty)
  }
}
