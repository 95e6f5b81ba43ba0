import Foundation

/// A lock with a condition that can be waited for by a clock that nobody sets: a clock of the wall
/// that is put back by a day would make a wait of a quarter of a second as long.
package final class MonotonicCondition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Seconds since some moment in the past; they only rise.
  package static let now: @Sendable () -> Double = {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Waits, with the lock held, until somebody broadcasts.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// `false` when the time is over.
  package func wait(seconds: Double) -> Bool {
    let nanoseconds = Int(max(0, min(seconds, 86_400)) * 1e9)
    #if canImport(Darwin)
      var span = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      return pthread_cond_timedwait_relative_np(condition, mutex, &span) == 0
    #else
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      let sum = Int(end.tv_nsec) + nanoseconds
      end.tv_sec += sum / 1_000_000_000
      end.tv_nsec = sum % 1_000_000_000
      return pthread_cond_timedwait(condition, mutex, &end) == 0
    #endif
  }
}
