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

  public init(intelligence: any IntelligenceRepository, clock: any WallClock = SystemClock()) {
    self.intelligence = intelligence
    self.clock = clock
    answer = OutputViewModel(intelligence: intelligence)
  }

  /// Looks for messages; a question is answered too.
  public func search() async {
    let query = query.trimmingWhitespace
    guard !query.isEmpty || !filters.isEmpty else { return clear() }
    let narrowed = filters.query(query, now: clock.now)
    asked += 1
    let mine = asked
    hits = .loading
    notice = nil
    let isQuestion = query.hasSuffix("?")
    if !isQuestion { answer.clear() }
    async let answering: Void = isQuestion ? ask(query) : ()
    do {
      let found = try await intelligence.find(narrowed, limit: Self.limit)
      if mine == asked { (hits, notice) = (.content(found.hits), found.notice.map(Phrase.init(known:))) }
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

  /// As before a search; an answer that is on its way is given up.
  public func clear() {
    asked += 1
    hits = .empty
    notice = nil
    answer.clear()
  }

  private func ask(_ question: String) async {
    await answer.ask { [intelligence] in try await intelligence.ask(question) }
  }
}
