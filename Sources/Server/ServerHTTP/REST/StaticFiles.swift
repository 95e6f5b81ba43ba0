import Domain
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServerCore

/// The web client's files. Nothing outside the folder, and nothing whose name starts with a dot, is ever served.
struct StaticFiles: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let modified: Date
    let contentType: String

    var tag: String {
      let hash = bytes.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { $0 = ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
      return "\"\(String(bytes.count, radix: 16))-\(String(hash, radix: 16))\""
    }
  }

  private static let policy =
    "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; style-src 'self'; object-src 'none'; base-uri 'none'; "
    + "frame-ancestors 'none'"
  private static let maximumBytes = 32 << 20

  let folder: String

  /// The file under the path's segments; `nil` when there is none. An empty last segment means `index.html`.
  func find(_ segments: [String], reader: StoreReader) async throws(Refusal) -> File? {
    var segments = segments
    if segments.last == "" { segments[segments.count - 1] = "index.html" }
    let isSafe = segments.allSatisfy { segment in
      !segment.isEmpty && segment.first != "." && !segment.contains("/") && !segment.contains("\\")
        && !segment.hasControlCharacter
    }
    guard isSafe else { return nil }
    let path = ([folder] + segments).joined(separator: "/")
    return try await reader.read { _ in try Self.load(path) }
  }

  func response(_ file: File, to request: Request) -> Response {
    var headers: HTTPFields = [
      .contentType: file.contentType, .eTag: file.tag, .lastModified: HTTPDate.text(file.modified),
      .cacheControl: "no-cache", .contentSecurityPolicy: Self.policy, .xContentTypeOptions: "nosniff",
    ]
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    if let known = request.headers[.ifNoneMatch], Self.matches(known, file.tag) {
      headers[.contentType] = nil
      var unchanged = Response(status: .notModified, headers: headers)
      unchanged.headers[.contentLength] = nil
      return unchanged
    }
    guard request.method != .head else {
      headers[.contentLength] = String(file.bytes.count)
      return Response(status: .ok, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }

  private static func matches(_ known: String, _ tag: String) -> Bool {
    known.split(separator: ",").contains { candidate in
      let text = String(candidate).trimmingWhitespace
      return text == "*" || text == tag || text == "W/\(tag)"
    }
  }

  private static func load(_ path: String) throws -> File? {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return nil }
    let attributes = try manager.attributesOfItem(atPath: path)
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? Int, size <= maximumBytes
    else { return nil }
    let modified = attributes[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return File(bytes: bytes, modified: modified, contentType: contentType(of: path))
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last?.lowercased() {
    case "html": "text/html; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "json", "map": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    case "wasm": "application/wasm"
    case "txt", "md": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
