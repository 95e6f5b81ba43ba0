import Domain
import Observation

/// How many open action items are mine, for the tab of their list.
@MainActor @Observable
public final class MyTasksModel {
  public private(set) var count = 0
  @ObservationIgnored private let me: UserID
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(me: UserID, intelligence: any IntelligenceRepository) {
    self.me = me
    self.intelligence = intelligence
  }

  /// Follows the device's copy until the task is cancelled. Works without network.
  public func run() async {
    let filter = InsightFilter(kind: .actionItem, statuses: [.open], isMaybe: false, owner: me, limit: 500)
    for await insights in intelligence.observeInsights(filter) { count = insights.count }
  }

  /// What the tab says.
  public var title: Phrase { count > 0 ? "To do · \(count)" : "To do" }
}
