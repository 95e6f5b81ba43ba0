import Domain
import HTTPTypes
import ServerCore

/// One method on one path: what it takes, who may use it, what it answers, and who does the work.
///
/// Made by `open`, `signedIn`, `admin`, `linked` or `conversation` only, so that no route can exist
/// without saying who may use it, and no handler gets an asker whom nobody has checked.
package struct Route: Sendable {
  typealias OpenHandler = @Sendable (RestRequest) async throws -> RestResponse
  typealias SignedInHandler = @Sendable (RestRequest, AuthenticatedSession) async throws -> RestResponse
  typealias ConversationHandler =
    @Sendable (RestRequest, AuthenticatedSession, ConversationID) async throws -> RestResponse

  enum Handler: Sendable {
    case open(OpenHandler)
    case signedIn(SignedInHandler)
    case admin(AuditAct.Reading?, SignedInHandler)
    case linked(SignedInHandler)
    case conversation(ConversationHandler)
  }

  package let method: HTTPRequest.Method
  package let path: RoutePath
  package let access: RouteAccess
  package let documentation: RouteDocumentation
  let handler: Handler

  static func open(
    _ method: HTTPRequest.Method, _ path: RoutePath, _ documentation: RouteDocumentation,
    _ handler: @escaping OpenHandler
  ) -> Route {
    Route(method: method, path: path, access: .open, documentation: documentation, handler: .open(handler))
  }

  static func signedIn(
    _ method: HTTPRequest.Method, _ path: RoutePath, _ documentation: RouteDocumentation,
    _ handler: @escaping SignedInHandler
  ) -> Route {
    Route(method: method, path: path, access: .signedIn, documentation: documentation, handler: .signedIn(handler))
  }

  /// For admins of the workspace. The audit log tells of what is read before it is answered; `nil`
  /// where it tells of the command that is carried out.
  static func admin(
    reads reading: AuditAct.Reading?, _ method: HTTPRequest.Method, _ path: RoutePath,
    _ documentation: RouteDocumentation, _ handler: @escaping SignedInHandler
  ) -> Route {
    Route(
      method: method, path: path, access: .admin, documentation: documentation, handler: .admin(reading, handler))
  }

  /// The path's `{id}` names a file.
  static func linked(
    _ method: HTTPRequest.Method, _ path: RoutePath, _ documentation: RouteDocumentation,
    _ handler: @escaping SignedInHandler
  ) -> Route {
    Route(method: method, path: path, access: .linked, documentation: documentation, handler: .linked(handler))
  }

  /// The path's `{id}` names the conversation.
  static func conversation(
    _ action: ConversationAction, _ method: HTTPRequest.Method, _ path: RoutePath,
    _ documentation: RouteDocumentation, _ handler: @escaping ConversationHandler
  ) -> Route {
    Route(
      method: method, path: path, access: .conversation(action), documentation: documentation,
      handler: .conversation(handler))
  }
}
