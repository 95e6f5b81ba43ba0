/// Sends failed messages once more.
public struct RetryMessage: Sendable {
  private let repository: any MessageRepository

  public init(repository: any MessageRepository) {
    self.repository = repository
  }

  public func callAsFunction(_ message: MessageID) async throws {
    try await repository.retry(message)
  }

  /// Every failed message of a chat, in the order in which they were written. Returns how many there were.
  @discardableResult
  public func all(of timeline: Timeline) async throws -> Int {
    let failed = timeline.items.filter { $0.status == .failed }
    for item in failed { try await repository.retry(item.id) }
    return failed.count
  }
}
