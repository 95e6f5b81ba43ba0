import Domain
import Foundation
import WireProtocol

/// The part of a client that a notification needs: no local store, no socket, one or two requests.
///
/// Shares its session with the app through the configuration's vault; the refreshed tokens of
/// either serve both.
public final class NotificationClient: Sendable {
  private let keeper: SessionKeeper
  private let rest: RESTClient
  private let http: any HTTPExchange

  /// Reads the kept session. Throws what the vault throws; the configuration's folder is used only
  /// for its session.
  public init(configuration: ClientConfiguration) throws {
    let http = Network.exchange(connectSeconds: 5)
    let rest = RESTClient(server: configuration.server, http: http)
    self.http = http
    self.rest = rest
    do {
      keeper = try SessionKeeper(
        vault: ClientRuntime.vault(configuration), rest: rest, clock: configuration.clock)
    } catch {
      // Nothing has been asked yet: there is nothing to wait for.
      http.drop()
      throw error
    }
  }

  /// The message as a notification shows it; `nil` when the conversation does not hold it. Throws
  /// `Refusal` and `ClientError`.
  public func content(of notification: NotificationReference) async throws -> MessageNotification? {
    let path = "/v1/conversations/\(notification.conversation)"
    var window = try FeedDelta(json: try await call(.get, path))
    if let found = MessageNotification(notification, window: window) { return found }
    // Older than the window: the page that begins with it.
    let page = try MessagePage(
      json: try await call(.get, path + "/messages?after=\(notification.seq - 1)&limit=1"))
    window.messages = page.messages
    return MessageNotification(notification, window: window)
  }

  /// The reminder as a notification shows it; `nil` when it is over or was put off. Throws
  /// `Refusal` and `ClientError`.
  public func content(of reminder: ReminderID) async throws -> ReminderNotification? {
    do {
      return ReminderNotification(try Reminder(json: try await call(.get, "/v1/reminders/\(reminder)")))
    } catch let refusal as Refusal where refusal.code == .notFound {
      return nil
    }
  }

  /// The middle of the sender's photo as a square image; `nil` when they have none. Throws
  /// `Refusal` and `ClientError`.
  public func face(of message: MessageNotification) async throws -> Data? {
    guard let photo = message.photo, let side = AttachmentForm.largeFace.side else { return nil }
    return Data(try await call(.get, "/v1/files/\(photo)?size=\(side)"))
  }

  /// Tells the server that the message has reached this device. Throws `Refusal` and `ClientError`.
  public func markDelivered(_ notification: NotificationReference) async throws {
    try await LivePushRepository { [self] in try await call($0, $1, $2) }.markDelivered(notification)
  }

  /// Ends what still runs.
  public func close() async throws {
    try await http.shutdown()
  }

  private func call(_ method: HTTPVerb, _ path: String, _ body: [UInt8]? = nil) async throws -> [UInt8] {
    let token = try await keeper.accessToken()
    do {
      return try await rest.call(method, path, body: body, token: token)
    } catch let refusal as Refusal where refusal.code == .unauthenticated {
      return try await rest.call(method, path, body: body, token: try await keeper.accessToken(refused: token))
    }
  }
}
