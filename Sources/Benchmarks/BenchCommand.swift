import ArgumentParser
import Foundation

/// Measures a server in a process of its own, and the SDK, on this machine.
package struct BenchCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure this build: throughput, latency, memory, start. Use a release build.",
    subcommands: [
      AllBench.self, SaturatedDirectBench.self, SaturatedGroupBench.self, PacedBench.self, SoakBench.self,
      WindowBench.self, SearchBench.self,
      ReconnectBench.self, IdleBench.self, StartBench.self, ClientBench.self,
      IntelligenceBench.self, BesideBench.self, PhotosBench.self, PushBench.self, ReplayBench.self,
      StoresBench.self,
    ],
    defaultSubcommand: AllBench.self)

  package init() {}
}

/// What every measurement takes.
struct BenchOptions: ParsableArguments {
  @Option(help: "Folder for the measured data; made for the run and removed after it.")
  var folder = "bench-data"

  @Option(help: "Seconds that a load is measured, after two seconds of warm-up.")
  var seconds = 10.0

  @Flag(help: "Print JSON instead of a Markdown table.")
  var json = false
}

/// A measurement that stands alone and is a part of `bench all`.
protocol Benchmark: AsyncParsableCommand {
  var options: BenchOptions { get }
  /// Of those that measure other databases as well.
  var sharing: SharingOptions { get }
  func measure(_ bench: Bench) async throws
}

extension Benchmark {
  var sharing: SharingOptions { SharingOptions() }

  mutating func run() async throws {
    let bench = try Bench(options, sharing: sharing)
    try await measure(bench)
    try bench.finish()
  }
}

/// `messageai bench all`: every measurement with its usual size.
struct AllBench: Benchmark {
  static let configuration = CommandConfiguration(commandName: "all", abstract: "Every measurement, one after another.")

  @OptionGroup var options: BenchOptions
  @Option(help: "Replay the conversations of this file instead, as `bench replay` does.") var replay: String?

  func measure(_ bench: Bench) async throws {
    if let replay { return try await bench.replay(file: replay, limit: 0, dropsPerHundredTurns: 5, seed: 1) }
    try await bench.start(runs: 7, models: "Models")
    try await bench.saturatedDirect(pairs: 64, inFlight: 32)
    try await bench.saturatedGroup(members: 100, senders: 20, inFlight: 8)
    try await bench.paced(pairs: 20, rate: 200, stored: 0)
    for rate in [200, 500] { try await bench.paced(pairs: 20, rate: rate, stored: 100_000) }
    try await bench.window(messages: 5_000, repetitions: 2_000)
    try await bench.reconnect(missed: 100, repetitions: 300)
    try await bench.idle(sockets: 5_000, groups: 0)
    try await bench.client()
  }
}

struct SaturatedDirectBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "saturated-direct", abstract: "Messages 1:1 as fast as they go: acked, delivered, CPU.")

  @OptionGroup var options: BenchOptions
  @OptionGroup var sharing: SharingOptions
  @Option(help: "Direct conversations; both sides send.") var pairs = 64
  @Option(help: "Messages of one socket that wait for their ack.") var inFlight = 32

  func measure(_ bench: Bench) async throws {
    try await bench.saturatedDirect(pairs: pairs, inFlight: inFlight)
  }
}

struct SaturatedGroupBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "saturated-group", abstract: "Messages to one large group as fast as they go: deliveries, CPU.")

  @OptionGroup var options: BenchOptions
  @OptionGroup var sharing: SharingOptions
  @Option(help: "Members of the group, each with a socket.") var members = 100
  @Option(help: "Members that send.") var senders = 20
  @Option(help: "Messages of one sender that wait for their ack.") var inFlight = 8

  func measure(_ bench: Bench) async throws {
    try await bench.saturatedGroup(members: members, senders: senders, inFlight: inFlight)
  }
}

struct PacedBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "paced", abstract: "Latency of ack and delivery at a steady rate, and of the disk's flush.")

  @OptionGroup var options: BenchOptions
  @OptionGroup var sharing: SharingOptions
  @Option(help: "Direct conversations; both sides send.") var pairs = 20
  @Option(help: "Messages a second.") var rate = 200
  @Option(help: "Messages that are stored before the load begins.") var stored = 0

  func measure(_ bench: Bench) async throws {
    try await bench.paced(pairs: pairs, rate: rate, stored: stored)
  }
}

struct SearchBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Searches of somebody who may read some of many rooms.")

  @OptionGroup var options: BenchOptions
  @Option(help: "Messages in all rooms.") var messages = 1_200_000
  @Option(help: "Rooms.") var rooms = 400
  @Option(help: "Rooms that the one who searches is in.") var readable = 20

  func measure(_ bench: Bench) async throws {
    try await bench.search(messages: messages, rooms: rooms, readable: readable, repetitions: 50)
  }
}

