/// Bounds how long something may take.
enum Deadline {
  /// The result of `body`, or `nil` when it has not come after `seconds`; `body` is cancelled then.
  static func run<Value: Sendable>(
    seconds: Double, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
