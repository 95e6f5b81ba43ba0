import ArgumentParser
import Domain
import ServerCore

#if NATS
  import Bus
#endif

/// How servers that share a database hear of each other. A server with a database of its own needs
/// none.
struct BusOptions: ParsableArguments {
  /// Without a bus: each asks the database.
  static let polling = "poll"

  @Option(
    help: """
      For servers that share a database: the NATS servers by which they wake each other, such as \
      nats://127.0.0.1:4222, several with commas between; or poll, and each asks the database every two seconds.
      """)
  var bus = Environment.text("BUS")

  @Option(
    help: """
      Seconds for which a server that is told to stop refuses /health and serves on, so that a proxy sends people to \
      others; 3 with --bus, otherwise 0. Environment: MESSAGEAI_DRAIN.
      """)
  var drain = Environment.number("DRAIN")

  static let drainTimes = 0...3_600

  /// A server that has no others beside it sends nobody anywhere.
  var drainSeconds: Int { drain ?? (bus == nil ? 0 : 3) }

  func validate() throws {
    try Environment.check(["DRAIN"])
    guard Self.drainTimes.contains(drainSeconds) else { throw ValidationError("--drain is 0 to 3600.") }
  }

  /// Throws a sentence for people when what was given is no bus, or there is nobody to share with.
  func check(database: String?) throws {
    guard let bus else { return }
    guard database != nil else {
      throw CommandFailure("--bus is for servers that share a database: --database names none.")
    }
    guard bus != Self.polling else { return }
    #if NATS
      do throws(NATSBusError) {
        try NATSBus.check(bus)
      } catch {
        throw CommandFailure(error.description)
      }
    #else
      throw CommandFailure("This program was built without NATS: give --bus poll.")
    #endif
  }

  /// `nil` for a server that has its database for itself.
  func peers(in workspace: HistoryID, census: (any ServerCensus)?) throws -> ClusterPeers? {
    guard let bus else { return nil }
    let node = UInt64.random(in: .min ... .max)
    guard bus != Self.polling else { return ClusterPeers(bus: NoBus(), node: node) }
    #if NATS
      do throws(NATSBusError) {
        return ClusterPeers(bus: try NATSBus(bus, workspace: workspace), node: node, census: census)
      } catch {
        throw CommandFailure(error.description)
      }
    #else
      return nil
    #endif
  }
}
