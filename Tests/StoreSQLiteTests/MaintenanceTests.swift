import Foundation
import Testing

@testable import StoreSQLite

@Suite("What the store's thread does besides committing")
struct MaintenanceTests {
  @Test("what was erased is purged a moment later, also while others write")
  func prompt() {
    var maintenance = Maintenance(now: 0, isErasureDue: false)
    #expect(maintenance.wait(now: 0) == nil)
    maintenance.committed(now: 10, isErasureDue: true)
    #expect(maintenance.due(now: 10, isIdle: false) == nil)
    for now in stride(from: 10.1, to: 10.9, by: 0.1) { maintenance.committed(now: now, isErasureDue: true) }
    #expect(maintenance.due(now: 11, isIdle: false) == .erase(patience: 100))
  }

  @Test(
    "under any load, within five minutes: a second erasure begins before that even when the first took half a minute")
  func bound() {
    var maintenance = Maintenance(now: 0, isErasureDue: false)
    var now = 0.0
    maintenance.committed(now: now, isErasureDue: true)
    var erasedAt = now
    for _ in 0..<20 {
      // Steps of one erasure, with commands between them all the time.
      while maintenance.due(now: now, isIdle: false) == nil { now += 0.01 }
      #expect(now - erasedAt <= 240)
      for _ in 0..<600 {
        maintenance.erased(.more, now: now, isIdle: false)
        while maintenance.due(now: now, isIdle: false) == nil { now += 0.01 }
      }
      maintenance.erased(.done(isDueAgain: false), now: now, isIdle: false)
      #expect(now - erasedAt <= 300)
      now += 0.01
      erasedAt = now
      maintenance.committed(now: now, isErasureDue: true)
    }
  }

  @Test("a reader that stands in the way is waited for longer the longer it does")
  func blocked() {
    var maintenance = Maintenance(now: 0, isErasureDue: true)
    var now = 0.0
    var patiences: Set<Int32> = []
    while now < 250 {
      if case .erase(let patience) = maintenance.due(now: now, isIdle: true) {
        patiences.insert(patience)
        maintenance.erased(.blocked, now: now, isIdle: true)
      }
      now += 1
    }
    #expect(patiences == [100, 5_000])
  }

  @Test("a mark that the file has at the start is seen to after a few seconds")
  func start() throws {
    let maintenance = Maintenance(now: 100, isErasureDue: true)
    #expect(maintenance.due(now: 100, isIdle: true) == nil)
    let wait = try #require(maintenance.wait(now: 100))
    #expect(maintenance.due(now: 100 + wait, isIdle: true) == .erase(patience: 100))
  }

  @Test("waiting messages are indexed in a pause, and only then")
  func indexing() {
    var maintenance = Maintenance(now: 0, isErasureDue: false)
    maintenance.committed(now: 1, isErasureDue: false)
    #expect(maintenance.wait(now: 1) == 0.25)
    #expect(maintenance.due(now: 1.25, isIdle: false) == nil)
    #expect(maintenance.due(now: 1.25, isIdle: true) == .index)
    maintenance.indexed()
    #expect(maintenance.wait(now: 2) == nil)
  }
}
