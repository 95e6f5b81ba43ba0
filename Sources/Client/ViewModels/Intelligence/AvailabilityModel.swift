import Domain
import Observation

/// Whether the AI is there for me, and in what shape.
@MainActor @Observable
public final class AvailabilityModel {
  public enum State: Hashable, Sendable {
    case checking
    case on(AIStatus)
    /// The server does not offer it.
    case notOffered
    /// I have switched it off.
    case switchedOff
    /// The server could not be asked: what is on the device still shows.
    case unknown(message: Phrase)
  }

  public private(set) var state: State = .checking
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let connection: (any ConnectionRepository)?
  @ObservationIgnored private let offline: OfflineContext?

  public init(
    intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil,
    offline: OfflineContext? = nil
  ) {
    self.intelligence = intelligence
    self.connection = connection
    self.offline = offline
  }

  /// Whether it is certain that nothing can be asked.
  public var isOff: Bool { state == .notOffered || state == .switchedOff }

  /// Messages that the server has yet to work on.
  public var waitingMessages: Int {
    if case .on(let status) = state { status.waitingMessages } else { 0 }
  }

  /// Asks, and again by itself when the server could not be asked and the connection is back, until
  /// the task is cancelled.
  public func run() async {
    await loadAgainOnline(connection, load) { if case .unknown = state { true } else { false } }
  }

  public func load() async {
    do {
      let status = try await intelligence.status()
      guard status.isOn else { return state = .notOffered }
      state = try await intelligence.preferences().isOn ? .on(status) : .switchedOff
    } catch let error where error.meansUnreachable {
      await fallBack(error)
    } catch let refusal as Refusal where refusal.code == .notFound {
      state = .notOffered
    } catch {
      if let problem = Problem(error) { state = .unknown(message: problem.sentence) }
    }
  }

  /// Without a connection only what the user has said themselves is certain.
  private func fallBack(_ error: any Error) async {
    guard let problem = Problem(error) else { return }
    state = .unknown(message: problem.sentence)
    do {
      if try await offline?.repository.keptPreferences()?.value.isOn == false { state = .switchedOff }
    } catch {
      // What is on the device shows in any case.
    }
  }
}
