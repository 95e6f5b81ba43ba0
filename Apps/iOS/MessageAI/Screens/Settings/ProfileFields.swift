import SwiftUI
import ViewModels

/// The form of a profile: name, time zone, language.
struct ProfileFields: View {
  @Bindable var model: ProfileViewModel
  let screen: String

  var body: some View {
    Section("Name") {
      TextField("Name", text: $model.name)
        .textContentType(.name)
        .accessibilityIdentifier("\(screen).name")
    }
    Section {
      Picker("Time zone", selection: $model.timeZone) {
        Text("Not given").tag("")
        ForEach(model.timeZones, id: \.self) { Text(verbatim: LocaleChoices.timeZoneName($0)).tag($0) }
      }
      .pickerStyle(.navigationLink)
      .accessibilityIdentifier("\(screen).timeZone")
      Picker("Language", selection: $model.language) {
        Text("Not given").tag("")
        ForEach(model.languages, id: \.self) { Text(verbatim: LocaleChoices.languageName($0)).tag($0) }
      }
      .pickerStyle(.navigationLink)
      .accessibilityIdentifier("\(screen).language")
    } header: {
      Text("Where you are")
    } footer: {
      Text("Meeting times are proposed within your working hours, and due days are reckoned in your time zone.")
    }
    if let problem = model.problem {
      Section {
        ProblemText(text: problem.sentence)
          .accessibilityIdentifier("\(screen).problem")
      }
    }
  }
}
