import BackgroundTasks
import Foundation
import MessageAIDevice
import UIKit

/// Catches up from time to time while the app is not on screen, as the system allows.
@MainActor
final class BackgroundRefresh: BackgroundRefreshing {
  /// Also in Info.plist.
  static let identifier = "org.messageai.app.refresh"
  /// Seconds until the system may wake the app.
  static let interval: TimeInterval = 15 * 60

  private let log = AppLog(.background)

  func register(_ refresh: @escaping @Sendable () async -> Void) {
    // The system calls on a thread of its own: nothing of the main actor here.
    let isRegistered = BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) {
      @Sendable [weak self] task in
      Task { [weak self] in await self?.schedule() }
      Self.run(task, refresh)
    }
    if !isRegistered { log.note("The system takes no background refresh") }
  }

  func schedule() {
    let request = BGAppRefreshTaskRequest(identifier: Self.identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: Self.interval)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      log.failed("No background refresh was planned", error)
    }
  }

  func finish(_ work: @escaping @Sendable () async -> Void) {
    BackgroundTime().use(for: work)
  }

  /// Ends the refresh when the system's patience does.
  nonisolated private static func run(_ task: BGTask, _ refresh: @escaping @Sendable () async -> Void) {
    // Handed from the system's thread to the one that works, and told of its end there once.
    nonisolated(unsafe) let task = task
    let work = Task {
      await refresh()
      task.setTaskCompleted(success: !Task.isCancelled)
    }
    task.expirationHandler = { work.cancel() }
  }
}

/// The seconds that the system gives an app that has left the screen. Keeps itself until they are
/// given back.
@MainActor
private final class BackgroundTime {
  private var identifier = UIBackgroundTaskIdentifier.invalid
  private var task: Task<Void, Never>?

  func use(for work: @escaping @Sendable () async -> Void) {
    identifier = UIApplication.shared.beginBackgroundTask(withName: "messages") { [self] in end() }
    task = Task {
      await work()
      end()
    }
  }

  private func end() {
    task?.cancel()
    task = nil
    guard identifier != .invalid else { return }
    UIApplication.shared.endBackgroundTask(identifier)
    identifier = .invalid
  }
}
