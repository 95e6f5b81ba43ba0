import ArgumentParser
import Foundation

/// `messageai bench replay`: real conversations through real clients.
struct ReplayBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Speak recorded conversations through the SDK, with clients dropping out, and compare the transcripts.")

  @OptionGroup var options: BenchOptions
  @Argument(help: "JSON lines, each with turns: [{speaker, text}].") var file: String
  @Option(help: "Conversations at most; 0 takes all.") var limit = 0
  @Option(help: "Drops of one client for each hundred turns.") var drops = 5
  @Option(help: "Seed of the drops.") var seed: UInt64 = 1

  func run() async throws {
    let bench = try Bench(options)
    try await bench.replay(file: file, limit: limit, dropsPerHundredTurns: drops, seed: seed)
    try bench.finish()
  }
}
