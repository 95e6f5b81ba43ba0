import Domain
import Foundation
import MessageAIDevice
import UIKit

/// Uploads files by the system's own process: goes on while the app sleeps, and after an
/// interruption from where it was, where the server can (resumable uploads of HTTP).
final class BackgroundUploader: NSObject, @unchecked Sendable {
  static let identifier = "org.messageai.app.uploads"

  /// Holds what interrupted uploads go on with.
  private let folder: URL
  private let relay = Relay<UploadEvent>()
  private let log = AppLog(.transfers)
  private let lock = NSLock()
  // Set once in `init`, and under the lock: what the system wants to hear when all events have been
  // told.
  private(set) var session: URLSession?
  private var finished: (@MainActor @Sendable () -> Void)?

  /// Takes over what a former run of the app has started. `folder` is made when needed.
  init(folder: URL, configuration: URLSessionConfiguration = BackgroundUploader.configuration) {
    self.folder = folder
    super.init()
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }

  static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
    configuration.sessionSendsLaunchEvents = true
    configuration.isDiscretionary = false
    configuration.sharedContainerIdentifier = DeviceGroup.identifier
    return configuration
  }

  /// The system has woken the app to tell of uploads; `done` is called when all has been told.
  func takeOver(_ done: @escaping @MainActor @Sendable () -> Void) {
    lock.withLock { finished = done }
  }

  private func resumeFile(_ upload: AttachmentID) -> URL {
    folder.appendingPathComponent("\(upload).resume")
  }

  private func task(_ upload: AttachmentID) async -> URLSessionTask? {
    await session?.allTasks.first { $0.taskDescription == upload.description }
  }

  private func begin(_ task: URLSessionUploadTask, _ upload: AttachmentID) {
    task.taskDescription = upload.description
    task.resume()
    log.note("An upload has begun", id: upload)
  }

  /// Whether there is something to go on with next time.
  private func keep(_ data: Data?, of upload: AttachmentID) -> Bool {
    do {
      guard let data else {
        try forget(upload)
        return false
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try data.write(to: resumeFile(upload), options: [.atomic])
      return true
    } catch {
      log.failed("An interrupted upload begins anew", error)
      return false
    }
  }

  private func forget(_ upload: AttachmentID) throws {
    let file = resumeFile(upload)
    if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
  }
}

extension BackgroundUploader: UploadTransport {
  func events() -> AsyncStream<UploadEvent> {
    relay.stream()
  }

  func start(_ upload: AttachmentID, file: URL, to address: URL, headers: [String: String]) async {
    // Going twice would be two files at the server.
    guard let session, await task(upload) == nil else { return }
    var request = URLRequest(url: address)
    request.httpMethod = "PUT"
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    begin(session.uploadTask(with: request, fromFile: file), upload)
  }

  func resume(_ upload: AttachmentID) async -> Bool {
    guard let session else { return false }
    if await task(upload) != nil { return true }
    do {
      guard FileManager.default.fileExists(atPath: resumeFile(upload).path) else { return false }
      let data = try Data(contentsOf: resumeFile(upload))
      // It works once.
      try forget(upload)
      begin(session.uploadTask(withResumeData: data), upload)
      return true
    } catch {
      log.failed("An interrupted upload begins anew", error)
      return false
    }
  }

  func cancel(_ upload: AttachmentID) async {
    await task(upload)?.cancel()
    do {
      try forget(upload)
    } catch {
      log.failed("What an upload left behind was not removed", error)
    }
  }
}

extension BackgroundUploader: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    guard let upload = task.taskDescription.flatMap({ AttachmentID($0) }), totalBytesExpectedToSend > 0 else { return }
    relay.send(.progress(upload, Double(totalBytesSent) / Double(totalBytesExpectedToSend)))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let upload = task.taskDescription.flatMap({ AttachmentID($0) }) else { return }
    guard let error else {
      // Without an answer nothing has arrived.
      guard let answer = task.response as? HTTPURLResponse else {
        return relay.send(.interrupted(upload, canResume: false))
      }
      return relay.send(.answered(upload, status: answer.statusCode))
    }
    let cause = error as NSError
    if cause.domain == NSURLErrorDomain, cause.code == NSURLErrorCancelled { return }
    log.failed("An upload was interrupted", error)
    let rest = cause.userInfo[NSURLSessionUploadTaskResumeData] as? Data
    relay.send(.interrupted(upload, canResume: keep(rest, of: upload)))
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    let done = lock.withLock {
      defer { finished = nil }
      return finished
    }
    guard let done else { return }
    Task { @MainActor in done() }
  }
}
