import Domain
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServerCore

/// Finds the route, checks who asks, reads the body, and answers; every failure becomes problem
/// details.
///
/// Order of checks: path and method, token and session, rate limit, membership, body. So nothing
/// about a conversation or a body is looked at for somebody who may not know of it.
struct RestResponder: HTTPResponder {
  let table: RouteTable
  let services: RestServices
  let staticFiles: StaticFiles?
  let security: SecurityHeaders
  let userLimiter: RateLimiter<UserID>
  /// Of requests for files, which a page makes many of at once.
  let fileLimiter: RateLimiter<UserID>
  let trustsForwardedFor: Bool
  let logger: Logger
  let accessLog: AccessLog?

  func respond(to request: Request, context: RestContext) async throws -> Response {
    let tracer = services.context.tracer
    let trace = tracer?.request(partOf: Self.parent(of: request))
    let start = accessLog == nil && trace == nil ? 0 : services.context.metrics.now()
    var route = AccessLog.none
    var answer = await traced(request, trace, channel: context.channel, route: &route)
    security.addToAll(&answer.headers)
    if request.method == .head { answer.body = ResponseBody() }
    // The next request of whoever asks shall find another server.
    if services.drain.hasBegun { answer.headers[.connection] = "close" }
    services.context.metrics.recordRequest(status: Int(answer.status.code))
    var id: String?
    if let accessLog {
      id = accessLog.note(
        request.method, route: route, status: Int(answer.status.code),
        nanoseconds: services.context.metrics.now() &- start, bytes: answer.body.contentLength)
      if let field = HTTPField.Name("X-Request-ID") { answer.headers[field] = id }
    }
    // Nobody needs to know how long watchdogs and files of the web client took.
    if let trace, route.hasPrefix("/v1/") {
      tracer?.answered(
        trace, method: request.method.rawValue, route: route, status: Int(answer.status.code), id: id, since: start)
    }
    return answer
  }

  /// What the request is part of, as its sender says (W3C Trace Context).
  private static func parent(of request: Request) -> TraceContext? {
    HTTPField.Name("traceparent").flatMap { request.headers[$0] }.flatMap { TraceContext($0) }
  }

  private func traced(
    _ request: Request, _ trace: RequestTrace?, channel: any Channel, route: inout String
  ) async -> Response {
    guard let trace else { return await answer(request, channel: channel, route: &route) }
    return await RequestTrace.$current.withValue(trace) {
      await answer(request, channel: channel, route: &route)
    }
  }

  /// `route` becomes what the access log and traces call it.
  private func answer(_ request: Request, channel: any Channel, route called: inout String) async -> Response {
    do {
      let target = try RequestTarget(request.head.path ?? "/")
      switch table.match(request.method, segments: target.segments) {
      case .found(let route, let path):
        if accessLog != nil || RequestTrace.current != nil { called = route.path.description }
        return try await run(route, path: path, target: target, request: request, channel: channel).response()
      case .otherMethods(let methods):
        return methodNotAllowed(methods)
      case .none:
        let file = try await serveFile(target, request: request)
        called = AccessLog.files
        return file
      }
    } catch {
      return RestResponse.problem(refusal(for: error, request: request)).response()
    }
  }

  private func run(
    _ route: Route, path: [String: String], target: RequestTarget, request: Request, channel: any Channel
  ) async throws -> RestResponse {
    let address = peerAddress(of: request, channel: channel)
    func input() async throws -> RestRequest {
      let body = route.documentation.body == nil ? [] : try await RequestBodyReader.read(request)
      let isBytes = route.documentation.bytes.map { $0 == RequestBodyReader.type(of: request) } ?? false
      return RestRequest(
        path: path, query: target.query, body: body, bytes: isBytes ? request.body : nil, address: address,
        peer: channel.remoteAddress?.ipAddress ?? "unknown", headers: request.headers)
    }
    switch route.handler {
    case .open(let handle):
      return try await handle(try await input())
    case .signedIn(let handle):
      let asker = try await authenticate(request, for: nil, limiter: userLimiter)
      return try await handle(try await input(), asker)
    case .admin(let reading, let handle):
      let asker = try await authenticate(request, for: nil, limiter: userLimiter)
      try await services.reader.read { try Rules.Workspaces.authorize($0.profile(asker.user)) }
      let answer = try await handle(try await input(), asker)
      if let reading {
        try await services.accounts.audit.record(.read(reading), by: services.actor(asker, at: address))
      }
      return answer
    case .linked(let handle):
      let asker = try await linked(path: path, target: target, request: request)
      return try await handle(try await input(), asker)
    case .conversation(let handle):
      let conversation = path["id"].flatMap { ConversationID($0) }
      let asker = try await authenticate(request, for: .some(conversation), limiter: userLimiter)
      guard let conversation else { throw Refusal.notFound }
      return try await handle(try await input(), asker, conversation)
    }
  }

