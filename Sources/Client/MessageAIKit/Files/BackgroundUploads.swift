import Domain
import Foundation

/// Carries uploads on while the app is not there, such as a background `URLSession`.
public protocol BackgroundUploads: Sendable {
  /// Begins. That it has ended, well or not, comes as an event.
  func begin(_ upload: BackgroundUpload)
  func cancel(_ file: AttachmentID)
  func cancelAll()
  /// What happens from now on, and what nobody has heard yet. For one listener at a time: the
  /// latest.
  func events() -> AsyncStream<BackgroundUploadEvent>
}

/// One request whose body is a file: the rest of an upload.
public struct BackgroundUpload: Sendable {
  public let id: AttachmentID
  public let method: String
  public let url: String
  public let headers: [String: String]
  /// Stays where it is until the request has ended.
  public let body: URL
}

public enum BackgroundUploadEvent: Hashable, Sendable {
  /// The app has left the screen, or was started without one; what is carried already.
  case left(carried: [AttachmentID])
  /// The app is on screen.
  case returned
  /// Nothing more is carried of the file. How much the server has of it, the server is asked.
  case ended(AttachmentID)
}

extension BackgroundUploadEvent {
  var machineEvent: EngineEvent {
    switch self {
    case .left(let carried): .upload(.left(carried: carried))
    case .returned: .upload(.returned)
    case .ended(let file): .upload(.carried(file))
    }
  }
}
