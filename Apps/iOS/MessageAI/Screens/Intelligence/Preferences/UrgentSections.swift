import Domain
import SwiftUI
import ViewModels

/// Whose messages, and which words, are urgent for me.
struct UrgentSections: View {
  @Bindable var model: AIPreferencesViewModel
  let people: [DirectoryModel.Person]

  var body: some View {
    Section("Words that are urgent for me") {
      ForEach(model.preferences.urgentKeywords, id: \.self) { word in
        HStack {
          Text(word)
          Spacer()
          Button("Remove", systemImage: "minus.circle", role: .destructive) { model.removeKeyword(word) }
            .labelStyle(.iconOnly)
            .buttonStyle(.borderless)
            .accessibilityLabel("Remove: \(word)")
            .accessibilityIdentifier("aiPreferences.removeKeyword.\(word)")
        }
      }
      HStack {
        TextField("outage, invoice", text: $model.keyword)
          .onSubmit { model.addKeyword() }
          .accessibilityLabel("A word that is urgent")
          .accessibilityIdentifier("aiPreferences.keyword")
        Button("Add", systemImage: "plus.circle") { model.addKeyword() }
          .labelStyle(.iconOnly)
          .buttonStyle(.borderless)
          .disabled(!model.canAddKeyword)
          .accessibilityIdentifier("aiPreferences.addKeyword")
      }
    }
    if !people.isEmpty {
      Section("People who are urgent for me") {
        ForEach(people) { person in
          Toggle(
            person.name,
            isOn: Binding(get: { model.isUrgent(person.id) }, set: { model.setUrgent($0, person.id) })
          )
          .accessibilityIdentifier("aiPreferences.urgent.\(person.id)")
        }
      }
    }
  }
}

/// Hours of some days of the week.
struct HoursSection: View {
  let title: LocalizedStringKey
  let text: LocalizedStringKey
  /// Part of the identifiers: `focus` or `working`.
  let name: String
  @Binding var form: HoursForm

  var body: some View {
    Section {
      Toggle(title, isOn: $form.isOn)
        .accessibilityIdentifier("aiPreferences.\(name)")
      if form.isOn {
        DaysRow(form: $form, name: name)
        DatePicker("From", selection: $form.start, displayedComponents: .hourAndMinute)
          .accessibilityIdentifier("aiPreferences.\(name).start")
        DatePicker("To", selection: $form.end, displayedComponents: .hourAndMinute)
          .accessibilityIdentifier("aiPreferences.\(name).end")
      }
    } footer: {
      Text(text)
    }
  }
}

/// Days of the week, of which some are chosen.
struct DaysRow: View {
  @Binding var form: HoursForm
  /// Part of the identifiers.
  let name: String

  var body: some View {
    HStack {
      ForEach(HoursForm.allDays, id: \.self) { day in
        dayButton(day)
      }
    }
  }

  private func dayButton(_ day: Int) -> some View {
    let isChosen = form.days.contains(day)
    return Button {
      form.toggle(day)
    } label: {
      Text(form.shortName(of: day))
        .font(.caption)
        .frame(maxWidth: .infinity)
    }
    .buttonStyle(.bordered)
    .tint(isChosen ? Color.accentColor : Color.secondary)
    .accessibilityLabel(form.name(of: day))
    .accessibilityAddTraits(isChosen ? [.isSelected] : [])
    .accessibilityIdentifier("aiPreferences.\(name).day.\(day)")
  }
}

#if DEBUG
  struct UrgentSections_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        Form {
          UrgentSections(
            model: AIPreferencesViewModel(intelligence: SampleIntelligence()),
            people: IntelligenceSamples.context(session).directory.others)
          HoursSection(
            title: "Focus time", text: "Only urgent people and words come through then.", name: "focus",
            form: .constant(HoursForm(nil, calendar: .current)))
        }
      }
    }
  }
#endif
