import Domain
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServerCore

/// The web client's files. Nothing outside the folder, nothing whose name starts with a dot, and
/// nothing that is for developers is ever served.
struct StaticFiles: Sendable {
  struct File: Sendable {
    let content: ServedBytes
    let modified: Date
    let contentType: String
  }

  /// What stands in the folder beside the client.
  private static let unserved: Set<String> = ["test", "package.json", "jsconfig.json"]
  private static let maximumBytes = 32 << 20

  let folder: String
  let security: SecurityHeaders
  private let cache = StaticFileCache()

  /// The file under the path's segments; `nil` when there is none. An empty last segment means
  /// `index.html`.
  func find(_ segments: [String], reader: StoreReader) async throws(Refusal) -> File? {
    var segments = segments
    if segments.last == "" { segments[segments.count - 1] = "index.html" }
    let isSafe = segments.allSatisfy { segment in
      !segment.isEmpty && segment.first != "." && !segment.contains("/") && !segment.contains("\\")
        && !segment.hasControlCharacter
    }
    guard isSafe, let first = segments.first, !Self.unserved.contains(first.lowercased()) else { return nil }
    let path = ([folder] + segments).joined(separator: "/")
    return try await reader.read { _ in try load(path) }
  }

  func response(_ file: File, to request: Request) -> Response {
    let form = file.content.form(for: request.headers)
    var headers = form.headers
    headers[.lastModified] = HTTPDate.text(file.modified)
    headers[.cacheControl] = "no-cache"
    security.addToPages(&headers, host: request.head.authority)
    if form.isKnown {
      headers[.contentEncoding] = nil
      var unchanged = Response(status: .notModified, headers: headers)
      unchanged.headers[.contentLength] = nil
      return unchanged
    }
    headers[.contentType] = file.contentType
    guard request.method != .head else {
      headers[.contentLength] = String(form.bytes.readableBytes)
      return Response(status: .ok, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: form.bytes))
  }

  private func load(_ path: String) throws -> File? {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return nil }
    let attributes = try manager.attributesOfItem(atPath: path)
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? Int, size <= Self.maximumBytes
    else { return nil }
    let modified = attributes[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
    if let file = cache.file(path, size: size, modified: modified) { return file }
    let now = Date()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let type = Self.contentType(of: path)
    let content = ServedBytes(bytes, isCompressible: Self.isCompressible(type))
    let file = File(content: content, modified: modified, contentType: type)
    cache.keep(file, path, size: size, readAt: now)
    return file
  }

  private static func isCompressible(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasSuffix("json") || type == "image/svg+xml" || type == "application/wasm"
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

/// Files that have been read and compressed, while they stay as they were on disk.
final class StaticFileCache: Sendable {
  private struct Entry {
    let file: StaticFiles.File
    let size: Int
  }

  private static let maximumBytes = 64 << 20
  /// A file that was changed this shortly before it was read may change again without a new time.
  private static let settlingTime: TimeInterval = 2

  private let lock = NSLock()
  nonisolated(unsafe) private var entries: [String: Entry] = [:]
  nonisolated(unsafe) private var bytes = 0

  func file(_ path: String, size: Int, modified: Date) -> StaticFiles.File? {
    lock.withLock {
      guard let entry = entries[path], entry.size == size, entry.file.modified == modified else { return nil }
      return entry.file
    }
  }

  func keep(_ file: StaticFiles.File, _ path: String, size: Int, readAt: Date) {
    guard readAt.timeIntervalSince(file.modified) > Self.settlingTime else { return }
    lock.withLock {
      bytes -= entries.removeValue(forKey: path)?.size ?? 0
      guard bytes + size <= Self.maximumBytes else { return }
      entries[path] = Entry(file: file, size: size)
      bytes += size
    }
  }
}
