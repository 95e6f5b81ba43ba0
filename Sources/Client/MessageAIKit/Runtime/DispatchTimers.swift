import Dispatch
import Foundation

/// Timers on a serial queue. Used on that queue only.
final class DispatchTimers: TimerSource {
  private struct Running {
    let source: any DispatchSourceTimer
    /// When the source wakes up, and when the timer is due: later when it was started again since,
    /// as happens at every frame.
    let wakesAt: DispatchTime
    var isDueAt: DispatchTime
  }

  private struct Listener {
    let hear: (EngineTimer) -> Void
  }

  private let queue: DispatchQueue
  private var timers: [EngineTimer: Running] = [:]
  private var listener: Listener?

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// Sets who hears of timers that are due.
  func observe(_ listener: @escaping (EngineTimer) -> Void) {
    self.listener = Listener(hear: listener)
  }

  /// Starting a timer again for later only takes note: its source wakes up once and then waits for
  /// the rest.
  func start(_ timer: EngineTimer, seconds: Double) {
    let due = DispatchTime.now() + seconds
    if let running = timers[timer], running.wakesAt <= due {
      timers[timer]?.isDueAt = due
    } else {
      wake(timer, at: due)
    }
  }

  func cancel(_ timer: EngineTimer) {
    timers.removeValue(forKey: timer)?.source.cancel()
  }

  func cancelAll() {
    for running in timers.values { running.source.cancel() }
    timers = [:]
  }

  private func wake(_ timer: EngineTimer, at due: DispatchTime) {
    cancel(timer)
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: due, leeway: .milliseconds(5))
    source.setEventHandler { [weak self] in self?.wokeUp(timer) }
    timers[timer] = Running(source: source, wakesAt: due, isDueAt: due)
    source.resume()
  }

  private func wokeUp(_ timer: EngineTimer) {
    guard let running = timers[timer] else { return }
    guard running.isDueAt <= .now() else { return wake(timer, at: running.isDueAt) }
    cancel(timer)
    listener?.hear(timer)
  }
}
