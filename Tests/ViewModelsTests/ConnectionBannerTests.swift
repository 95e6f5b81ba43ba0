import Domain
import Synchronization
import Testing
import ViewModels

/// A connection that is what a test says.
final class ToldConnection: ConnectionRepository {
  private let stream: AsyncStream<ConnectionState>
  private let continuation: AsyncStream<ConnectionState>.Continuation
  let kicks = Mutex(0)

  init() {
    (stream, continuation) = AsyncStream.makeStream(of: ConnectionState.self)
  }

  func become(_ state: ConnectionState) { continuation.yield(state) }
  func observeConnection() -> AsyncStream<ConnectionState> { stream }
  func kick() async { kicks.withLock { $0 += 1 } }
}

@Suite("The line over a screen", .timeLimit(.minutes(5)))
@MainActor
struct ConnectionBannerTests {
  private let connection = ToldConnection()
  private let pauses = ManualPauses()

  private func model() -> ConnectionBannerModel {
    ConnectionBannerModel(connection: connection, pauses: pauses)
  }

  @Test("a connection that is back within the grace period is not worth a word")
  func grace() async throws {
    let model = model()
    try await running(model.run) {
      connection.become(.online)
      await eventually("online") { model.state == .online }
      connection.become(.connecting)
      await eventually("the grace period has begun") { pauses.count == 1 }
      #expect(model.banner == .hidden && model.state == .connecting)
      connection.become(.syncing)
      await eventually("it begins again") { pauses.begun == 2 && pauses.count == 1 }
      connection.become(.online)
      await eventually("it is given up") { model.state == .online && pauses.count == 0 }
      pauses.wake()
      #expect(model.banner == .hidden)
    }
  }

  @Test("the first attempt is over when the server has answered or has not; before that nothing is known")
  func settling() async throws {
    for end in [ConnectionState.online, .offline(retryIn: 1), .signedOut] {
      let connection = ToldConnection()
      let model = ConnectionBannerModel(connection: connection, pauses: pauses)
      try await running(model.run) {
        for state in [ConnectionState.offline(retryIn: nil), .connecting, .syncing] {
          connection.become(state)
          await eventually("\(state)") { model.state == state }
          #expect(!model.hasSettled, "\(state)")
        }
        connection.become(end)
        await eventually("\(end)") { model.hasSettled }
      }
    }
  }

  @Test("connecting is told of after the grace period, and then at once what follows")
  func afterGrace() async throws {
    let model = model()
    try await running(model.run) {
      connection.become(.connecting)
      await eventually("the grace period has begun") { pauses.count == 1 }
      pauses.wake()
      await eventually("told") { model.banner == .connecting("Connecting …") }
      connection.become(.syncing)
      await eventually("no second grace") { model.banner == .connecting("Updating …") }
      #expect(pauses.begun == 1)
      connection.become(.online)
      await eventually("gone") { model.banner == .hidden }
    }
  }

  @Test("being offline or signed out is told of at once, with the wait")
  func offline() async throws {
    let model = model()
    try await running(model.run) {
      connection.become(.offline(retryIn: 7.6))
      await eventually("offline") { model.banner.text?.english.hasSuffix("Next try in 8 s.") == true }
      connection.become(.offline(retryIn: 0.4))
      await eventually("too soon to count") {
        model.banner == .offline("Offline. Messages are kept and sent later.")
      }
      connection.become(.connecting)
      await eventually("from a banner to the next there is no gap") { model.banner == .connecting("Connecting …") }
      connection.become(.signedOut)
      await eventually("signed out") { model.banner == .signedOut("Signed out.") }
      #expect(pauses.begun == 0)
    }
    await model.retry()
    #expect(connection.kicks.withLock { $0 } == 1)
  }
}
