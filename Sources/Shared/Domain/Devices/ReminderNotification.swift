/// A reminder as a notification shows it. As with messages, what travels by a push service is its
/// id alone.
public struct ReminderNotification: Hashable, Sendable {
  /// The reminder's id in what a push carries.
  public static let key = "reminder"

  public let id: ReminderID
  public let kind: Reminder.Kind
  /// Empty when its user may not read it any more.
  public let text: String

  /// `nil` when it has not reminded yet, or is over.
  public init?(_ reminder: Reminder) {
    guard reminder.state == .due else { return nil }
    id = reminder.id
    kind = reminder.kind
    text = reminder.text
  }

  /// In English.
  public var title: String { kind == .digest ? "Your digest" : "Reminder" }

  /// What it says in English; of what its user may not read any more, that alone.
  public var words: String {
    guard text.isEmpty else { return text }
    return switch kind {
    case .task: "A task of yours is due soon."
    case .message: "A message that is not there for you any more."
    case .note, .digest: ""
    }
  }
}
