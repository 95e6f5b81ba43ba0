import Domain
import Foundation
import MessageAIDevice
import Testing

@testable import MessageAIApp

/// What the app reads out of types that are the system's.
@Suite("What comes from the system")
struct SystemTypesTests {
  private static let conversation = "00000000-0000-7000-8000-00000000000b"
  private static let message = "00000000-0000-7000-8000-00000000000c"

  @Test("the ids of a push are read as JSON brings them")
  func push() throws {
    let json = #"{"conversation":"\#(Self.conversation)","message":"\#(Self.message)","seq":4}"#
    let payload = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let reference = try #require(NotificationReference(userInfo: payload))
    #expect(reference.conversation.description == Self.conversation)
    #expect(reference.message.description == Self.message)
    #expect(NotificationReference(userInfo: ["aps": ["alert": "Hello"]]) == nil)
  }

  @Test("an address of the app leads to a message and comes back the same; another leads nowhere")
  func address() throws {
    let conversation = try #require(ConversationID(Self.conversation))
    let message = try #require(MessageID(Self.message))
    let link = MessageLink(conversation: conversation, message: message)
    let address = try #require(link.url)
    #expect(MessageLink(url: address) == link)
    let elsewhere = try #require(URL(string: "messageai://settings/\(Self.conversation)"))
    #expect(MessageLink(url: elsewhere) == nil)
  }
}
