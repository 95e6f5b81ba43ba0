import Dispatch
import Foundation

/// Timers on a serial queue. Used on that queue only.
final class DispatchTimers: TimerSource {
  private let queue: DispatchQueue
  private var timers: [EngineTimer: any DispatchSourceTimer] = [:]
  var fire: ((EngineTimer) -> Void)?

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func start(_ timer: EngineTimer, seconds: Double) {
    cancel(timer)
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: .now() + seconds, leeway: .milliseconds(5))
    source.setEventHandler { [weak self] in
      self?.timers[timer] = nil
      self?.fire?(timer)
    }
    timers[timer] = source
    source.resume()
  }

  func cancel(_ timer: EngineTimer) {
    timers.removeValue(forKey: timer)?.cancel()
  }

  func cancelAll() {
    for timer in timers.values { timer.cancel() }
    timers = [:]
  }
}
