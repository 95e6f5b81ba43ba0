import Domain
import HTTPTypes
import Logging
import ServerCore

/// One line of the log for each answer over HTTP: the method, the route with its variable parts
/// unfilled, status, how long it took until the answer began, and its bytes where they are known
/// then. Never a query, an id, a token, a name or an address.
struct AccessLog: Sendable {
  /// Only a phantom type of the ids of requests.
  enum Request {}

  /// The route of what is served from the folder of the web client, and of what there is no route.
  static let files = "file"
  static let none = "none"

  let logger: Logger
  let identifiers: any IdentifierSource

  /// Answers the id of the line, by which whoever asked may name it.
  func note(
    _ method: HTTPRequest.Method, route: String, status: Int, nanoseconds: UInt64, bytes: Int?
  ) -> String {
    let id: Identifier<Request> = identifiers.next()
    var metadata: Logger.Metadata = [
      "method": "\(method.rawValue.prefix(16))", "route": "\(route)", "status": .stringConvertible(status),
      "milliseconds": .stringConvertible(Double(nanoseconds / 1_000) / 1_000), "request": "\(id)",
    ]
    if let bytes { metadata["bytes"] = .stringConvertible(bytes) }
    logger.info("request", metadata: metadata)
    return id.description
  }
}
