import ClientSync
import Domain

/// Everything that can happen to a client engine.
package enum EngineEvent: Sendable {
  case start
  case stop
  /// Access token asked for by `EngineOutput.authorize`.
  case token(String)
  case tokenUnavailable
  /// The session has ended: nothing is sent any more until `start`.
  case signedOut
  case opened
  case frame([UInt8])
  case closed(code: UInt16?)
  case timer(EngineTimer)
  /// The network changed, the app came to the foreground, or the user asked.
  case kick
  /// The store's outbox or local watermarks changed.
  case outboxChanged
  case watermarksChanged
  /// The store's requests changed.
  case requestsChanged
  case typing(ConversationID, active: Bool)
  case presence(Presence.State)
  /// What has become of a request about a file.
  case upload(UploadMachine.Event)
  /// What has become of a request.
  case request(DeferredRequest.ID, RequestOutcome)
}
