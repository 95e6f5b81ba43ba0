import ClientSync
import Domain
import Foundation
import WireProtocol

/// The requests that carry one file to the server, as the signed-in user, and what their answers
/// mean.
struct UploadRequests: Sendable {
  /// Seconds for one chunk: a slow line is no reason to send it twice.
  private static let chunkTimeout = 120.0

  let rest: RESTClient
  let keeper: SessionKeeper

  func announce(_ file: Attachment, request: Int64) async -> UploadMachine.Event {
    let body = UploadRequest(
      id: file.id, name: file.name, bytes: file.bytes, kind: file.kind == .voice ? .voice : nil,
      duration: file.duration, wave: file.wave)
    let headers = ["content-type": "application/json"]
    return await event(request) {
      let answer = try await exchange(
        RESTRequest(method: .post, path: "/v1/uploads", headers: headers, body: body.json()))
      guard answer.isSuccess else { return try refusal(answer, request) }
      return try Self.progress(answer.body, request)
    }
  }

  func ask(_ file: AttachmentID, request: Int64) async -> UploadMachine.Event {
    await event(request) {
      let answer = try await exchange(RESTRequest(method: .head, path: path(file)))
      if answer.isSuccess, let offset = answer.offset { return .reached(request: request, offset: offset) }
      // The answer to HEAD has no words.
      return answer.status == 404 || answer.status == 410 ? .missing(request: request) : .cut(request: request)
    }
  }

  func transmit(
    _ file: AttachmentID, request: Int64, from offset: Int64, bytes: [UInt8], isLast: Bool
  ) async -> UploadMachine.Event {
    let headers = Self.headers(offset, isLast: isLast)
    return await event(request) {
      let answer = try await exchange(
        RESTRequest(
          method: .patch, path: path(file), headers: headers, body: bytes, timeout: Self.chunkTimeout))
      switch answer.status {
      case 200..<300 where answer.body.isEmpty:
        return .reached(request: request, offset: answer.offset ?? offset + Int64(bytes.count))
      case 200..<300: return try Self.progress(answer.body, request)
      case 404: return .missing(request: request)
      case 409: return .conflicted(request: request, offset: answer.offset)
      default: return try refusal(answer, request)
      }
    }
  }

  /// The rest of a file as one request that the system sends, with a token that is good for some
  /// minutes.
  func remainder(of file: AttachmentID, from offset: Int64, body: URL) async throws -> BackgroundUpload {
    var headers = Self.headers(offset, isLast: true)
    headers["authorization"] = "Bearer \(try await keeper.accessToken())"
    return BackgroundUpload(
      id: file, method: HTTPVerb.patch.rawValue, url: rest.address(path(file)), headers: headers, body: body)
  }

  private static func headers(_ offset: Int64, isLast: Bool) -> [String: String] {
    [
      "content-type": "application/partial-upload", "upload-offset": String(offset),
      "upload-complete": isLast ? "?1" : "?0",
    ]
  }

  /// Tells the server to throw away what it has of the file. What cannot be told it finds out by
  /// itself within a day.
  func forget(_ file: AttachmentID) async {
    do {
      _ = try await exchange(RESTRequest(method: .delete, path: path(file)))
    } catch {
      // Nobody waits for it.
    }
  }

  private func path(_ file: AttachmentID) -> String { "/v1/uploads/\(file)" }

  /// A token that the server refuses is renewed once.
  private func exchange(_ request: RESTRequest) async throws -> RESTAnswer {
    let token = try await keeper.accessToken()
    let answer = try await rest.exchange(request, token: token)
    guard answer.status == 401 else { return answer }
    return try await rest.exchange(request, token: try await keeper.accessToken(refused: token))
  }

  /// Everything that is no answer of the server is a cut.
  private func event(
    _ request: Int64, _ body: () async throws -> UploadMachine.Event
  ) async -> UploadMachine.Event {
    do {
      return try await body()
    } catch {
      return .cut(request: request)
    }
  }

  private static func progress(_ body: [UInt8], _ request: Int64) throws(Refusal) -> UploadMachine.Event {
    let upload = try UploadResponse(json: body)
    return upload.attachment == nil
      ? .reached(request: request, offset: upload.offset) : .completed(request: request)
  }

  /// A session that has ended says nothing about the file.
  private func refusal(_ answer: RESTAnswer, _ request: Int64) throws -> UploadMachine.Event {
    // A proxy in front of the server may have a limit of its own, and says so in its own words.
    let proxy = Refusal(.tooLarge, "The file is too large for this server.")
    guard let refusal = RESTClient.refusal(answer.status, answer.body) as? Refusal else {
      return answer.status == 413 ? .refused(request: request, proxy) : .cut(request: request)
    }
    let isAboutSession = refusal.code == .unauthenticated || refusal.code == .sessionRevoked
    return isAboutSession ? .cut(request: request) : .refused(request: request, refusal)
  }
}

extension RESTAnswer {
  fileprivate var isSuccess: Bool { (200..<300).contains(status) }
  fileprivate var offset: Int64? { headers["upload-offset"].flatMap { Int64($0) } }
}
