import Domain
import OSLog

/// The app's log. What is named is what happened and to which id; ids are hidden outside of a
/// debugger, and message text, names, tokens and addresses are never given to it.
public struct AppLog: Sendable {
  public enum Area: String, Sendable, CaseIterable {
    case app
    case notifications
    case background
    case transfers
    case shortcuts
  }

  private let logger: Logger

  public init(_ area: Area) {
    logger = Logger(subsystem: "org.messageai.app", category: area.rawValue)
  }

  public func note(_ event: StaticString) {
    logger.info("\(event.description, privacy: .public)")
  }

  /// `id` tells entries about the same thing apart without telling what it is.
  public func note(_ event: StaticString, id: some CustomStringConvertible) {
    logger.info("\(event.description, privacy: .public) \(id.description, privacy: .private(mask: .hash))")
  }

  /// Only the error's kind is public: its text may hold what a person wrote.
  public func failed(_ event: StaticString, _ error: any Error) {
    let (kind, text) = (Self.kind(of: error), String(describing: error))
    logger.error(
      "\(event.description, privacy: .public): \(kind, privacy: .public) \(text, privacy: .private)")
  }

  /// The error's type, and the code of a refusal.
  static func kind(of error: any Error) -> String {
    if let refusal = error as? Refusal { return "refused/\(refusal.code.rawValue)" }
    return String(describing: type(of: error))
  }
}
