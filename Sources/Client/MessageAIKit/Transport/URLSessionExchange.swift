// On Linux only tests use it: FoundationNetworking would bring libcurl into the program.
#if canImport(Darwin) || DEBUG
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Requests as data tasks of a `URLSession`.
  package final class URLSessionExchange: NSObject, HTTPExchange, URLSessionDataDelegate, @unchecked Sendable {
    private struct Head: Sendable {
      let status: Int
      let headers: [String: String]
    }

    /// An answer on its way.
    private final class Running {
      var head: CheckedContinuation<Head, any Error>?
      let body: AsyncThrowingStream<[UInt8], any Error>.Continuation

      init(head: CheckedContinuation<Head, any Error>, body: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        self.head = head
        self.body = body
      }
    }

    private let lock = NSLock()
    private var running: [Int: Running] = [:]
    nonisolated(unsafe) private var session: URLSession?

    override package init() {
      super.init()
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpShouldSetCookies = false
      session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    package func open(_ request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
      guard let session, let url = URL(string: request.url) else { throw ClientError.offline }
      var outgoing = URLRequest(url: url, timeoutInterval: request.timeout)
      outgoing.httpMethod = request.method.rawValue
      for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
      outgoing.httpBody = request.body.map { Data($0) }
      let task = session.dataTask(with: outgoing)
      let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
      let head: Head = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { head in
          lock.withLock { running[task.taskIdentifier] = Running(head: head, body: continuation) }
          task.resume()
        }
      } onCancel: {
        task.cancel()
      }
      continuation.onTermination = { _ in task.cancel() }
      return HTTPExchangeAnswer(status: head.status, headers: head.headers, body: body)
    }

    package func shutdown() async throws {
      session?.invalidateAndCancel()
    }

    package func drop() {
      session?.invalidateAndCancel()
    }

    package func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let answer = response as? HTTPURLResponse
      var headers: [String: String] = [:]
      for (name, value) in answer?.allHeaderFields ?? [:] { headers["\(name)".lowercased()] = "\(value)" }
      head(of: dataTask)?.resume(returning: Head(status: answer?.statusCode ?? 0, headers: headers))
      completionHandler(.allow)
    }

    package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      _ = lock.withLock { running[dataTask.taskIdentifier] }?.body.yield(Array(data))
    }

    package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let head = head(of: task)
      let ended = lock.withLock { running.removeValue(forKey: task.taskIdentifier) }
      guard let error else {
        head?.resume(throwing: ClientError.offline)
        ended?.body.finish()
        return
      }
      let isCancelled = (error as? URLError)?.code == .cancelled
      let reason: any Error = isCancelled ? CancellationError() : ClientError.offline
      head?.resume(throwing: reason)
      ended?.body.finish(throwing: reason)
    }

    /// Whoever waits for the answer's head, once.
    private func head(of task: URLSessionTask) -> CheckedContinuation<Head, any Error>? {
      lock.withLock {
        defer { running[task.taskIdentifier]?.head = nil }
        return running[task.taskIdentifier]?.head
      }
    }
  }
#endif
