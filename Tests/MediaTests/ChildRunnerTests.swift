import Foundation
import Testing

@testable import Media

@Suite("Children that read files")
struct ChildRunnerTests {
  @Test("a child answers with what it has printed, or fails")
  func outcomes() async {
    let runner = ChildRunner(atOnce: 2)
    guard case .finished(let printed) = await runner.run(["echo", "read"]) else {
      Issue.record("did not finish")
      return
    }
    #expect(String(decoding: printed, as: UTF8.self) == "read\n")
    guard case .failed = await runner.run(["false"]) else {
      Issue.record("did not fail")
      return
    }
  }

  @Test("a child that gets no time says nothing of its file")
  func late() async {
    let runner = ChildRunner(atOnce: 1, bounds: ChildRunner.Bounds(patience: 0.1))
    guard case .notFinished = await runner.run(["sleep", "600"]) else {
      Issue.record("it was said to have failed")
      return
    }
  }

  @Test("a child that works for too long fails")
  func busy() async {
    let runner = ChildRunner(atOnce: 1, bounds: ChildRunner.Bounds(seconds: 1))
    guard case .failed = await runner.run(["sh", "-c", "while :; do :; done"]) else {
      Issue.record("it was not ended")
      return
    }
  }

  #if os(Linux)
    @Test("a child runs when nobody else wants the processor")
    func idle() async {
      guard case .finished(let printed) = await ChildRunner(atOnce: 1).run(["sh", "-c", "chrt -p $$"]) else {
        Issue.record("did not finish")
        return
      }
      #expect(String(decoding: printed, as: UTF8.self).contains("SCHED_IDLE"))
    }
  #endif
}
