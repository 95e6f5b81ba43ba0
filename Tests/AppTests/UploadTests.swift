import Domain
import Foundation
import Testing
import UIKit

@testable import MessageAIApp

extension PlatformTests {
  /// Plays the system: what a background session would tell.
  @Suite("Uploads in the background")
  @MainActor
  struct UploadTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-\(UUID().uuidString)")
    private let id: AttachmentID = PreviewSamples.id(7)

    private func begin() async throws -> (BackgroundUploader, URLSession, URLSessionUploadTask) {
      let uploader = BackgroundUploader(folder: folder)
      let address = try #require(URL(string: "https://chat.example.org/upload"))
      await uploader.start(id, file: folder.appendingPathComponent("picture"), to: address, headers: ["a": "b"])
      let session = try #require(uploader.session)
      return (uploader, session, try #require(session.current.first))
    }

    @Test("a file goes once, with its headers, however often it is started")
    func start() async throws {
      let (uploader, session, task) = try await begin()
      #expect(task.originalRequest?.httpMethod == "PUT")
      #expect(task.originalRequest?.value(forHTTPHeaderField: "a") == "b")
      #expect(session.configuration.identifier == BackgroundUploader.identifier)
      #expect(session.configuration.sessionSendsLaunchEvents)
      let address = try #require(URL(string: "https://chat.example.org/upload"))
      await uploader.start(id, file: folder, to: address, headers: [:])
      #expect(session.current.count == 1)
    }

    @Test("progress and the server's answer are told")
    func answered() async throws {
      let (uploader, session, task) = try await begin()
      var events = uploader.events().makeAsyncIterator()
      uploader.urlSession(
        session, task: task, didSendBodyData: 1, totalBytesSent: 1, totalBytesExpectedToSend: 4)
      #expect(await events.next() == .progress(id, 0.25))
      let address = try #require(URL(string: "https://chat.example.org/upload"))
      task.response = HTTPURLResponse(url: address, statusCode: 201, httpVersion: nil, headerFields: nil)
      uploader.urlSession(session, task: task, didCompleteWithError: nil)
      #expect(await events.next() == .answered(id, status: 201))
    }

    @Test("after an interruption it goes on from where it was, once; without a rest it begins anew")
    func interrupted() async throws {
      let (uploader, session, task) = try await begin()
      var events = uploader.events().makeAsyncIterator()
      let broken = NSError(
        domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost,
        userInfo: [NSURLSessionUploadTaskResumeData: Data("rest".utf8)])
      task.cancel()
      uploader.urlSession(session, task: task, didCompleteWithError: broken)
      #expect(await events.next() == .interrupted(id, canResume: true))
      #expect(await uploader.resume(id))
      let second = try #require(session.current.first)
      #expect(second.resumeData == Data("rest".utf8))
      second.cancel()
      let lost = NSError(domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost)
      uploader.urlSession(session, task: second, didCompleteWithError: lost)
      #expect(await events.next() == .interrupted(id, canResume: false))
      #expect(await uploader.resume(id) == false)
    }

    @Test("one that is given up is not told of, and leaves nothing behind")
    func cancelled() async throws {
      let (uploader, session, task) = try await begin()
      await uploader.cancel(id)
      #expect(task.state == .canceling && session.current.isEmpty)
      uploader.urlSession(
        session, task: task, didCompleteWithError: NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled))
      #expect(await uploader.resume(id) == false)
    }

    @Test("the system hears that all events of a wake-up have been told")
    func wokenUp() async throws {
      let (uploader, session, _) = try await begin()
      var isDone = false
      uploader.takeOver { isDone = true }
      uploader.urlSessionDidFinishEvents(forBackgroundURLSession: session)
      await soon("the system was told") { isDone }
    }
  }
}