struct SoakBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "One message in flight, and a paced mix of all that clients do: cost after 1,000 to 1,000,000 messages.")

  @OptionGroup var options: BenchOptions
  @Option(help: "How many messages have been sent one after another at each measurement.")
  var marks = "1000,100000,1000000"

  func validate() throws {
    let numbers = plan.marks
    guard !numbers.isEmpty, numbers.count == marks.split(separator: ",").count, numbers.allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("--marks are whole numbers with commas between them.")
    }
  }

  func measure(_ bench: Bench) async throws {
    try await bench.soak(plan)
  }

  private var plan: SoakPlan {
    var plan = SoakPlan()
    plan.marks = marks.split(separator: ",").compactMap { Int($0) }.sorted()
    return plan
  }
}

struct WindowBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "window", abstract: "The last 50 messages of a conversation.")

  @OptionGroup var options: BenchOptions
  @OptionGroup var sharing: SharingOptions
  @Option(help: "Messages in the conversation.") var messages = 5_000
  @Option(help: "How often it is asked.") var repetitions = 2_000

  func measure(_ bench: Bench) async throws {
    try await bench.window(messages: messages, repetitions: repetitions)
  }
}

struct ReconnectBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "reconnect", abstract: "Connect, hello and catch up with what was missed.")

  @OptionGroup var options: BenchOptions
  @OptionGroup var sharing: SharingOptions
  @Option(help: "Missed messages.") var missed = 100
  @Option(help: "How often.") var repetitions = 300

  func measure(_ bench: Bench) async throws {
    try await bench.reconnect(missed: missed, repetitions: repetitions)
  }
}

struct IdleBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "idle", abstract: "The server's memory for each signed-in socket that does nothing.")

  @OptionGroup var options: BenchOptions
  @OptionGroup var sharing: SharingOptions
  @Option(help: "Sockets.") var sockets = 5_000
  @Option(help: "Groups of 100 that each user is in.") var groups = 0

  func measure(_ bench: Bench) async throws {
    try await bench.idle(sockets: sockets, groups: groups)
  }
}

struct StartBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Time from the start of the process to its first answer, and its memory then.")

  @OptionGroup var options: BenchOptions
  @Option(help: "How often.") var runs = 7
  @Option(help: "Folder of the models.") var models = "Models"

  func measure(_ bench: Bench) async throws {
    try await bench.start(runs: runs, models: models)
  }
}

struct ClientBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "client", abstract: "The SDK: its store, and what waits in the outbox after a reconnect.")

  @OptionGroup var options: BenchOptions

  func measure(_ bench: Bench) async throws {
    try await bench.client()
  }
}

struct IntelligenceBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "intelligence",
    abstract: "The AI without a key: working on messages, search, summaries, memory.")

  @OptionGroup var options: BenchOptions
  @Option(help: "Folder of the models.") var models = "Models"
  @Option(help: "Messages that are searched.") var messages = 100_000

  func measure(_ bench: Bench) async throws {
    try await bench.intelligence(models: models, messages: messages)
  }
}

struct BesideBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "beside",
    abstract: "The chat's latency while the AI is off, works, waits for a provider that hangs, and has a model read.")

  @OptionGroup var options: BenchOptions
  @Option(help: "Direct conversations; both sides send.") var pairs = 10
  @Option(help: "Messages a second.") var rate = 50
  @Option(help: "Messages that wait to be worked on.") var backlog = 5_000
  @Option(help: "Folder of the models.") var models = "Models"

  func measure(_ bench: Bench) async throws {
    try await bench.beside(pairs: pairs, rate: rate, backlog: backlog, models: models)
  }
}

struct PhotosBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "The chat's latency and the server's memory while photos are uploaded, and how fast they are read.")

  @OptionGroup var options: BenchOptions
  @Option(help: "Photos of 12 megapixels.") var count = 100
  @Option(help: "People who upload them.") var uploaders = 10
  @Option(help: "Direct conversations; both sides send.") var pairs = 10
  @Option(help: "Messages a second.") var rate = 50

  func measure(_ bench: Bench) async throws {
    try await bench.photos(count: count, uploaders: uploaders, pairs: pairs, rate: rate)
  }
}

struct PushBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "The chat's latency while notifications go to devices, and how soon they go out.")

  @OptionGroup var options: BenchOptions
  @Option(help: "Devices that one message is told of on; 200 people have them.") var devices = 10_000
  @Option(help: "Groups of two who are there and one who is not.") var pairs = 20
  @Option(help: "Messages a second.") var rate = 200

  func measure(_ bench: Bench) async throws {
    try await bench.push(devices: devices, pairs: pairs, rate: rate)
  }
}
