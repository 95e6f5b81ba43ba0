import ClientStore
import Domain
import Foundation

/// Fetches files into the store's cache: whoever asks for one that is on its way waits for it.
actor Downloads {
  private struct Key: Hashable {
    let file: AttachmentID
    let form: AttachmentForm
  }

  /// Seconds for an image of a fixed size, and for whatever else there is.
  private static let timeout = 60.0
  private static let longTimeout = 900.0

  private let store: ClientStore
  private let rest: RESTClient
  private let keeper: SessionKeeper
  private var running: [Key: Task<URL, any Error>] = [:]

  init(store: ClientStore, rest: RESTClient, keeper: SessionKeeper) {
    self.store = store
    self.rest = rest
    self.keeper = keeper
  }

  func file(_ file: Attachment, _ form: AttachmentForm) async throws -> URL {
    if let url = try store.outgoingFile(file.id) { return url }
    if let url = try store.cache.find(file, form) { return url }
    let key = Key(file: file.id, form: form)
    if let task = running[key] { return try await task.value }
    let task = Task { try await fetch(file, form) }
    running[key] = task
    defer { running[key] = nil }
    return try await task.value
  }

  private func fetch(_ file: Attachment, _ form: AttachmentForm) async throws -> URL {
    let place = try store.cache.begin()
    do {
      try await write(try await open(file, form), to: place.url)
    } catch {
      try store.cache.drop(place)
      throw error
    }
    // Signed out while it came: it is nobody's.
    guard let url = try store.cache.keep(place, file, form) else { throw ClientError.signedOut }
    return url
  }

  private func open(
    _ file: Attachment, _ form: AttachmentForm
  ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
    let path = "/v1/files/\(file.id)" + (form.side.map { "?size=\($0)" } ?? "")
    return try await open(.get, path, body: nil, timeout: form == .original ? Self.longTimeout : Self.timeout)
  }

  private func open(
    _ method: HTTPVerb, _ path: String, body: [UInt8]?, timeout: Double
  ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
    let token = try await keeper.accessToken()
    do {
      return try await rest.download(method, path, body: body, token: token, timeout: timeout)
    } catch let refusal as Refusal where refusal.code == .unauthenticated {
      let fresh = try await keeper.accessToken(refused: token)
      return try await rest.download(method, path, body: body, token: fresh, timeout: timeout)
    }
  }

  /// Writes an answer into a new file as it comes. When it throws, nothing of it is left.
  func write(_ method: HTTPVerb, _ path: String, body: [UInt8], to url: URL) async throws {
    let answer = try await open(method, path, body: body, timeout: Self.longTimeout)
    do {
      try await write(answer, to: url)
    } catch {
      try FileManager.default.removeItem(at: url)
      throw error
    }
  }

  private func write(_ body: AsyncThrowingStream<[UInt8], any Error>, to url: URL) async throws {
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    let handle = try FileHandle(forWritingTo: url)
    for try await chunk in body { try handle.write(contentsOf: Data(chunk)) }
    try Task.checkCancellation()
    try handle.close()
  }
}
