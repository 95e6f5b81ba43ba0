import Domain
import Foundation
import MessageAIDevice
import MessageAIKit
import UIKit

/// Uploads that the system carries on while the app is away or ended, by a background `URLSession`.
/// Each of its tasks is described by the id of its upload.
final class SystemUploads: NSObject, BackgroundUploads, BackgroundTransfers, URLSessionTaskDelegate, @unchecked Sendable
{
  static let identifier = "org.messageai.app.uploads"

  private let lock = NSLock()
  // Everything below is behind the lock.
  private var made: URLSession?
  /// What this process has begun.
  private var begun: [AttachmentID: URLSessionTask] = [:]
  private var unheard: [BackgroundUploadEvent] = []
  private var listener: AsyncStream<BackgroundUploadEvent>.Continuation?
  @MainActor private var wakeUp: WakeUp?

  /// What the system waits for after it has woken the app.
  private struct WakeUp {
    let done: @MainActor () -> Void
  }

  /// Made when first needed: from then on the system tells what has become of earlier tasks.
  var session: URLSession {
    lock.withLock {
      if let made { return made }
      let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
      configuration.sessionSendsLaunchEvents = true
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      made = session
      return session
    }
  }

  /// The system has started or woken the app because of its uploads. `done` is called when all is
  /// told.
  @MainActor
  func woken(_ done: @escaping @MainActor () -> Void) {
    wakeUp = WakeUp(done: done)
    tell(.left(carried: []))
    Task { await appLeft() }
  }

  // MARK: BackgroundTransfers

  func appLeft() async {
    let running = await session.allTasks.filter { $0.state == .running }
    tell(.left(carried: running.compactMap { Self.file($0) }))
  }

  func appReturned() {
    tell(.returned)
  }

  // MARK: BackgroundUploads

  func begin(_ upload: BackgroundUpload) {
    guard let url = URL(string: upload.url) else { return tell(.ended(upload.id)) }
    var request = URLRequest(url: url)
    request.httpMethod = upload.method
    for (name, value) in upload.headers { request.setValue(value, forHTTPHeaderField: name) }
    let task = session.uploadTask(with: request, fromFile: upload.body)
    task.taskDescription = upload.id.description
    lock.withLock { begun[upload.id] = task }
    task.resume()
  }

  func cancel(_ file: AttachmentID) {
    lock.withLock { begun.removeValue(forKey: file) }?.cancel()
    cancelEarlier { $0 == file }
  }

  func cancelAll() {
    let tasks = lock.withLock {
      defer { begun = [:] }
      return Array(begun.values)
    }
    for task in tasks { task.cancel() }
    cancelEarlier { _ in true }
  }

  func events() -> AsyncStream<BackgroundUploadEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: BackgroundUploadEvent.self)
    lock.withLock {
      for event in unheard { continuation.yield(event) }
      unheard = []
      listener?.finish()
      listener = continuation
    }
    return stream
  }

  /// Tasks of an earlier run of the app.
  private func cancelEarlier(_ isMeant: @escaping @Sendable (AttachmentID) -> Bool) {
    Task {
      for task in await session.allTasks {
        guard let file = Self.file(task), isMeant(file), !isBegun(task, file) else { continue }
        task.cancel()
      }
    }
  }

  private func isBegun(_ task: URLSessionTask, _ file: AttachmentID) -> Bool {
    lock.withLock { begun[file] === task }
  }

  private func tell(_ event: BackgroundUploadEvent) {
    lock.withLock {
      if let listener {
        listener.yield(event)
      } else {
        unheard.append(event)
      }
    }
  }

  private static func file(_ task: URLSessionTask) -> AttachmentID? {
    task.taskDescription.flatMap { AttachmentID($0) }
  }

  // MARK: URLSessionTaskDelegate

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let file = Self.file(task) else { return }
    let log = AppLog(.transfers)
    if let error {
      log.failed("The system could not carry a file", error)
    } else {
      log.note("The system has carried a file", id: file)
    }
    let isReplaced = lock.withLock {
      guard let current = begun[file] else { return false }
      guard current === task else { return true }
      begun[file] = nil
      return false
    }
    if !isReplaced { tell(.ended(file)) }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    Task { @MainActor in
      let done = wakeUp
      wakeUp = nil
      done?.done()
    }
  }
}
