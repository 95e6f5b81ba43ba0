// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
@_exported import struct FoundationNetworking.URLRequest
@_exported import class FoundationNetworking.HTTPURLResponse
@_exported import class FoundationNetworking.URLResponse

/// Key of an error's `userInfo`: what a broken upload goes on with.
public let NSURLSessionUploadTaskResumeData = "NSURLSessionUploadTaskResumeData"

/// Sends nothing: keeps the tasks that it was given, so that a test can play the system to its
/// delegate.
open class URLSession: NSObject, @unchecked Sendable {
  public let configuration: URLSessionConfiguration
  public let delegate: (any URLSessionDelegate)?
  public let delegateQueue: OperationQueue
  private let lock = NSLock()
  private var tasks: [URLSessionUploadTask] = []

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {
    self.configuration = configuration
    self.delegate = delegate
    delegateQueue = queue ?? OperationQueue()
  }

  open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    keep(URLSessionUploadTask(request: request, file: fileURL, resumeData: nil))
  }

  open func uploadTask(withResumeData resumeData: Data) -> URLSessionUploadTask {
    keep(URLSessionUploadTask(request: nil, file: nil, resumeData: resumeData))
  }

  open var allTasks: [URLSessionTask] {
    get async { current }
  }

  open func invalidateAndCancel() {
    lock.withLock { tasks = [] }
  }

  open func finishTasksAndInvalidate() {}

  /// For tests: the tasks that are neither done nor cancelled.
  public var current: [URLSessionUploadTask] {
    lock.withLock { tasks.filter { $0.state == .running || $0.state == .suspended } }
  }

  private func keep(_ task: URLSessionUploadTask) -> URLSessionUploadTask {
    lock.withLock { tasks.append(task) }
    return task
  }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public let identifier: String?
  open var isDiscretionary = false
  open var sessionSendsLaunchEvents = false
  open var allowsCellularAccess = true
  open var waitsForConnectivity = false
  open var sharedContainerIdentifier: String?
  open var timeoutIntervalForResource: TimeInterval = 604_800

  init(identifier: String?) { self.identifier = identifier }

  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    URLSessionConfiguration(identifier: identifier)
  }

  open class var `default`: URLSessionConfiguration { URLSessionConfiguration(identifier: nil) }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, @unchecked Sendable {
    case running = 0
    case suspended = 1
    case canceling = 2
    case completed = 3
  }

  open var taskDescription: String?
  /// For tests to set: what the server has answered.
  open var response: URLResponse?
  public fileprivate(set) var state: State = .suspended
  public let originalRequest: URLRequest?
  open var countOfBytesClientExpectsToSend: Int64 = -1

  init(request: URLRequest?) { originalRequest = request }

  open func resume() { state = .running }
  open func suspend() { state = .suspended }
  open func cancel() { state = .canceling }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {
  /// For tests: what it sends, and what it goes on with.
  public let file: URL?
  public let resumeData: Data?

  init(request: URLRequest?, file: URL?, resumeData: Data?) {
    self.file = file
    self.resumeData = resumeData
    super.init(request: request)
  }

  open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    state = .canceling
    completionHandler(nil)
  }

  open func cancelByProducingResumeData() async -> Data? {
    state = .canceling
    return nil
  }
}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension URLSessionDelegate {
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}
  public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {}
  public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
}
