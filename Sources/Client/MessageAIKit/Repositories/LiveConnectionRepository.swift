import Domain

/// The state of the engine's connection.
struct LiveConnectionRepository: ConnectionRepository {
  let runtime: ClientRuntime

  func observeConnection() -> AsyncStream<ConnectionState> {
    runtime.engine.connection.stream()
  }

  func kick() async {
    runtime.engine.handle(.kick)
  }
}
