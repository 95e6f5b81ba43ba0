import Domain
import Foundation
import MessageAIKit
import Synchronization
import Testing
import UIKit

@testable import MessageAIApp

extension PlatformTests {
  @Suite("Uploads that the system carries")
  @MainActor
  struct SystemUploadsTests {
    private let file: AttachmentID = PreviewSamples.id(501)
    private let other: AttachmentID = PreviewSamples.id(502)

    /// What the client hears.
    private final class Listener: Sendable {
      private let events = Mutex<[BackgroundUploadEvent]>([])
      var heard: [BackgroundUploadEvent] { events.withLock { $0 } }

      init(_ uploads: SystemUploads) {
        let stream = uploads.events()
        Task { [weak self] in
          for await event in stream { self?.events.withLock { $0.append(event) } }
        }
      }
    }

    /// A task that an earlier run of the app has begun.
    private func earlier(_ uploads: SystemUploads, _ file: AttachmentID) throws -> URLSessionUploadTask {
      let url = try #require(URL(string: "http://127.0.0.1:1/v1/uploads/\(file)"))
      let task = uploads.session.uploadTask(with: URLRequest(url: url), fromFile: URL(fileURLWithPath: "/rest"))
      task.taskDescription = file.description
      task.resume()
      return task
    }

    @Test("the session wakes the app; when the app is left, what it still carries is told")
    func left() async throws {
      let uploads = SystemUploads()
      #expect(uploads.session.configuration.identifier == SystemUploads.identifier)
      #expect(uploads.session.configuration.sessionSendsLaunchEvents)
      _ = try earlier(uploads, file)
      let listener = Listener(uploads)
      await uploads.appLeft()
      uploads.appReturned()
      await soon("it is told") { listener.heard == [.left(carried: [file]), .returned] }
    }

    @Test("what has ended while nobody listened is told to who comes, whether it went well or not")
    func relaunched() async throws {
      let uploads = SystemUploads()
      let tasks = [try earlier(uploads, file), try earlier(uploads, other)]
      uploads.urlSession(uploads.session, task: tasks[0], didCompleteWithError: nil)
      uploads.urlSession(uploads.session, task: tasks[1], didCompleteWithError: ClientError.offline)
      let listener = Listener(uploads)
      await soon("both are told") { listener.heard == [.ended(file), .ended(other)] }
    }

    @Test("the system is answered once, when all is told")
    func woken() async {
      let uploads = SystemUploads()
      let answers = Mutex(0)
      let listener = Listener(uploads)
      uploads.woken { answers.withLock { $0 += 1 } }
      await soon("the client knows") { listener.heard.first == .left(carried: []) }
      #expect(answers.withLock { $0 } == 0)
      uploads.urlSessionDidFinishEvents(forBackgroundURLSession: uploads.session)
      await soon("the system knows") { answers.withLock { $0 } == 1 }
      uploads.urlSessionDidFinishEvents(forBackgroundURLSession: uploads.session)
      await Task.yield()
      #expect(answers.withLock { $0 } == 1)
    }

    @Test("a message that is given up takes only its own task; the app's return takes all of them")
    func cancelled() async throws {
      let uploads = SystemUploads()
      let tasks = [try earlier(uploads, file), try earlier(uploads, other)]
      uploads.cancel(file)
      await soon("one is cancelled") { tasks[0].state == .canceling }
      #expect(tasks[1].state == .running)
      uploads.cancelAll()
      await soon("all are cancelled") { tasks[1].state == .canceling }
    }
  }
}
