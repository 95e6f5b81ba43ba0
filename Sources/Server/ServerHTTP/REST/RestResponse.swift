import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import WireProtocol

/// What a route answers.
package struct RestResponse: Sendable {
  var status: Int
  var contentType: String?
  var body: [UInt8]
  var headers: HTTPFields = [:]
  /// Sent instead of `body`, as it comes or without a copy.
  var stream: ResponseBody?

  init(status: Int = 200, contentType: String? = nil, body: [UInt8] = [], headers: HTTPFields = [:]) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.headers = headers
  }

  static let noContent = RestResponse(status: 204)

  static func json(_ body: some WireBody, status: Int = 200) -> RestResponse {
    RestResponse(status: status, contentType: "application/json", body: body.json())
  }

  /// Problem details (RFC 9457).
  static func problem(_ refusal: Refusal) -> RestResponse {
    let status = refusal.code.httpStatus
    let body = ProblemBody(refusal: refusal, title: title(of: status), status: status)
    var headers = HTTPFields()
    if let wait = refusal.retryAfter ?? (status == 429 || status == 503 ? 1 : nil) {
      headers[.retryAfter] = String(wait)
    }
    if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    return RestResponse(
      status: status, contentType: "application/problem+json", body: body.json(), headers: headers)
  }

  /// The phrase of the HTTP standard for a status that a refusal can have.
  private static func title(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }

  /// As Hummingbird sends it. Answers of the interface are never cached and never guessed to be
  /// something else.
  func response() -> Response {
    var fields = headers
    if let contentType { fields[.contentType] = contentType }
    if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
    fields[.xContentTypeOptions] = "nosniff"
    let body = stream ?? (body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    var response = Response(status: .init(code: status), headers: fields, body: body)
    if status == 204 || status == 304 { response.headers[.contentLength] = nil }
    return response
  }
}
