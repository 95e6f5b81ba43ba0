import AsyncHTTPClient
import Crypto
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import ServerCore

/// How often and how long an S3 server is asked.
package struct S3Patience: Sendable {
  /// Times that a request is sent at most.
  package var attempts = 3
  /// Before the second time; twice as long before each further one.
  package var pause = Duration.milliseconds(200)
  /// For a connection to be there.
  package var connecting = Duration.seconds(5)
  /// For an answer to begin, with the body sent until then.
  package var answering = Duration.seconds(120)
  /// For a connection to say something.
  package var silence = Duration.seconds(30)

  package init() {}
}

/// A part of a file on disk, as the body of a request.
struct S3FilePart: Sendable {
  let path: String
  let range: Range<Int64>
}

/// Sends signed requests to an S3 server, and sends them again when that may help.
struct S3Client: Sendable {
  let settings: S3Settings
  let patience: S3Patience
  let clock: any WallClock
  let work: any WorkExecutor
  let http: HTTPClient

  /// Bytes of an answer that are kept at most: a page of a listing is far below.
  private static let largestAnswer = 4 << 20

  init(_ settings: S3Settings, patience: S3Patience, clock: any WallClock, work: any WorkExecutor) {
    self.settings = settings
    self.patience = patience
    self.clock = clock
    self.work = work
    // A redirect would take the signature to another host.
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(patience.connecting), read: TimeAmount(patience.silence)),
      decompression: .disabled)
    configuration.httpVersion = .http1Only
    configuration.connectionPool.retryConnectionEstablishment = false
    http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// What a request is about: `nil` is the bucket.
  func request(
    _ method: String, _ key: String? = nil, _ query: [(name: String, value: String)] = [],
    headers: [(name: String, value: String)] = []
  ) -> S3Request {
    S3Request(
      method: method, path: "/\(settings.bucket)" + (key.map { "/\(settings.prefix)\($0)" } ?? ""), query: query,
      headers: headers)
  }

  /// Answers a reply below 300. `body` is read from disk while it is sent.
  func send(_ request: S3Request, part: S3FilePart) async throws -> S3Reply {
    var request = request
    request.digest = try await digest(of: part)
    let pieces = FilePieces(part.range) { [work] piece in
      try await work.value { () throws(Refusal) in try FolderStorage.read(part.path, piece) }
    }
    return try await send(
      request, body: .stream(pieces.map { ByteBuffer(bytes: $0) }, length: .known(Int64(part.range.count))))
  }

  /// The same with a short body.
  func send(_ request: S3Request, bytes: [UInt8]) async throws -> S3Reply {
    var request = request
    request.digest = S3Signer.hexadecimal(SHA256.hash(data: bytes))
    return try await send(request, body: .bytes(ByteBuffer(bytes: bytes)))
  }

  /// The same without one.
  func send(_ request: S3Request) async throws -> S3Reply { try await send(request, body: nil) }

  private func send(_ request: S3Request, body: HTTPClientRequest.Body?) async throws -> S3Reply {
    var pause = patience.pause
    var attempt = 1
    while true {
      do throws(S3Failure) {
        return try await sendOnce(request, body: body, attempt: attempt)
      } catch {
        guard error.isWorthRepeating, attempt < patience.attempts else { throw error }
      }
      attempt += 1
      try await Task.sleep(for: pause)
      pause *= 2
    }
  }

  private func sendOnce(
    _ request: S3Request, body: HTTPClientRequest.Body?, attempt: Int
  ) async throws(S3Failure) -> S3Reply {
    var signed = request
    let time = S3Signer.time(Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1_000))
    signed.headers += [("host", settings.host), ("x-amz-content-sha256", request.digest), ("x-amz-date", time)]
    var sent = HTTPClientRequest(url: settings.endpoint + signed.target)
    sent.method = HTTPMethod(rawValue: signed.method)
    for header in signed.headers { sent.headers.add(name: header.name, value: header.value) }
    sent.headers.add(name: "authorization", value: settings.signer.authorization(signed, at: time))
    sent.body = body
    let reply: S3Reply
    do {
      let response = try await http.execute(sent, deadline: .now() + TimeAmount(patience.answering))
      let bytes = try await response.body.collect(upTo: Self.largestAnswer)
      reply = S3Reply(
        status: Int(response.status.code),
        headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
        body: Array(bytes.readableBytesView), attempts: attempt)
    } catch {
      throw failure(error)
    }
    // What takes long may begin well and fail in the body.
    guard reply.isGood, request.method != "POST" || reply.element("Error") == nil else {
      throw S3Failure(reply, settings)
    }
    return reply
  }

  private func failure(_ error: any Error) -> S3Failure {
    if error is CancellationError || Task.isCancelled || (error as? HTTPClientError) == .cancelled {
      return S3Failure(.cancelled, "nobody waits for it any more")
    }
    let reason = (error as? HTTPClientError)?.shortDescription ?? "no connection"
    return S3Failure(.unreachable, "\(settings.endpoint) cannot be reached: \(reason)")
  }

  private func digest(of part: S3FilePart) async throws(Refusal) -> String {
    try await work.value { () throws(Refusal) in
      var hash = SHA256()
      var start = part.range.lowerBound
      while start < part.range.upperBound {
        let end = min(start + FilePieces.largest, part.range.upperBound)
        hash.update(data: try FolderStorage.read(part.path, start..<end))
        start = end
      }
      return S3Signer.hexadecimal(hash.finalize())
    }
  }
}
