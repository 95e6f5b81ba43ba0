import Domain
import SwiftUI
import ViewModels

/// All conversations, and the search through them and their messages.
struct ConversationListScreen: View {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  var body: some View {
    Lasting {
      (search: session.search(), directory: session.directory())
    } content: {
      ConversationList(model: session.conversations, search: $0.search, directory: $0.directory)
    }
  }
}

/// The list and its search field.
private struct ConversationList: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  @Bindable private var model: ConversationsListViewModel
  @State private var search: SearchViewModel
  @State private var directory: DirectoryModel
  @State private var showsArchived = false

  init(model: ConversationsListViewModel, search: SearchViewModel, directory: DirectoryModel) {
    self.model = model
    _search = State(initialValue: search)
    _directory = State(initialValue: directory)
  }

  var body: some View {
    StateView(model.state, screen: "conversations") { sections in
      list(sections)
    } empty: {
      EmptyState(
        "No conversations yet", symbol: "bubble.left.and.bubble.right",
        text: "Write to somebody of your team. What you say here arrives, also when you are offline.",
        screen: "conversations"
      ) {
        Button("Start a conversation") { router.sheet = .newConversation }
          .buttonStyle(.borderedProminent)
          .tint(.accentFill)
          .accessibilityIdentifier("conversations.start")
      }
    }
    .navigationTitle("Chats")
    .searchable(text: $model.filter, prompt: "Conversations and messages")
    .onChange(of: model.filter, initial: true) { search.setQuery(model.filter) }
    .toolbar { toolbar }
    .task { await search.run() }
    .names(directory, in: Set((search.state.content ?? []).map(\.conversation)))
    .problemAlert(model.problem) { model.dismissProblem() }
    .screen("conversations")
  }

  @ToolbarContentBuilder private var toolbar: some ToolbarContent {
    ToolbarItem(placement: .topBarLeading) {
      if session.features.has(.ai) {
        Button {
          router.push(.intelligence(.smartSearch))
        } label: {
          Label("Search by meaning", systemImage: "text.magnifyingglass")
        }
        .accessibilityIdentifier("conversations.smartSearch")
      }
    }
    ToolbarItem(placement: .primaryAction) {
      Button {
        router.sheet = .newConversation
      } label: {
        Label("New conversation", systemImage: "square.and.pencil")
      }
      .accessibilityIdentifier("conversations.new")
    }
  }

  private func list(_ sections: [ConversationsSection]) -> some View {
    List {
      if model.urgent > 0 || model.isUrgentOnly { urgentFilter }
      if sections.isEmpty, model.isUrgentOnly {
        Text("Nothing unread is urgent.")
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("conversations.nothingUrgent")
      }
      ForEach(sections) { section in
        if section.kind == .archived, !model.isFiltering {
          archived(section)
        } else {
          Section {
            rows(section.rows)
          } header: {
            if model.isFiltering || sections.contains(where: { $0.kind == .pinned }) {
              Text(section.title.localized)
            }
          }
        }
      }
      if model.isSearching { MessageResults(model: search, directory: directory, query: $model.filter) }
    }
    .listStyle(.plain)
    .refreshable { await model.connection.retry() }
    .accessibilityIdentifier("conversations.list")
  }

  private var urgentFilter: some View {
    Toggle(isOn: $model.isUrgentOnly) {
      Label("Only urgent (\(model.urgent))", systemImage: "exclamationmark.circle")
    }
    .accessibilityIdentifier("conversations.urgentOnly")
  }

  private func archived(_ section: ConversationsSection) -> some View {
    Section {
      Button {
        withAnimation { showsArchived.toggle() }
      } label: {
        Label {
          Text("Archived (\(section.rows.count))")
        } icon: {
          Image(systemName: showsArchived ? "chevron.down" : "archivebox")
        }
        .font(.subheadline)
        .foregroundStyle(.secondary)
      }
      .accessibilityIdentifier("conversations.archived")
      if showsArchived { rows(section.rows) }
    }
  }

  private func rows(_ rows: [ConversationRow]) -> some View {
    ForEach(rows) { row in
      Button {
        router.open(row.id)
      } label: {
        ConversationRowView(row: row)
      }
      .buttonStyle(.plain)
      .listRowBackground(row.id == router.openConversation ? Color.accentColor.opacity(0.12) : nil)
      .conversationActions(row, model: model)
      .accessibilityIdentifier("conversations.row.\(row.id)")
    }
  }
}

/// What can be done with a conversation without opening it: by swiping, by a long press, or by
/// VoiceOver's actions.
extension View {
  fileprivate func conversationActions(_ row: ConversationRow, model: ConversationsListViewModel) -> some View {
    swipeActions(edge: .leading, allowsFullSwipe: true) {
      PinButton(row: row, model: model).tint(.orange)
    }
    .swipeActions(edge: .trailing, allowsFullSwipe: true) {
      ArchiveButton(row: row, model: model).tint(.indigo)
      MuteButton(row: row, model: model).tint(.gray)
    }
    .contextMenu {
      SummariseButton(row: row)
      PinButton(row: row, model: model)
      MuteMenu(row: row, model: model)
      ArchiveButton(row: row, model: model)
    }
  }
}

#if DEBUG
  struct ConversationListScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { ConversationListScreen(session) }
          .task { await session.run() }
      }
    }
  }
#endif
