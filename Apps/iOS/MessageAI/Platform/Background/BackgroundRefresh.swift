import BackgroundTasks
import Foundation
import MessageAIDevice

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
