import Domain
import Foundation
import ServerCore
import Synchronization

/// Keeps files in a bucket of any S3 server: each an object under its key's name.
///
/// Bytes go from disk to the server and back in pieces: the memory that a file takes does not grow
/// with it.
package struct S3Storage: FileStorage {
  /// Bytes of a part of a larger file. S3 takes none below 5 MiB but the last.
  package static let partSize: Int64 = 8 << 20

  private struct Unfinished {
    /// Uploads in parts that others have left may be there, and must be looked for.
    var isPossible = true
    /// Objects that are being uploaded in parts now.
    var running: Set<String> = []
  }

  /// Of all copies of this value.
  private final class Shared: Sendable {
    let unfinished = Mutex(Unfinished())
    let isClaimed = Mutex(false)
  }

  private let client: S3Client
  private let work: any WorkExecutor
  private let owner: String?
  private let pageSize: Int
  private let report: @Sendable (S3Failure) -> Void
  private let shared = Shared()

  /// `owner` names the server whose files these are: where another one's are, nothing is stored,
  /// listed or removed. `nil` asks nobody. `report` is told why something failed that is only said
  /// in general to people. `pageSize` is how many keys are listed at a time.
  package init(
    _ settings: S3Settings, work: any WorkExecutor, owner: String? = nil, clock: any WallClock = SystemClock(),
    patience: S3Patience = S3Patience(), pageSize: Int = 1_000,
    report: @escaping @Sendable (S3Failure) -> Void = { _ in }
  ) {
    client = S3Client(settings, patience: patience, clock: clock, work: work)
    self.work = work
    self.owner = owner
    self.pageSize = pageSize
    self.report = report
  }

  /// Must be called before the last copy of this value goes.
  package func shutdown() async throws { try await client.http.shutdown() }

  /// Throws what keeps this key from the bucket, as a sentence for the operator.
  package func check() async throws(S3Failure) {
    do {
      _ = try await page(of: 1, after: nil)
      try await claim()
    } catch {
      throw error as? S3Failure ?? S3Failure(.unexpected, "\(error)")
    }
  }

  package func store(_ path: String, as key: FileKey) async throws(Refusal) {
    try await refusing {
      let size = try await work.value { () throws(Refusal) in
        guard let size = UploadFolder.size(at: path) else { throw UploadFolder.failure }
        return size
      }
      try await claim()
      // Objects come whole: one of that size has these bytes.
      guard try await length(of: key.name) != size else { return }
      if size <= Self.partSize {
        _ = try await client.send(client.request("PUT", key.name), part: S3FilePart(path: path, range: 0..<size))
      } else {
        try await storeParts(of: path, size, as: key.name)
      }
    }
  }

  package func size(of key: FileKey) async throws(Refusal) -> Int64? {
    try await refusing { try await length(of: key.name) }
  }

  package func read(_ key: FileKey, _ range: Range<Int64>) -> FilePieces {
    FilePieces(range) { piece in
      try await refusing {
        let bytes = "bytes=\(piece.lowerBound)-\(piece.upperBound - 1)"
        let reply = try await client.send(client.request("GET", key.name, headers: [("range", bytes)]))
        guard reply.status == 206, reply.body.count == piece.count else {
          throw S3Failure(.unexpected, "\(reply.body.count) bytes came with status \(reply.status) for \(bytes)")
        }
        return reply.body
      }
    }
  }

  package func remove(_ key: FileKey) async throws(Refusal) {
    try await refusing {
      try await claim()
      do {
        _ = try await client.send(client.request("DELETE", key.name))
      } catch let failure as S3Failure where failure.kind == .noObject {
        return
      }
    }
  }

  package func keys() async throws(Refusal) -> [FileKey] {
    try await refusing {
      try await claim()
      var keys: [FileKey] = []
      var token: String?
      repeat {
        let page = try await page(of: pageSize, after: token)
        keys += page.elements("Contents", ["Key"]).compactMap { name(in: $0[0]).flatMap(FileKey.init(name:)) }
        token = page.element("IsTruncated") == "true" ? page.element("NextContinuationToken") : nil
      } while token != nil
      return keys
    }
  }

  /// Ends uploads in parts that a crash or a cut has left: until then their parts take room.
  package func removeUnfinished() async throws(Refusal) {
    let isPossible = shared.unfinished.withLock { state in
      defer { state.isPossible = false }
      return state.isPossible
    }
    guard isPossible else { return }
    do throws(Refusal) {
      try await refusing {
        let reply = try await client.send(
          client.request("GET", nil, [("prefix", client.settings.prefix), ("uploads", "")]))
        for upload in reply.elements("Upload", ["Key", "UploadId"]) {
          guard let name = name(in: upload[0]), FileKey(name: name) != nil,
            !shared.unfinished.withLock({ $0.running.contains(name) })
          else { continue }
          try await abort(name, upload[1])
        }
        if reply.element("IsTruncated") == "true" { expectUnfinished() }
      }
    } catch {
      expectUnfinished()
      throw error
    }
  }

  // MARK: Requests

  /// Throws unless the place is the owner's, who takes one that nobody has: another server would
  /// remove what it does not know.
  private func claim() async throws {
    guard let owner, !shared.isClaimed.withLock(\.self) else { return }
    let request = client.request("GET", Self.ownerName)
    do {
      let reply = try await client.send(request)
      guard reply.body == [UInt8](owner.utf8) else {
        throw S3Failure(
          .refused,
          "\(client.settings.place) belongs to another server; only if that is gone, remove the object \(request.path)")
      }
    } catch let failure as S3Failure where failure.kind == .noObject {
      let claim = client.request("PUT", Self.ownerName, headers: [("if-none-match", "*")])
      _ = try await client.send(claim, bytes: [UInt8](owner.utf8))
    }
    shared.isClaimed.withLock { $0 = true }
  }

  /// Of the object that says whose files these are.
  private static let ownerName = "server"

  private func length(of name: String) async throws -> Int64? {
    do {
      let reply = try await client.send(client.request("HEAD", name))
      return reply.headers["content-length"].flatMap { Int64($0) }
    } catch let failure as S3Failure where failure.kind == .noObject {
      return nil
    }
  }

  private func page(of size: Int, after token: String?) async throws -> S3Reply {
    let query = [("list-type", "2"), ("max-keys", String(size)), ("prefix", client.settings.prefix)]
    return try await client.send(
      client.request("GET", nil, query + (token.map { [("continuation-token", $0)] } ?? [])))
  }

  private func storeParts(of path: String, _ size: Int64, as name: String) async throws {
    shared.unfinished.withLock { _ = $0.running.insert(name) }
    defer { shared.unfinished.withLock { _ = $0.running.remove(name) } }
    let id = try await begin(name)
    var isComplete = false
    do {
      var tags: [String] = []
      var start: Int64 = 0
      while start < size {
        let part = S3FilePart(path: path, range: start..<min(start + Self.partSize, size))
        let query = [("partNumber", String(tags.count + 1)), ("uploadId", id)]
        let reply = try await client.send(client.request("PUT", name, query), part: part)
        guard let tag = reply.headers["etag"] else { throw S3Failure(.unexpected, "a part has no ETag") }
        tags.append(tag)
        start = part.range.upperBound
      }
      let parts = tags.enumerated().map { "<Part><PartNumber>\($0 + 1)</PartNumber><ETag>\($1)</ETag></Part>" }
      let form = "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>"
      isComplete = true
      _ = try await client.send(client.request("POST", name, [("uploadId", id)]), bytes: [UInt8](form.utf8))
    } catch {
      // Only the answer may have been lost.
      if isComplete, let length = try? await length(of: name), length == size { return }
      await abandon(name, id)
      throw error
    }
  }

  private func begin(_ name: String) async throws -> String {
    do {
      let reply = try await client.send(client.request("POST", name, [("uploads", "")]))
      // One whose answer was lost may have begun another.
      if reply.attempts > 1 { expectUnfinished() }
      guard let id = reply.element("UploadId") else { throw S3Failure(.unexpected, "an upload has no id") }
      return id
    } catch {
      expectUnfinished()
      throw error
    }
  }

  /// Also when the task that stored it is cancelled.
  private func abandon(_ name: String, _ id: String) async {
    let task = Task { try await abort(name, id) }
    if case .failure = await task.result { expectUnfinished() }
  }

  private func abort(_ name: String, _ id: String) async throws {
    do {
      _ = try await client.send(client.request("DELETE", name, [("uploadId", id)]))
    } catch let failure as S3Failure where failure.kind == .noObject {
      return
    }
  }

  private func expectUnfinished() {
    shared.unfinished.withLock { $0.isPossible = true }
  }

  /// An object's name without the prefix; `nil` for one that is not below it.
  private func name(in key: String) -> String? {
    key.hasPrefix(client.settings.prefix) ? String(key.dropFirst(client.settings.prefix.count)) : nil
  }

  // MARK: Failures

  private func refusing<Value: Sendable>(_ body: () async throws -> Value) async throws(Refusal) -> Value {
    do {
      return try await body()
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ error: any Error) -> Refusal {
    switch error {
    case let refusal as Refusal: return refusal
    case let failure as S3Failure where failure.kind == .noObject:
      return Refusal(.internal, "The bytes of a file are missing.")
    case let failure as S3Failure:
      if failure.kind != .cancelled { report(failure) }
      return Self.unavailable
    default: return Self.unavailable
    }
  }

  private static let unavailable = Refusal(.overloaded, "Files cannot be stored or read now.", retryAfter: 5)
}
