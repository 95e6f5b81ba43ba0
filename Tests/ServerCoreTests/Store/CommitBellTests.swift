import ServerCore
import Testing

@Suite("Commit bell")
struct CommitBellTests {
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

  @Test("each ring calls its listener as directly as the first one did")
  func depth() {
    let bell = CommitBell()
    let depths = Depths()
    bell.observe { depths.note() }

    for _ in 0..<2_000 { bell.ring() }

    #expect(depths.shallowest - depths.deepest < 1_024)
  }
}
