import ClientSync
import Domain
import Testing

@Suite("The sync machine")
struct SyncMachineTests {
  private let feed = FeedID.conversation(ConversationID(high: 1, low: 1))

  @Test("asks once from the cursor, however many gaps it meets")
  func onePull() {
    var machine = SyncMachine()
    #expect(machine.handle(.gap(feed, cursor: 4)) == [.pull(feed, fromRev: 4)])
    #expect(machine.handle(.gap(feed, cursor: 4)).isEmpty)
    #expect(machine.handle(.gap(.me, cursor: 2)) == [.pull(.me, fromRev: 2)])
  }

  @Test("asks again after the answer, after the feed is gone and after a lost connection", arguments: 0..<3)
  func again(how: Int) {
    var machine = SyncMachine()
    _ = machine.handle(.gap(feed, cursor: 4))
    let ends: [SyncMachine.Event] = [.settled(feed), .gone(feed), .suspended]
    #expect(machine.handle(ends[how]).isEmpty)
    #expect(machine.handle(.gap(feed, cursor: 7)) == [.pull(feed, fromRev: 7)])
  }

  @Test("a stale count asks for the whole window")
  func window() {
    var machine = SyncMachine()
    #expect(machine.handle(.needsWindow(feed)) == [.pull(feed, fromRev: 0)])
  }

  @Test("asks again when what was asked for can no longer be applied")
  func lowerCursor() {
    var machine = SyncMachine()
    _ = machine.handle(.gap(feed, cursor: 4))
    #expect(machine.handle(.gap(feed, cursor: 2)) == [.pull(feed, fromRev: 2)])
    #expect(machine.handle(.gap(feed, cursor: 3)).isEmpty)
  }

  @Test("a window arriving does not swallow the pull that must follow it")
  func gapAfterWindow() {
    var machine = SyncMachine()
    _ = machine.handle(.needsWindow(feed))
    _ = machine.handle(.settled(feed))
    #expect(machine.handle(.gap(feed, cursor: 9)) == [.pull(feed, fromRev: 9)])
  }
}
