import ServerCore
import Testing

@Suite("Observer of commits")
struct CommitObserverTests {
  /// Where the listener's frame lies on the stack, the deepest and the least deep.
  private final class Depths: @unchecked Sendable {
    var deepest = UInt.max
    var shallowest = UInt.min

    func note() {
      var marker = 0
      withUnsafePointer(to: &marker) {
        let address = UInt(bitPattern: $0)
        deepest = min(deepest, address)
        shallowest = max(shallowest, address)
      }
    }
  }

  @Test("each commit group calls its listener as directly as the first one did")
  func depth() {
    let commits = CommitObserver()
    let depths = Depths()
    commits.observe { depths.note() }

    for _ in 0..<2_000 { commits.notify() }

    #expect(depths.shallowest - depths.deepest < 1_024)
  }
}
