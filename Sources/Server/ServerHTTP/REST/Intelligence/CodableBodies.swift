import Domain
import Foundation

/// Bodies of the intelligence are plain `Codable` JSON: they are not on a message's way.
extension RestRequest {
  /// Reads the body. Throws `malformed`.
  func decoded<Body: Decodable>(as type: Body.Type = Body.self) throws(Refusal) -> Body {
    // The decoder does not look at what it skips.
    guard String(validating: body, as: UTF8.self) != nil else {
      throw Refusal(.malformed, "The body is not UTF-8.")
    }
    do {
      return try JSONDecoder().decode(Body.self, from: Data(body))
    } catch {
      throw Refusal(.malformed, "The body does not have the expected form.")
    }
  }
}

extension RestResponse {
  static func encoded(_ body: some Encodable, status: Int = 200) throws(Refusal) -> RestResponse {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return RestResponse(
        status: status, contentType: "application/json", body: [UInt8](try encoder.encode(body)))
    } catch {
      throw Refusal(.internal, "The answer could not be written.")
    }
  }
}
