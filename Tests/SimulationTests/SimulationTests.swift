import Foundation
import TestSupport
import Testing

@Suite("The simulation")
struct SimulationTests {
  /// Shares of the seeds that run side by side.
  static let shares = 4

  /// `MESSAGEAI_SEED=n` replays one seed; `MESSAGEAI_SEEDS=n` runs that many, from
  /// `MESSAGEAI_FIRST_SEED` on, which is 1.
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["MESSAGEAI_SEED"].flatMap(UInt64.init) { return [seed] }
    let first = environment["MESSAGEAI_FIRST_SEED"].flatMap(UInt64.init) ?? 1
    return Array(first..<first + max(1, environment["MESSAGEAI_SEEDS"].flatMap(UInt64.init) ?? 100))
  }()

  @Test(
    "stale client plus delta equals fresh client, and no promise is broken, whatever is cut, lost or crashes",
    arguments: 0..<shares)
  func everySeed(share: Int) throws {
    for (index, seed) in Self.seeds.enumerated() where index % Self.shares == share {
      let simulation = try Simulation(seed: seed)
      do {
        try simulation.run(steps: 160)
      } catch {
        print("Replay with MESSAGEAI_SEED=\(seed)")
        Issue.record("seed \(seed): \(error)\n\(simulation.trace.suffix(60).joined(separator: "\n"))")
      }
    }
  }

  @Test(
    "several servers over one store keep the same promises, whatever their bus loses, repeats, delays or turns round",
    arguments: [2, 3])
  func severalServers(count: Int) throws {
    for seed in Self.seeds where Self.seeds.count == 1 || seed % 2 == UInt64(count) % 2 {
      let simulation = try Simulation(seed: seed, servers: count)
      do {
        try simulation.run(steps: 160)
      } catch {
        print("Replay with MESSAGEAI_SEED=\(seed)")
        Issue.record(
          "seed \(seed), \(count) servers: \(error)\n\(simulation.trace.suffix(60).joined(separator: "\n"))")
      }
    }
  }

  @Test("a server with a planted defect is caught", arguments: PlantedDefect.allCases)
  func catches(defect: PlantedDefect) {
    let isCaught = (1...60).contains { seed in
      do {
        try Simulation(seed: UInt64(seed), servers: defect.servers, defect: defect).run(steps: 160)
        return false
      } catch {
        return true
      }
    }
    #expect(isCaught)
  }
}
