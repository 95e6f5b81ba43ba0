import SwiftUI
import ViewModels

/// Sums up what is unread in a conversation, without opening it.
struct SummariseButton: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  let row: ConversationRow

  var body: some View {
    if session.features.has(.summaries) {
      Button {
        router.sheet = .intelligence(.catchUp(row.id, nil))
      } label: {
        Label("Summarise", systemImage: "sparkles")
      }
      .accessibilityIdentifier("conversation.summarise")
    }
  }
}

/// Pins a conversation to the top of the list, or lets it go.
struct PinButton: View {
  let row: ConversationRow
  let model: ConversationsListViewModel

  var body: some View {
    Button {
      Task { await model.setPinned(!row.summary.settings.pinned, row.id) }
    } label: {
      if row.summary.settings.pinned {
        Label("Unpin", systemImage: "pin.slash")
      } else {
        Label("Pin", systemImage: "pin")
      }
    }
    .accessibilityIdentifier("conversation.pin")
  }
}

/// Puts a conversation away, or brings it back.
struct ArchiveButton: View {
  let row: ConversationRow
  let model: ConversationsListViewModel

  var body: some View {
    Button {
      Task { await model.setArchived(!row.summary.settings.archived, row.id) }
    } label: {
      if row.summary.settings.archived {
        Label("Move out of archive", systemImage: "tray.and.arrow.up")
      } else {
        Label("Archive", systemImage: "archivebox")
      }
    }
    .accessibilityIdentifier("conversation.archive")
  }
}

/// Mutes a conversation for good, or takes that back.
struct MuteButton: View {
  let row: ConversationRow
  let model: ConversationsListViewModel

  var body: some View {
    Button {
      Task { await row.isMuted ? model.unmute(row.id) : model.mute(row.id) }
    } label: {
      if row.isMuted {
        Label("Unmute", systemImage: "bell")
      } else {
        Label("Mute", systemImage: "bell.slash")
      }
    }
    .accessibilityIdentifier("conversation.mute")
  }
}

/// The choice of how long a conversation stays silent.
struct MuteMenu: View {
  let row: ConversationRow
  let model: ConversationsListViewModel

  var body: some View {
    if row.isMuted {
      MuteButton(row: row, model: model)
    } else {
      Button {
        Task { await model.mute(row.id, hours: 8) }
      } label: {
        Label("Mute for 8 hours", systemImage: "bell.slash")
      }
      .accessibilityIdentifier("conversation.muteFor8Hours")
      Button {
        Task { await model.mute(row.id) }
      } label: {
        Label("Mute until I unmute", systemImage: "bell.slash")
      }
      .accessibilityIdentifier("conversation.muteForGood")
    }
  }
}
