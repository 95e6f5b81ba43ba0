import BackgroundTasks
import Domain
import Foundation
import Network
import Synchronization
import Testing
import UIKit

@testable import MessageAIApp

extension PlatformTests {
  @Suite("In the background")
  @MainActor
  struct BackgroundTests {
    @Test("a refresh plans the next one, catches up, and says that it is done; when time is up it stops")
    func refresh() async throws {
      let begun = Mutex(0)
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let background = BackgroundRefresh()
      background.register {
        begun.withLock { $0 += 1 }
        if begun.withLock({ $0 }) == 1 { return }
        for await _ in gate {}
      }
      let first = try #require(BGTaskScheduler.shared.start(BackgroundRefresh.identifier))
      await soon("it is done") { first.success == true }
      await soon("the next one is planned") {
        BGTaskScheduler.shared.planned.contains { $0.identifier == BackgroundRefresh.identifier }
      }
      let second = try #require(BGTaskScheduler.shared.start(BackgroundRefresh.identifier))
      await soon("it runs") { begun.withLock { $0 } == 2 && second.expirationHandler != nil }
      second.expirationHandler?()
      await soon("it has stopped") { second.success == false }
      open.finish()
    }

    @Test("what was sent just before leaving goes out: the app stays awake until it has, or the system's patience ends")
    func leaving() async throws {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let isCancelled = Mutex(false)
      let background = BackgroundRefresh()
      let before = UIApplication.shared.awake.count
      background.finish { for await _ in gate {} }
      #expect(UIApplication.shared.awake.count == before + 1)
      open.finish()
      await soon("the time is given back") { UIApplication.shared.awake.count == before }

      let (endless, _) = AsyncStream.makeStream(of: Void.self)
      background.finish {
        for await _ in endless {}
        isCancelled.withLock { $0 = Task.isCancelled }
      }
      for expire in UIApplication.shared.awake.values { expire() }
      await soon("it has stopped") { isCancelled.withLock { $0 } && UIApplication.shared.awake.count == before }
    }

    @Test("it has gone out when no conversation's newest message waits")
    func sent() async {
      let (lists, tell) = AsyncStream.makeStream(of: [ConversationSummary].self)
      let isDone = Mutex(false)
      let task = Task {
        await Session.untilSent(lists)
        isDone.withLock { $0 = true }
      }
      tell.yield([summary(.sent), summary(.sending)])
      tell.yield([summary(.sending), summary(.failed)])
      await Task.yield()
      #expect(!isDone.withLock { $0 })
      tell.yield([summary(.sent), summary(.failed)])
      await soon("all is sent") { isDone.withLock { $0 } }
      await task.value
    }

    private func summary(_ status: MessageStatus) -> ConversationSummary {
      let id: ConversationID = PreviewSamples.id(1)
      return ConversationSummary(
        id: id, kind: .group, title: "Team", photo: nil, other: nil, memberCount: 2, lastText: "hello",
        lastSender: PreviewSamples.me, lastSenderName: "Me", lastIsDeleted: false, lastAt: PreviewSamples.now,
        lastStatus: status, unread: 0, hasFailed: false, settings: ConversationSettings(conversation: id))
    }

    @Test("each change of the network is told, until nobody listens")
    func network() async {
      let changes = PathMonitor().changes()
      let heard = Mutex<[Bool]>([])
      let task = Task { for await isUp in changes { heard.withLock { $0.append(isUp) } } }
      await soon("it is watched") { NWPathMonitor.tell(.satisfied) > 0 && !heard.withLock { $0 }.isEmpty }
      NWPathMonitor.tell(.unsatisfied)
      await soon("the network is gone") { heard.withLock { $0.last } == false }
      task.cancel()
      await soon("nobody listens") { NWPathMonitor.tell(.satisfied) == 0 }
    }
  }

  @Suite("Pictures")
  struct PictureTests {
    private func prepare(
      _ width: Int, _ height: Int, bytesOfPixel: Double,
      with compressor: ImageCompressor = ImageCompressor(sides: 50...400, largestFile: 50_000)
    ) async throws -> PreparedImage {
      try await compressor.prepare(Data("picture \(width) \(height) \(bytesOfPixel)".utf8))
    }

    @Test("a large picture is at most 4,096 pixels long and five megabytes large, in its shape")
    func large() async throws {
      let picture = try await prepare(8_000, 4_000, bytesOfPixel: 0.1, with: ImageCompressor())
      #expect(picture.width == 4_096 && picture.height == 2_048)
      #expect(picture.size <= 5_000_000 && picture.format == .jpeg)
    }

    @Test("a small one keeps its size; one full of detail loses quality first, then size")
    func detail() async throws {
      #expect(try await prepare(300, 200, bytesOfPixel: 0.5).width == 300)
      #expect(try await prepare(400, 200, bytesOfPixel: 1.2).width == 400)
      #expect(try await prepare(400, 400, bytesOfPixel: 2).width == 200)
    }

    @Test("what is no picture, and what stays too large, is refused")
    func refused() async throws {
      await #expect(throws: Refusal(.invalid, "That is not a picture.")) {
        try await ImageCompressor().prepare(Data("text".utf8))
      }
      await #expect(throws: Refusal(.tooLarge, "The picture is too large, even when it is made smaller.")) {
        try await prepare(400, 400, bytesOfPixel: 100)
      }
    }
  }
}
