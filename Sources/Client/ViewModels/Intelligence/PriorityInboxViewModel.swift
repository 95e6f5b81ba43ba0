import Domain
import Observation

/// My messages by how much they want of me.
@MainActor @Observable
public final class PriorityInboxViewModel: LoadingModel, ActionModel {
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

  public let loader: Loader<[Section]>
  public let action = ActionState()
  public var isUnreadOnly = true
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  /// Whether what is shown is only what is unread; `nil` before anything is.
  @ObservationIgnored private var shown: Bool?

  public init(
    intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil,
    offline: OfflineContext? = nil
  ) {
    self.intelligence = intelligence
    loader = Loader(connection: connection, offline: offline)
  }

  public func load() async {
    let asked = isUnreadOnly
    // What was asked for otherwise answers another question.
    await loader.load(
      keeps: shown == asked,
      kept: { offline in
        guard let kept = try await offline.keptPriorities(unreadOnly: asked) else { return nil }
        self.shown = asked
        return KeptAnswer(Self.sections(of: kept.value), savedAt: kept.savedAt)
      }
    ) {
      let verdicts = try await intelligence.priorities(unreadOnly: asked)
      shown = asked
      return Self.sections(of: verdicts)
    }
  }

  /// Shows the message under its new priority at once and tells the server, which learns from it;
  /// without a connection, once there is one.
  public func correct(_ verdict: PriorityVerdict, to priority: Priority) async {
    let before = state
    var corrected = verdict
    corrected.priority = priority
    corrected.isCorrected = true
    corrected.reason = "You said so."
    let others = (state.content ?? []).flatMap(\.verdicts).filter { $0.id != verdict.id }
    loader.show(Self.sections(of: [corrected] + others))
    let isDone: Void? = await perform {
      try await intelligence.correct(verdict.message, in: verdict.conversation, to: priority)
    }
    if isDone == nil { loader.show(before) } else { await load() }
  }

  private static func sections(of verdicts: [PriorityVerdict]) -> ScreenState<[Section]> {
    let sections = Priority.allCases.map { priority in
      Section(priority: priority, verdicts: verdicts.filter { $0.priority == priority })
    }
    return ScreenState(sections.filter { !$0.verdicts.isEmpty })
  }
}
