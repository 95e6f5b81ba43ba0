import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Collects a JSON body within the limit.
enum RequestBodyReader {
  /// Throws `tooLarge` past the limit, as early as it is known, and `malformed` for another content
  /// type.
  static func read(_ request: Request) async throws -> [UInt8] {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Limits.maximumBodyBytes {
      throw tooLarge
    }
    guard type(of: request) == "application/json" else {
      throw Refusal(.malformed, "Send JSON with Content-Type: application/json.")
    }
    var bytes: [UInt8] = []
    for try await chunk in request.body {
      guard bytes.count + chunk.readableBytes <= Limits.maximumBodyBytes else { throw tooLarge }
      bytes.append(contentsOf: chunk.readableBytesView)
    }
    return bytes
  }

  /// The content type without its parameters.
  static func type(of request: Request) -> String? {
    request.headers[.contentType]?.split(separator: ";").first.map { String($0).trimmingWhitespace.lowercased() }
  }

  private static let tooLarge = Refusal(.tooLarge, "A body has at most \(Limits.maximumBodyBytes) bytes.")
}
