import Domain
import SwiftUI
import ViewModels

/// When I am reminded of my tasks, and when a digest comes by itself.
struct ReminderSections: View {
  @Bindable var model: AIPreferencesViewModel
  let offersReminders: Bool
  let offersDigest: Bool

  private static let minutes = [0, 10, 30, 60, 120, 1_440]
  private static let days = Array(0...7)

  var body: some View {
    if offersReminders { reminders }
    if offersDigest { digest }
  }

  private var reminders: some View {
    Section {
      Toggle("Remind me of my tasks", isOn: $model.remindsOfTasks)
        .accessibilityIdentifier("aiPreferences.reminders")
      if model.remindsOfTasks {
        Picker("Due on a day", selection: $model.daysBefore) {
          ForEach(Self.days, id: \.self) { days in
            Text(Self.name(ofDays: days)).tag(days)
          }
        }
        .accessibilityIdentifier("aiPreferences.reminders.days")
        DatePicker("At", selection: $model.reminderHour.start, displayedComponents: .hourAndMinute)
          .accessibilityIdentifier("aiPreferences.reminders.time")
        Picker("Due at a time", selection: $model.minutesBefore) {
          ForEach(offeredMinutes, id: \.self) { minutes in
            Text(Self.name(ofMinutes: minutes)).tag(minutes)
          }
        }
        .accessibilityIdentifier("aiPreferences.reminders.minutes")
      }
    } header: {
      Text("Reminders")
    } footer: {
      Text("Before a task of yours is due, once.")
    }
  }

  private var digest: some View {
    Section {
      Toggle("In the app", isOn: $model.hasDigestInApp)
        .accessibilityIdentifier("aiPreferences.digest.app")
      Toggle("By mail", isOn: $model.hasDigestByMail)
        .accessibilityIdentifier("aiPreferences.digest.mail")
      if model.hasDigestInApp || model.hasDigestByMail {
        DaysRow(form: $model.digestHours, name: "digest")
        DatePicker("At", selection: $model.digestHours.start, displayedComponents: .hourAndMinute)
          .accessibilityIdentifier("aiPreferences.digest.time")
      }
    } header: {
      Text("A digest every day")
    } footer: {
      Text("Comes when there is something in it.")
    }
  }

  /// Those, and what another client has chosen.
  private var offeredMinutes: [Int] { Set(Self.minutes + [model.minutesBefore]).sorted() }

  private static func name(ofDays days: Int) -> LocalizedStringKey {
    switch days {
    case 0: "On the day"
    case 1: "The day before"
    default: "\(days) days before"
    }
  }

  private static func name(ofMinutes minutes: Int) -> LocalizedStringKey {
    switch minutes {
    case 0: "At that time"
    case 60: "An hour before"
    case 1_440: "A day before"
    default: "\(minutes) minutes before"
    }
  }
}

#if DEBUG
  struct ReminderSections_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in
        Form {
          ReminderSections(
            model: AIPreferencesViewModel(intelligence: SampleIntelligence()), offersReminders: true,
            offersDigest: true)
        }
      }
    }
  }
#endif
