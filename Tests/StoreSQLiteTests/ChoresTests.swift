import Foundation
import Testing

@testable import StoreSQLite

@Suite("What the store's thread does besides committing")
struct ChoresTests {
  @Test("what was erased is purged a moment later, also while others write")
  func prompt() {
    var chores = Chores(now: 0, isErasureDue: false)
    #expect(chores.wait(now: 0) == nil)
    chores.committed(now: 10, isErasureDue: true)
    #expect(chores.due(now: 10, isIdle: false) == nil)
    for now in stride(from: 10.1, to: 10.9, by: 0.1) { chores.committed(now: now, isErasureDue: true) }
    #expect(chores.due(now: 11, isIdle: false) == .erase(patience: 100))
  }

  @Test(
    "under any load, within five minutes: a second erasure begins before that even when the first took half a minute")
  func bound() {
    var chores = Chores(now: 0, isErasureDue: false)
    var now = 0.0
    chores.committed(now: now, isErasureDue: true)
    var erasedAt = now
    for _ in 0..<20 {
      // Steps of one erasure, with commands between them all the time.
      while chores.due(now: now, isIdle: false) == nil { now += 0.01 }
      #expect(now - erasedAt <= 240)
      for _ in 0..<600 {
        chores.erased(.more, now: now, isIdle: false)
        while chores.due(now: now, isIdle: false) == nil { now += 0.01 }
      }
      chores.erased(.done(isDueAgain: false), now: now, isIdle: false)
      #expect(now - erasedAt <= 300)
      now += 0.01
      erasedAt = now
      chores.committed(now: now, isErasureDue: true)
    }
  }

  @Test("a reader that stands in the way is waited for longer the longer it does")
  func blocked() {
    var chores = Chores(now: 0, isErasureDue: true)
    var now = 0.0
    var patiences: Set<Int32> = []
    while now < 250 {
      if case .erase(let patience) = chores.due(now: now, isIdle: true) {
        patiences.insert(patience)
        chores.erased(.blocked, now: now, isIdle: true)
      }
      now += 1
    }
    #expect(patiences == [100, 5_000])
  }

  @Test("a mark that the file has at the start is seen to after a few seconds")
  func start() throws {
    let chores = Chores(now: 100, isErasureDue: true)
    #expect(chores.due(now: 100, isIdle: true) == nil)
    let wait = try #require(chores.wait(now: 100))
    #expect(chores.due(now: 100 + wait, isIdle: true) == .erase(patience: 100))
  }

  @Test("waiting messages are indexed in a pause, and only then")
  func indexing() {
    var chores = Chores(now: 0, isErasureDue: false)
    chores.committed(now: 1, isErasureDue: false)
    #expect(chores.wait(now: 1) == 0.25)
    #expect(chores.due(now: 1.25, isIdle: false) == nil)
    #expect(chores.due(now: 1.25, isIdle: true) == .index)
    chores.indexed()
    #expect(chores.wait(now: 2) == nil)
  }
}
