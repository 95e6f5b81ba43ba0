/// What a screen can be in: never two of them at once.
public enum ScreenState<Content: Sendable>: Sendable {
  case loading
  /// Loaded, and there is nothing.
  case empty
  case content(Content)
  case failed(message: Phrase, canRetry: Bool)

  public var content: Content? {
    if case .content(let content) = self { content } else { nil }
  }
}

extension ScreenState: Equatable where Content: Equatable {}

extension ScreenState where Content: Collection {
  /// `values`, or that there are none.
  init(_ values: Content) {
    self = values.isEmpty ? .empty : .content(values)
  }
}

extension ScreenState {
  static func failed(_ problem: Problem) -> ScreenState {
    .failed(message: problem.sentence, canRetry: problem.canRetry)
  }
}
