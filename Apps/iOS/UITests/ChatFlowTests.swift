import XCTest

/// Reading and writing in a conversation.
final class ChatFlowTests: AppFlow {
  private let team = "conversations.row.00000000-0000-7000-8000-000000000011"

  func testOpenAConversationAndWrite() {
    launch(.samples)
    tap(team)
    find("chat.message.00000000-0000-7000-8000-000000000101")
    XCTAssertFalse(find("chat.send").isEnabled)
    type("On my way", into: "chat.text")
    XCTAssertTrue(find("chat.send").isEnabled)
    tap("chat.send")
    let isEmpty = NSPredicate(format: "isEnabled == NO")
    expectation(for: isEmpty, evaluatedWith: find("chat.send"))
    waitForExpectations(timeout: 10)
  }

  func testThereAreWaysToAddSomething() {
    launch(.samples)
    tap(team)
    find("chat.photos")
    tap("chat.add")
    find("chat.files")
  }

  func testSummariseAndGoToACitedMessage() {
    launch(.samples)
    tap(team)
    tap("chat.catchUp")
    find("summary.list")
    tap("citation.1")
    find("chat.messages")
  }

  func testANewConversationNeedsSomebody() {
    launch(.samples)
    tap("conversations.new")
    XCTAssertFalse(find("newConversation.create").isEnabled)
    tap("newConversation.cancel")
    find("conversations.list")
  }
}
