import Domain
import Observation

/// Searching by words and meaning, and asking.
@MainActor @Observable
public final class SmartSearchViewModel {
  private static let limit = 30

  public var query = ""
  public var filters = SearchFilters()
  /// `.empty` before a search; nothing found is `.content([])`.
  public private(set) var hits: ScreenState<[SmartSearchHit]> = .empty
  /// What went otherwise than expected with the hits that are shown, in a sentence.
  public private(set) var notice: Phrase?
  public let answer: OutputViewModel
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let clock: any WallClock
  @ObservationIgnored private var asked = 0

  public init(
    intelligence: any IntelligenceRepository, clock: any WallClock = SystemClock(), offline: OfflineContext? = nil
  ) {
    self.intelligence = intelligence
    self.clock = clock
    answer = OutputViewModel(intelligence: intelligence, offline: offline)
  }

  /// Looks for messages; a question is answered too, by the same request.
  public func search() async {
    let query = query.trimmingWhitespace
    guard !query.isEmpty || !filters.isEmpty else { return clear() }
    guard query.hasSuffix("?") else {
      answer.clear()
      _ = await find(narrowed, asks: false)
      return
    }
    let question = narrowed
    await answer.ask(again: { [intelligence] in try await intelligence.ask(question) }, later: Self.later(question)) {
      [weak self] in
      guard let found = await self?.find(question, asks: true) else { throw CancellationError() }
      return try found.get()
    }
  }

  /// Answers what is typed, whether it ends with a question mark or not.
  public func ask() async {
    guard !query.trimmingWhitespace.isEmpty else { return }
    let question = narrowed
    await answer.ask(later: Self.later(question)) { [intelligence] in try await intelligence.ask(question) }
  }

  private static func later(_ question: String) -> OutputViewModel.Deferral {
    .init(.ask(question), showsLast: false) { try await $0.keptAnswer() }
  }

  /// As before a search; an answer that is on its way is given up.
  public func clear() {
    asked += 1
    hits = .empty
    notice = nil
    answer.clear()
  }

  private var narrowed: String { filters.query(query.trimmingWhitespace, now: clock.now) }

  /// Shows what is found as it comes, unless something else has been looked for since, and gives
  /// the answer.
  private func find(_ query: String, asks: Bool) async -> Result<AIOutput, any Error> {
    asked += 1
    let mine = asked
    hits = .loading
    notice = nil
    do {
      for try await found in intelligence.find(query, limit: Self.limit, asks: asks) {
        guard mine == asked else { break }
        (hits, notice) = (.content(found.hits), found.notice.map(Phrase.init(known:)))
        if let answer = found.answer { return .success(answer) }
      }
      return .failure(CancellationError())
    } catch {
      if mine == asked, hits == .loading { hits = Problem(error).map { .failed($0) } ?? .empty }
      return .failure(error)
    }
  }
}
