import Domain

/// What screens need for when there is no connection.
public struct OfflineContext: Sendable {
  let repository: any OfflineRepository
  private let texts: TimeTexts

  /// `texts` writes the times at which something was kept.
  public init(_ repository: any OfflineRepository, texts: TimeTexts = TimeTexts()) {
    self.repository = repository
    self.texts = texts
  }

  /// Says of when a kept answer is.
  func notice(_ savedAt: Timestamp) -> Phrase {
    texts.isToday(savedAt)
      ? "You are offline. This is from \(texts.time(savedAt))."
      : "You are offline. This is from \(texts.moment(savedAt))."
  }

  /// What stands for an answer that cannot be had: the kept one, and why. `nil` when the failure is
  /// another one, or nothing is kept.
  func fallback<Value: Sendable>(
    after error: any Error, _ kept: @MainActor (any OfflineRepository) async throws -> KeptAnswer<Value>?
  ) async throws -> (value: Value, notice: Problem)? {
    guard error.meansUnreachable, let answer = try await kept(repository) else { return nil }
    return (answer.value, Problem(notice(answer.savedAt), canRetry: true))
  }
}

extension KeptAnswer where Value: Collection {
  /// As a screen shows it.
  var screen: KeptAnswer<ScreenState<Value>> { KeptAnswer<ScreenState<Value>>(ScreenState(value), savedAt: savedAt) }
}
