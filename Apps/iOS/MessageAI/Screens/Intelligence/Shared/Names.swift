import Domain
import SwiftUI
import ViewModels

extension View {
  /// Keeps names at hand: follows the conversations, and looks up who is in those that are shown.
  func names(_ directory: DirectoryModel, in conversations: Set<ConversationID>) -> some View {
    task { await directory.run() }
      .task(id: conversations) { await directory.learn(conversations) }
  }
}
