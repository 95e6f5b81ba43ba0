import Domain
import Observation

/// Searching by words and meaning, and asking.
@MainActor @Observable
public final class SmartSearchViewModel {
  private static let limit = 30

  public var query = ""
  /// `.empty` before a search; nothing found is `.content([])`.
  public private(set) var hits: ScreenState<[SmartSearchHit]> = .empty
  public let answer: OutputViewModel
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private var asked = 0

  public init(intelligence: any IntelligenceRepository) {
    self.intelligence = intelligence
    answer = OutputViewModel(intelligence: intelligence)
  }

  /// Looks for messages; a question is answered too.
  public func search() async {
    let query = query.trimmingWhitespace
    guard !query.isEmpty else {
      hits = .empty
      return
    }
    asked += 1
    let mine = asked
    hits = .loading
    let isQuestion = query.hasSuffix("?")
    async let answering: Void = isQuestion ? ask(query) : ()
    do {
      let found = try await intelligence.search(query, limit: Self.limit)
      if mine == asked { hits = .content(found) }
    } catch {
      if mine == asked { hits = Problem(error).map { .failed($0) } ?? .empty }
    }
    await answering
  }

  /// Answers what is typed, whether it ends with a question mark or not.
  public func ask() async {
    let query = query.trimmingWhitespace
    if !query.isEmpty { await ask(query) }
  }

  private func ask(_ question: String) async {
    await answer.ask { [intelligence] in try await intelligence.ask(question) }
  }
}
