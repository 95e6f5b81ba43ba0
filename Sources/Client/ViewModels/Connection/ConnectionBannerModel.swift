import Domain
import Foundation
import Observation

/// The connection as the user should see it.
@MainActor @Observable
public final class ConnectionBannerModel {
  /// Seconds during which connecting is nothing worth telling.
  public static let grace = 1.0

  public private(set) var state: ConnectionState = .connecting
  public private(set) var banner: ConnectionBanner = .hidden
  /// The first attempt to connect has come to an end: what the device holds is all that there is,
  /// or all that can be had now.
  public private(set) var hasSettled = false
  @ObservationIgnored private let connection: any ConnectionRepository
  @ObservationIgnored private let pauses: any Clock<Duration>

  public init(connection: any ConnectionRepository, pauses: any Clock<Duration> = ContinuousClock()) {
    self.connection = connection
    self.pauses = pauses
  }

  /// Follows the connection until the task is cancelled.
  public func run() async {
    var pending: Task<Void, Never>?
    for await state in connection.observeConnection() {
      pending?.cancel()
      self.state = state
      if Self.isSettled(state) { hasSettled = true }
      let banner = Self.banner(for: state)
      if case .connecting = banner, self.banner == .hidden {
        pending = Task { await self.show(banner) }
      } else {
        self.banner = banner
      }
    }
    pending?.cancel()
  }

  /// Tries to connect now.
  public func retry() async {
    await connection.kick()
  }

  private func show(_ banner: ConnectionBanner) async {
    do {
      try await pauses.sleep(for: .seconds(Self.grace))
      self.banner = banner
    } catch {
      // Cancelled: the connection has moved on, and its newer state is what counts.
      return
    }
  }

  private static func isSettled(_ state: ConnectionState) -> Bool {
    switch state {
    case .online, .signedOut: true
    case .offline(let retryIn): retryIn != nil
    case .connecting, .syncing: false
    }
  }

  private static func banner(for state: ConnectionState) -> ConnectionBanner {
    switch state {
    case .online: return .hidden
    case .connecting: return .connecting("Connecting …")
    case .syncing: return .connecting("Updating …")
    case .signedOut: return .signedOut("Signed out.")
    case .offline(let retryIn):
      guard let retryIn, retryIn >= 1 else { return .offline("Offline. Messages are kept and sent later.") }
      return .offline("Offline. Messages are kept and sent later. Next try in \(Int(retryIn.rounded())) s.")
    }
  }
}
