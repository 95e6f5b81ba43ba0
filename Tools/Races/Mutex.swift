#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Stands in for `Synchronization.Mutex` under ThreadSanitizer, which does not see into that one
/// and takes half of its uses for races. This one locks with what the sanitizer knows.
/// `scripts/harden races` puts it into each module of a copy of the sources, where it hides the
/// other.
///
/// Two pointers, because a reference to one box of value and lock is reported again.
struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let value: UnsafeMutablePointer<Value>
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  init(_ initial: consuming sending Value) {
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