  /// Checks token, session and rate limit, and, where a conversation is given, membership of it.
  private func authenticate(
    _ request: Request, for conversation: ConversationID??, limiter: RateLimiter<UserID>
  ) async throws -> AuthenticatedSession {
    let scheme = "bearer "
    guard let header = request.headers[.authorization], header.lowercased().hasPrefix(scheme) else {
      throw Refusal(.unauthenticated, "Send an access token.")
    }
    let now = services.context.clock.now
    let asker = try services.context.tokens.verify(String(header.dropFirst(scheme.count)), now: now)
    try limiter.take(asker.user, now: now)
    try await services.reader.read { store in
      guard try store.activeSession(asker.session) == asker.user else {
        throw Refusal(.sessionRevoked, "This session has ended. Sign in again.")
      }
      if case .some(.some(let conversation)) = conversation {
        _ = try store.conversation(conversation, for: asker.user)
      }
    }
    return asker
  }

  /// Checks the link in the query, or, without one, the token.
  private func linked(
    path: [String: String], target: RequestTarget, request: Request
  ) async throws -> AuthenticatedSession {
    guard let link = target.query["link"] else {
      return try await authenticate(request, for: nil, limiter: fileLimiter)
    }
    guard let file = path["id"].flatMap({ AttachmentID($0) }) else { throw Refusal.notFound }
    let session = try await services.fileLinks.verify(link, for: file)
    let user = try await services.reader.read { store in try store.activeSession(session) }
    guard let user else { throw Refusal(.unauthenticated, "The link is no longer good.") }
    try fileLimiter.take(user, now: services.context.clock.now)
    return AuthenticatedSession(user: user, session: session)
  }

  private func methodNotAllowed(_ methods: [HTTPRequest.Method]) -> Response {
    var answer = RestResponse.problem(Refusal(.methodNotAllowed, "This path does not take that method."))
    answer.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return answer.response()
  }

  private func serveFile(_ target: RequestTarget, request: Request) async throws -> Response {
    guard let staticFiles, target.segments.first != "v1" else { throw Refusal.notFound }
    guard let file = try await staticFiles.find(target.segments, reader: services.reader) else {
      throw Refusal.notFound
    }
    guard request.method == .get || request.method == .head else { return methodNotAllowed([.get, .head]) }
    return staticFiles.response(file, to: request)
  }

  private func peerAddress(of request: Request, channel: any Channel) -> String {
    if trustsForwardedFor, let forwarded = HTTPField.Name("X-Forwarded-For").flatMap({ request.headers[$0] }) {
      // The last entry is the one that our own proxy has written.
      if let last = forwarded.split(separator: ",").last { return String(last).trimmingWhitespace }
    }
    return channel.remoteAddress?.ipAddress ?? "unknown"
  }

  private func refusal(for error: any Error, request: Request) -> Refusal {
    if let refusal = error as? Refusal {
      if refusal.code == .internal {
        logger.error("request failed", metadata: ["method": "\(request.method)", "reason": "\(refusal.detail)"])
      }
      return refusal
    }
    logger.error("request failed", metadata: ["method": "\(request.method)", "error": "\(type(of: error))"])
    return Refusal(.internal, "Something went wrong on the server.")
  }
}
