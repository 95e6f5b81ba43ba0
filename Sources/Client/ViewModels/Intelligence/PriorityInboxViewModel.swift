import Domain
import Observation

/// My messages by how much they want of me.
@MainActor @Observable
public final class PriorityInboxViewModel {
  public struct Section: Hashable, Sendable, Identifiable {
    public let priority: Priority
    public let verdicts: [PriorityVerdict]

    public var id: Priority { priority }

    public var title: Phrase {
      switch priority {
      case .urgent: "Urgent"
      case .canWait: "Can wait"
      case .aiHandled: "Taken care of"
      }
    }
  }

  public private(set) var state: ScreenState<[Section]> = .loading
  public private(set) var problem: Problem?
  /// Why what is shown could not be loaded again: it may be old.
  public private(set) var reloadProblem: Problem?
  public var isUnreadOnly = true
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let reloading: Reloading
  /// Whether what is shown is only what is unread; `nil` before anything is.
  @ObservationIgnored private var shown: Bool?

  public init(intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil) {
    self.intelligence = intelligence
    reloading = Reloading(connection: connection)
  }

  /// Loads, and again by itself after a failure when the connection is back, until the task is cancelled.
  public func run() async {
    await reloading.run(load: load) { reloadProblem != nil || state.isFailed }
  }

  public func load() async {
    if state.isFailed { state = .loading }
    let asked = isUnreadOnly
    do {
      let verdicts = try await intelligence.priorities(unreadOnly: asked)
      shown = asked
      show(verdicts)
      reloadProblem = nil
    } catch {
      guard let problem = Problem(error) else { return }
      // What was asked for otherwise answers another question.
      if shown != asked { state = .loading }
      reloadProblem = state.fail(problem)
    }
  }

  /// Shows the message under its new priority at once and tells the server, which learns from it.
  public func correct(_ verdict: PriorityVerdict, to priority: Priority) async {
    let before = state
    var corrected = verdict
    corrected.priority = priority
    corrected.isCorrected = true
    corrected.reason = "You said so."
    let others = (state.content ?? []).flatMap(\.verdicts).filter { $0.id != verdict.id }
    show([corrected] + others)
    problem = nil
    do {
      try await intelligence.correct(verdict.message, in: verdict.conversation, to: priority)
      show(try await intelligence.priorities(unreadOnly: isUnreadOnly))
    } catch {
      state = before
      problem = Problem(error)
    }
  }

  public func dismissProblem() {
    problem = nil
  }

  private func show(_ verdicts: [PriorityVerdict]) {
    let sections = Priority.allCases.map { priority in
      Section(priority: priority, verdicts: verdicts.filter { $0.priority == priority })
    }
    state = verdicts.isEmpty ? .empty : .content(sections.filter { !$0.verdicts.isEmpty })
  }
}
