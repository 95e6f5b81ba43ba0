import Domain
import ServerCore

/// What a command keeps others from while its transaction lasts, on every server of the workspace.
enum CommitLock: Sendable {
  /// It touches one conversation and its author's counters: others go on in other conversations.
  case shared
  /// It may read and change anything: nobody else writes meanwhile.
  case alone

  var statement: String {
    self == .shared ? "SELECT pg_advisory_xact_lock_shared(?)" : "SELECT pg_advisory_xact_lock(?)"
  }
}

extension WriteCommand {
  /// The conversation of a command that keeps to one, and so may go beside those of others; `nil`
  /// of all others.
  var lane: ConversationID? {
    switch body {
    // Files can be used once: two messages in two conversations must not both get one.
    case .message(.post(_, let conversation, _, _, _, let attachments)): attachments.isEmpty ? conversation : nil
    case .member(.advanceWatermarks(let conversation, _)): conversation
    default: nil
    }
  }
}
