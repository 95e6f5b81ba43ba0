import Domain
import SwiftUI
import ViewModels

/// Finds people of the workspace and keeps those who are chosen.
struct PeoplePicker<Fields: View>: View {
  private let model: NewConversationViewModel
  private let screen: String
  /// People who cannot be chosen.
  private let hidden: Set<UserID>
  private let fields: Fields

  init(
    model: NewConversationViewModel, screen: String, hidden: Set<UserID> = [], @ViewBuilder fields: () -> Fields
  ) {
    self.model = model
    self.screen = screen
    self.hidden = hidden
    self.fields = fields()
  }

  var body: some View {
    List {
      if !model.selection.isEmpty {
        Section { chosen }
          .listRowBackground(Color.clear)
          .listRowInsets(EdgeInsets())
      }
      fields
      Section {
        found
      } header: {
        Text("People")
      }
    }
    .searchable(
      text: query, placement: .navigationBarDrawer(displayMode: .always), prompt: "Name or e-mail"
    )
    .textInputAutocapitalization(.never)
    .autocorrectionDisabled()
    .task { await model.run() }
  }

  private var query: Binding<String> {
    Binding {
      model.query
    } set: { query in
      model.setQuery(query)
    }
  }

  private var chosen: some View {
    ScrollView(.horizontal) {
      HStack(spacing: 8) {
        ForEach(model.selection) { user in
          Button {
            model.toggle(user)
          } label: {
            HStack(spacing: 6) {
              Text(verbatim: user.name)
              Image(systemName: "xmark").font(.caption2.weight(.bold))
            }
            .font(.subheadline)
            .padding(.horizontal, 12)
            .padding(.vertical, 6)
            .background(Color.accentColor.opacity(0.15), in: Capsule())
            .touchTarget()
          }
          .buttonStyle(.plain)
          .accessibilityLabel("Remove \(user.name)")
          .accessibilityIdentifier("\(screen).chosen.\(user.id)")
        }
      }
    }
    .scrollIndicators(.hidden)
  }

  @ViewBuilder private var found: some View {
    switch model.state {
    case .loading:
      ProgressView()
        .frame(maxWidth: .infinity)
        .accessibilityLabel("Loading")
        .accessibilityIdentifier("\(screen).loading")
    case .empty:
      Text("Type the beginning of a name or an e-mail address.")
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("\(screen).empty")
    case .failed(let message, let canRetry):
      ProblemText(text: message)
        .accessibilityIdentifier("\(screen).failed")
      if canRetry {
        Button("Try again") { model.retry() }
          .accessibilityIdentifier("\(screen).retry")
      }
    case .content(let users):
      people(users.filter { !hidden.contains($0.id) })
    }
  }

  @ViewBuilder private func people(_ users: [User]) -> some View {
    if users.isEmpty {
      Text("Nobody found.")
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("\(screen).none")
    }
    ForEach(users) { user in
      Button {
        model.toggle(user)
      } label: {
        HStack {
          PersonRow(name: user.name, user: user.id, photo: user.photo, detail: user.email)
          Image(systemName: model.isSelected(user) ? "checkmark.circle.fill" : "circle")
            .font(.title3)
            .foregroundStyle(model.isSelected(user) ? Color.accentColor : Color.secondary)
            .accessibilityHidden(true)
        }
        .contentShape(Rectangle())
      }
      .buttonStyle(.plain)
      .accessibilityAddTraits(model.isSelected(user) ? .isSelected : [])
      .accessibilityIdentifier("\(screen).person.\(user.id)")
    }
  }
}
