import Domain
import ViewModels

/// Everything that the screen shows: what the renderer makes its picture of.
package struct ScreenModel: Sendable {
  package enum Focus: Hashable, Sendable, CaseIterable {
    case list
    case messages
    case composer
  }

  /// A chat as it stands.
  package struct Chat: Sendable {
    package var title = ""
    package var subtitle = ""
    package var rows: [ChatRow] = []
    /// Instead of rows: loading, empty, or what went wrong.
    package var notice: String?
    package var typing: String?
    package var selected: MessageID?
    /// Lines between the foot of the chat and the foot of the window.
    package var scroll = 0
    /// `Reply to Ada: …` or `Edit`.
    package var composerLabel: String?
    package var remaining: Int?
    package var isLoadingOlder = false
    /// How far files on their way are.
    package var uploads: [AttachmentID: UploadProgress] = [:]
    /// Which decisions and action items rest on which message.
    package var records: [MessageID: [MessageRecord]] = [:]
    /// Wishes to meet, by the message that opens each.
    package var wishes: [MessageID: MeetingWish] = [:]

    package init() {}
  }

  /// A box over the middle of the screen.
  package struct Dialog: Sendable {
    package var title: String
    package var lines: [StyledLine]
    /// Where in `lines` the cursor stands.
    package var cursor: ScreenBuffer.Position?

    package init(title: String, lines: [StyledLine], cursor: ScreenBuffer.Position? = nil) {
      self.title = title
      self.lines = lines
      self.cursor = cursor
    }
  }

  /// Without anybody there is nothing but the dialog.
  package var isSignedIn = true
  package var userName = ""
  package var badge = 0
  package var urgent = 0
  package var banner: String?
  /// What the last key has done, in place of the banner.
  package var notice: String?
  package var problem: String?
  /// What has come due, in place of the keys.
  package var reminder: String?
  package var sections: [ConversationsSection] = []
  package var listNotice: String?
  package var filter: String?
  package var selectedConversation: ConversationID?
  package var focus: Focus = .list
  package var chat: Chat?
  package var composer = LineEditor()
  package var dialog: Dialog?

  package init() {}
}
