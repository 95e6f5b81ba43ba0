import Domain
import HTTPTypes
import HummingbirdCore
import WireProtocol

/// A request after routing: what a route's handler may look at.
package struct RestRequest: Sendable {
  /// The path's variable parts by name.
  let path: [String: String]
  let query: [String: String]
  let body: [UInt8]
  /// What is read as it comes, by the routes whose documentation says so; `nil` when it is of
  /// another content type.
  let bytes: RequestBody?
  /// The peer's address; the client's where the proxy is trusted.
  let address: String
  /// The address of whoever made the connection.
  let peer: String
  let headers: HTTPFields

  /// Reads the body. Throws `malformed`, and `invalid` for a moment that no calendar has.
  func body<Body: WireBody>(as type: Body.Type = Body.self) throws(Refusal) -> Body {
    try Body(request: body)
  }

  /// Reads a body that replaces what was kept. Throws `malformed`, also where it leaves out what
  /// would be lost.
  func replacement<Body: ReplacingBody>(as type: Body.Type = Body.self) throws(Refusal) -> Body {
    try Body(replacing: body)
  }

  /// An id in the path. One that cannot be read does not exist.
  func id<Entity>(_ name: String) throws(Refusal) -> Identifier<Entity> {
    guard let text = path[name], let id = Identifier<Entity>(text) else { throw .notFound }
    return id
  }

  /// A whole number of the query; `nil` when absent. Throws `invalid` for anything else and for
  /// negative ones.
  func number(_ name: String) throws(Refusal) -> Int64? {
    guard let text = query[name], !text.isEmpty else { return nil }
    guard let number = Int64(text), number >= 0 else {
      throw Refusal(.invalid, "\(name) is a whole number that is not negative.")
    }
    return number
  }

  /// A moment of the query; `nil` when absent. Throws `invalid` for what is none.
  func moment(_ name: String) throws(Refusal) -> Timestamp? {
    guard let milliseconds = try number(name) else { return nil }
    return try Timestamp(milliseconds: milliseconds).validated(name)
  }

  /// The `limit` of the query: `standard` when absent, never more than `maximum`. Throws `invalid`
  /// for 0.
  func limit(standard: Int, maximum: Int) throws(Refusal) -> Int {
    guard let limit = try number("limit") else { return standard }
    guard limit > 0 else { throw Refusal(.invalid, "limit is at least 1.") }
    return Int(min(limit, Int64(maximum)))
  }
}
