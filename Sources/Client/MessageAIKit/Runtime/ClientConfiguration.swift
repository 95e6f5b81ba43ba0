import Domain
import Foundation

/// Where a client finds its server and keeps its data.
public struct ClientConfiguration: Sendable {
  /// Such as `https://chat.example.org`.
  public var server: URL
  /// File of certificates (PEM) whose signatures on the server's are believed besides those that
  /// the system believes. Apple's systems ask the keychain alone.
  public var authorities: URL?
  /// Holds the local database and the session, one account each; `nil` keeps everything in memory.
  public var folder: URL?
  /// How this device appears in the list of sessions.
  public var device: String
  public var clock: any WallClock
  public var ids: any IdentifierSource
  /// Where the session's tokens are kept; by default a file in `folder` that only its owner may
  /// read.
  public var vault: (any SessionVault)?
  /// Carries uploads on while the app is not there; `nil` where nobody does.
  public var backgroundUploads: (any BackgroundUploads)?
  /// Has the server told how long things take (`ClientEvent`), as long as the person lets it;
  /// `nil` tells nothing.
  public var events: ClientEventSource?

  public init(
    server: URL, authorities: URL? = nil, folder: URL? = nil, device: String = "MessageAIKit",
    clock: any WallClock = SystemClock(),
    ids: (any IdentifierSource)? = nil, vault: (any SessionVault)? = nil,
    backgroundUploads: (any BackgroundUploads)? = nil, events: ClientEventSource? = nil
  ) {
    self.server = server
    self.authorities = authorities
    self.folder = folder
    self.device = device
    self.clock = clock
    self.ids = ids ?? RandomIdentifierSource(clock: clock)
    self.vault = vault
    self.backgroundUploads = backgroundUploads
    self.events = events
  }
}
