import Domain
import SwiftUI
import ViewModels

/// What I want of the AI, and what the server's can do.
struct AIPreferencesView: View {
  @State private var model: AIPreferencesViewModel
  @State private var directory: DirectoryModel
  @Environment(Session.self) private var session

  init(model: AIPreferencesViewModel, directory: DirectoryModel) {
    _model = State(initialValue: model)
    _directory = State(initialValue: directory)
  }

  var body: some View {
    StateView(
      model.state, screen: "aiPreferences", notice: model.reloadProblem, retry: { await model.load() }
    ) { status in
      Form {
        AIStatusSection(status: status)
        if status.isOn {
          features(status)
          if model.preferences.isOn { details }
        }
        records
      }
      .refreshable { await model.load() }
    } empty: {
      EmptyView()
    }
    .task { await model.run() }
    .task { await directory.learnAll() }
    .problemAlert(model.problem) { model.dismissProblem() }
    .navigationTitle("AI")
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") {
          Task { await model.save() }
        }
        .disabled(!model.hasChanges || model.isBusy)
        .accessibilityIdentifier("aiPreferences.save")
      }
    }
  }

  private func features(_ status: AIStatus) -> some View {
    Section {
      Toggle("Work on my messages", isOn: $model.preferences.isOn)
        .accessibilityIdentifier("aiPreferences.isOn")
      if status.model != nil {
        Toggle("Let \(status.place) read what I ask about", isOn: $model.preferences.allowsRemoteModels)
          .disabled(!model.preferences.isOn)
          .accessibilityIdentifier("aiPreferences.allowsRemoteModels")
      }
    } header: {
      Text("Features")
    } footer: {
      Text(
        """
        Off: nothing is shown, computed for or sent on behalf of you. In one conversation only, it is switched off in \
        that conversation's catch-up.
        """)
    }
  }

  @ViewBuilder private var details: some View {
    ReminderSections(
      model: model, offersReminders: session.features.has(.reminders),
      offersDigest: session.features.has(.dailyDigest))
    UrgentSections(model: model, people: directory.others)
    HoursSection(
      title: "Focus time", text: "Only urgent people and words come through then.", name: "focus", form: $model.focus)
    HoursSection(
      title: "Working hours", text: "Meetings are proposed within them.", name: "working", form: $model.working)
    Section("Words of the answers") {
      Picker("Tone", selection: $model.preferences.tone) {
        ForEach(AIPreferences.Tone.allCases, id: \.self) { tone in
          Text(tone.label).tag(tone)
        }
      }
      .accessibilityIdentifier("aiPreferences.tone")
      Picker("Language", selection: $model.preferences.language) {
        Text("As in my profile").tag(String?.none)
        ForEach(model.languages, id: \.code) { language in
          Text(language.name).tag(String?.some(language.code))
        }
      }
      .accessibilityIdentifier("aiPreferences.language")
    }
  }

  private var records: some View {
    Section("Transparency") {
      NavigationLink(value: Route.intelligence(.transparency)) {
        Label("Log of AI requests", systemImage: "list.bullet.rectangle")
      }
      .accessibilityIdentifier("aiPreferences.ledger")
      NavigationLink(value: Route.intelligence(.memory)) {
        Label("What the assistant keeps", systemImage: "brain")
      }
      .accessibilityIdentifier("aiPreferences.memory")
      NavigationLink(value: Route.intelligence(.earlier)) {
        Label("Earlier answers", systemImage: "clock.arrow.circlepath")
      }
      .accessibilityIdentifier("aiPreferences.earlier")
    }
  }
}

extension AIPreferences.Tone {
  var label: LocalizedStringKey {
    switch self {
    case .neutral: "Neutral"
    case .brief: "Brief"
    case .friendly: "Friendly"
    case .formal: "Formal"
    }
  }
}

/// What answers, where it is, and how much of the day's budget is used.
struct AIStatusSection: View {
  let status: AIStatus

  var body: some View {
    Section("This server") {
      if !status.isOn {
        Text("This server does not offer AI.")
          .accessibilityIdentifier("aiStatus.notOffered")
      } else {
        if let model = status.model {
          Text("\(model) at \(status.place) answers.")
            .accessibilityIdentifier("aiStatus.model")
        } else {
          Text("Everything is worked out on this server; no text leaves it.")
            .accessibilityIdentifier("aiStatus.onBox")
        }
        ProgressView(value: min(Double(status.requestsToday), budget), total: budget) {
          Text("\(status.requestsToday) of \(status.requestsADay) requests used in the last 24 hours")
        }
        .accessibilityIdentifier("aiStatus.budget")
        if !status.hasEmbeddings {
          Text("Search goes by words only.")
            .accessibilityIdentifier("aiStatus.wordsOnly")
        }
        if status.waitingMessages > 0 {
          Text("\(status.waitingMessages) messages are still being read.")
            .accessibilityIdentifier("aiStatus.waiting")
        }
      }
    }
  }

  private var budget: Double { Double(max(1, status.requestsADay)) }
}

#if DEBUG
  struct AIPreferencesView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          AIPreferencesView(
            model: AIPreferencesViewModel(intelligence: SampleIntelligence()),
            directory: IntelligenceSamples.context(session).directory)
        }
      }
    }
  }
#endif
