import Domain
import SwiftUI
import ViewModels

/// Who is in a conversation, how I keep it, and what its administrators may do.
struct ConversationInfoScreen: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  @State private var model: ChatViewModel
  @State private var newName = ""
  @State private var asksForName = false
  @State private var asksToLeave = false

  init(model: ChatViewModel) {
    _model = State(initialValue: model)
  }

  private var group: GroupModel { model.group }

  var body: some View {
    StateView(model.infoState, screen: "info") { timeline in
      List {
        head(timeline)
        keeping
        if model.isGroup { members } else if let other = model.other { person(other) }
        if group.canLeave { leave }
      }
    } empty: {
      EmptyState(
        "This conversation is no longer here", symbol: "bubble.left.and.bubble.right",
        text: "You have left it, or it was removed.", screen: "info")
    }
    .navigationTitle(model.isGroup ? "Group" : "About")
    .navigationBarTitleDisplayMode(.inline)
    .task { await model.follow() }
    .onChange(of: group.hasLeft) { if group.hasLeft { router.openConversation = nil } }
    .problemAlert(group.problem ?? session.conversations.problem) { dismissProblems() }
    .alert("Group name", isPresented: $asksForName) {
      TextField("Group name", text: $newName)
        .accessibilityIdentifier("info.name")
      Button("Rename") { Task { await group.rename(to: newName) } }
        .accessibilityIdentifier("info.rename.confirm")
      Button("Cancel", role: .cancel) {}
    }
    .confirm(
      "Leave this group?", isPresented: $asksToLeave, action: "Leave", identifier: "info.leave.confirm",
      message: "It disappears from your list with everything in it. A group admin can add you again."
    ) {
      await group.leave()
    }
    .screen("info")
  }

  private func head(_ timeline: Timeline) -> some View {
    Section {
      VStack(spacing: 8) {
        Avatar(
          model.title.localized, key: model.other?.user.description ?? timeline.conversation.id.description,
          photo: model.photo, presence: model.other.flatMap { model.presence(of: $0.user) }, size: 88)
        Text(verbatim: model.title.localized)
          .font(.title2.bold())
          .multilineTextAlignment(.center)
        Text(verbatim: model.subtitle.localized)
          .font(.subheadline)
          .foregroundStyle(.secondary)
        if group.canAdminister {
          Button("Rename") {
            newName = model.title.localized
            asksForName = true
          }
          .font(.subheadline)
          .accessibilityIdentifier("info.rename")
          Lasting {
            session.photo(of: .group(model.conversation))
          } content: {
            PhotoButtons(model: $0, hasPhoto: model.photo != nil, screen: "info")
          }
        }
      }
      .frame(maxWidth: .infinity)
      .accessibilityElement(children: .contain)
    }
    .listRowBackground(Color.clear)
  }

  private var row: ConversationRow? { session.conversations.row(of: model.conversation) }

  @ViewBuilder private var keeping: some View {
    if let row {
      Section {
        PinButton(row: row, model: session.conversations)
        MuteMenu(row: row, model: session.conversations)
        ArchiveButton(row: row, model: session.conversations)
      }
    }
  }

  private func person(_ member: Member) -> some View {
    Section("Person") {
      PersonRow(
        name: member.name, user: member.user, photo: member.photo, detail: model.subtitle.localized,
        presence: model.presence(of: member.user))
    }
  }

  private var members: some View {
    Section {
      if group.canAdminister {
        Button {
          router.sheet = .addMembers(model.conversation)
        } label: {
          Label("Add people", systemImage: "person.badge.plus")
        }
        .accessibilityIdentifier("info.add")
      }
      ForEach(group.present) { MemberRow(member: $0, model: model) }
    } header: {
      Text("Members")
    }
  }

  private var leave: some View {
    Section {
      Button(role: .destructive) {
        asksToLeave = true
      } label: {
        Label("Leave group", systemImage: "rectangle.portrait.and.arrow.right")
      }
      .accessibilityIdentifier("info.leave")
    }
  }

  private func dismissProblems() {
    group.dismissProblem()
    session.conversations.dismissProblem()
  }
}

/// A member, and what an administrator may do about them.
private struct MemberRow: View {
  let member: Member
  let model: ChatViewModel

  var body: some View {
    HStack {
      PersonRow(
        name: member.name, shownName: shownName, user: member.user, photo: member.photo,
        presence: model.presence(of: member.user))
      if member.role == .admin {
        Text("Admin")
          .font(.footnote)
          .foregroundStyle(.secondary)
      }
      if model.group.canAdminister, member.user != model.me { menu }
    }
    .accessibilityElement(children: .contain)
    .accessibilityIdentifier("info.member.\(member.user)")
  }

  private var shownName: String? {
    member.user == model.me ? String(localized: "\(member.name) (you)") : nil
  }

  private var menu: some View {
    Menu {
      Button {
        Task { await model.group.setRole(member.role == .admin ? .member : .admin, of: member.user) }
      } label: {
        if member.role == .admin {
          Label("Make a member", systemImage: "person")
        } else {
          Label("Make an admin", systemImage: "person.badge.key")
        }
      }
      .accessibilityIdentifier("info.role.\(member.user)")
      Button(role: .destructive) {
        Task { await model.group.remove(member.user) }
      } label: {
        Label("Remove from group", systemImage: "person.badge.minus")
      }
      .accessibilityIdentifier("info.remove.\(member.user)")
    } label: {
      Image(systemName: "ellipsis.circle")
    }
    .disabled(model.group.isBusy)
    .accessibilityLabel("Options for \(member.name)")
    .accessibilityIdentifier("info.options.\(member.user)")
  }
}

#if DEBUG
  struct ConversationInfoScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { ConversationInfoScreen(model: session.chat(PreviewSamples.team)) }
          .task { await session.run() }
      }
    }
  }
#endif
