import Domain
import SwiftUI
import ViewModels

/// Who is to do a task, and when it is due: part of a form.
struct TaskFields: View {
  let people: [DirectoryModel.Person]
  @Binding var owner: UserID?
  @Binding var hasDue: Bool
  @Binding var due: Date
  /// With which the identifiers begin.
  let screen: String

  var body: some View {
    Section {
      Picker("Who", selection: $owner) {
        Text("Nobody").tag(UserID?.none)
        ForEach(people) { person in
          Text(person.name).tag(UserID?.some(person.id))
        }
      }
      .accessibilityIdentifier("\(screen).owner")
      Toggle("Has a due time", isOn: $hasDue)
        .accessibilityIdentifier("\(screen).hasDue")
      if hasDue {
        DatePicker("Due", selection: $due)
          .accessibilityIdentifier("\(screen).due")
      }
    }
  }
}
