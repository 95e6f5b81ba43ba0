#if !canImport(Darwin)
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL

  /// Requests over SwiftNIO.
  struct NIOExchange: HTTPExchange {
    private let http: HTTPClient

    init(group: any EventLoopGroup, connectSeconds: Int64, authorities: URL?) {
      var settings = HTTPClient.Configuration()
      settings.timeout.connect = .seconds(connectSeconds)
      // Somebody waits in front of a screen that offers to try again: they are told at once that
      // nobody answers.
      settings.connectionPool.retryConnectionEstablishment = false
      settings.tlsConfiguration = .trusting(authorities)
      http = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: settings)
    }

    func open(_ request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
      var outgoing = HTTPClientRequest(url: request.url)
      outgoing.method = NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue)
      for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
      if let body = request.body { outgoing.body = .bytes(body) }
      do {
        let milliseconds = Int64(request.timeout * 1_000)
        let response = try await http.execute(outgoing, timeout: .milliseconds(milliseconds))
        let headers = Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        return HTTPExchangeAnswer(
          status: Int(response.status.code), headers: headers, body: Self.body(of: response))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        throw ClientError.offline
      }
    }

    private static func body(of response: HTTPClientResponse) -> AsyncThrowingStream<[UInt8], any Error> {
      let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
      let task = Task {
        do {
          for try await chunk in response.body { continuation.yield(Array(chunk.readableBytesView)) }
          continuation.finish()
        } catch let error as HTTPClientError where error == .cancelled {
          continuation.finish(throwing: CancellationError())
        } catch {
          continuation.finish(throwing: ClientError.offline)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
      return stream
    }

    func shutdown() async throws { try await http.shutdown() }

    func drop() { http.shutdown { _ in } }
  }

  extension TLSConfiguration {
    /// Believes what the system does, and besides those `authorities`.
    static func trusting(_ authorities: URL?) -> TLSConfiguration {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.minimumTLSVersion = .tlsv12
      if let authorities { configuration.additionalTrustRoots = [.file(authorities.path)] }
      return configuration
    }
  }
#endif
