import Foundation
import StoreSQLite
import Testing

@Suite("A wait by a clock that nobody sets")
struct MonotonicConditionTests {
  @Test("ends when its time is over, and not before")
  func timeout() {
    let condition = MonotonicCondition()
    let start = MonotonicCondition.now()
    condition.lock()
    while condition.wait(seconds: start + 0.05 - MonotonicCondition.now()) {}
    condition.unlock()
    #expect(MonotonicCondition.now() - start >= 0.05)
  }

  @Test("ends when somebody broadcasts")
  func broadcast() {
    let condition = MonotonicCondition()
    condition.lock()
    let other = Thread {
      condition.lock()
      condition.broadcast()
      condition.unlock()
    }
    other.start()
    let isWoken = condition.wait(seconds: 20)
    condition.unlock()
    #expect(isWoken)
  }
}
