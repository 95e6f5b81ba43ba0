import Domain
import SwiftUI
import ViewModels

/// Times to meet that are fair to everybody in the conversation.
struct MeetingView: View {
  @Bindable var model: MeetingSuggestionsViewModel
  let wishes: InsightsViewModel
  let context: IntelligenceContext

  var body: some View {
    List {
      Section {
        TextField("Topic, else from the chat", text: $model.topic)
          .accessibilityIdentifier("meeting.topic")
        Picker("How long", selection: $model.minutes) {
          Text("As said").tag(Int?.none)
          Text("30 min").tag(Int?.some(30))
          Text("45 min").tag(Int?.some(45))
          Text("1 hour").tag(Int?.some(60))
          Text("1½ hours").tag(Int?.some(90))
        }
        .accessibilityIdentifier("meeting.minutes")
        Button("Find times", systemImage: "calendar.badge.clock") {
          Task { await model.suggest() }
        }
        .accessibilityIdentifier("meeting.find")
      } footer: {
        Text(
          """
          Times that are fair to everybody here, by their working hours and time zones. Nobody is invited before you \
          share them.
          """)
      }
      if !wishes.rows.isEmpty {
        Section("Who wants to meet") {
          ForEach(wishes.rows) { placed in
            WishRow(placed: placed, context: context)
          }
        }
      }
      if let output = model.output.state.content {
        ForEach(output.slots.indices, id: \.self) { index in
          SlotSection(slot: output.slots[index], index: index, model: model, context: context)
        }
        if output.slots.isEmpty {
          Text("No time suits everybody.")
            .foregroundStyle(.secondary)
            .accessibilityIdentifier("meeting.noSlots")
        }
      }
      OutputStateView(
        model: model.output, context: context, screen: "meeting", hint: "Nothing has been asked yet.")
    }
    .task { await wishes.run() }
    .problemAlert(model.problem) { model.dismissProblem() }
    .accessibilityIdentifier("meeting.list")
  }
}

/// Times for a wish to meet.
struct MeetingSheet: View {
  let conversation: ConversationID
  @State private var model: MeetingSuggestionsViewModel
  @State private var wishes: InsightsViewModel
  @State private var context: IntelligenceContext
  @Environment(\.dismiss) private var dismiss

  init(
    conversation: ConversationID, model: MeetingSuggestionsViewModel, wishes: InsightsViewModel,
    context: IntelligenceContext
  ) {
    self.conversation = conversation
    _model = State(initialValue: model)
    _wishes = State(initialValue: wishes)
    _context = State(initialValue: context)
  }

  var body: some View {
    FeatureGate(.scheduling) { MeetingView(model: model, wishes: wishes, context: context) }
      .names(context.directory, in: [conversation])
      .task { await model.suggest() }
      .navigationTitle("Find a time")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Done") { dismiss() }
            .accessibilityIdentifier("meeting.done")
        }
      }
  }
}

/// A wish to meet; leads to the message that says it.
struct WishRow: View {
  let placed: PlacedInsight
  let context: IntelligenceContext

  var body: some View {
    Button {
      context.open(MessageLink(conversation: placed.conversation, message: placed.insight.citations.first))
    } label: {
      VStack(alignment: .leading, spacing: 2) {
        Text(placed.insight.text)
        Text(Phrase.joined(context.insightTexts.facts(placed, isPlaced: false), by: " · ").localized)
          .font(.footnote)
          .foregroundStyle(.secondary)
      }
      .accessibilityElement(children: .combine)
    }
    .buttonStyle(.plain)
    .accessibilityHint("Shows the message")
    .accessibilityIdentifier("wish.\(placed.id)")
  }
}

/// One time, with everybody's own clock, why it is fair, and what can be done with it.
struct SlotSection: View {
  @State private var asksToPost = false
  let slot: MeetingSlot
  let index: Int
  let model: MeetingSuggestionsViewModel
  let context: IntelligenceContext

  var body: some View {
    Section {
      Text(slot.reason)
        .font(.footnote)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("slot.\(index).reason")
      ForEach(slot.seats, id: \.user) { seat in
        SeatRow(seat: seat, name: context.directory.shownName(of: seat.user).localized)
      }
      if model.canPropose {
        Button("Propose in the chat", systemImage: "paperplane") {
          asksToPost = true
        }
        .disabled(model.proposed.contains(index))
        .accessibilityIdentifier("slot.\(index).propose")
      }
      if asksToPost, let text = proposal {
        PostPreview(text: text, identifier: "slot.\(index)") {
          asksToPost = false
          await model.propose(index, names: context.directory.name(of:), texts: context.texts)
        } cancel: {
          asksToPost = false
        }
      }
      if model.proposed.contains(index) {
        Text("Proposed in the chat.")
          .font(.footnote)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("slot.\(index).proposed")
      }
      if model.chosen == index, let file = model.calendarURL {
        ShareLink(item: file) {
          Label("Share the calendar file", systemImage: "square.and.arrow.up")
        }
        .accessibilityIdentifier("slot.\(index).share")
      } else {
        Button("Calendar", systemImage: "calendar.badge.plus") {
          Task { await model.choose(index) }
        }
        .accessibilityIdentifier("slot.\(index).calendar")
      }
    } header: {
      HStack {
        Text(context.texts.span(slot.start, slot.end).localized)
          .accessibilityIdentifier("slot.\(index)")
        Spacer()
        AIMark()
      }
    }
  }
}

extension SlotSection {
  private var proposal: String? {
    model.proposal(of: index, names: context.directory.name(of:), texts: context.texts)
  }
}

/// A participant, and when it is for them.
struct SeatRow: View {
  let seat: MeetingSlot.Seat
  let name: String

  var body: some View {
    HStack {
      Text(name)
      Spacer()
      if !seat.isInWorkingHours {
        Image(systemName: "moon")
          .foregroundStyle(.orange)
          .accessibilityLabel("outside working hours")
      }
      VStack(alignment: .trailing) {
        Text(seat.localTime)
        Text(seat.timeZone)
          .font(.caption)
          .foregroundStyle(.secondary)
      }
    }
    .accessibilityElement(children: .combine)
    .accessibilityIdentifier("seat.\(seat.user)")
  }
}

#if DEBUG
  struct MeetingView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        PreviewState((session.meetings(in: IntelligenceSamples.team), IntelligenceSamples.context(session))) {
          model, context in
          MeetingView(model: model, wishes: IntelligenceSamples.insights(.scheduling), context: context)
            .names(context.directory, in: [IntelligenceSamples.team])
            .task { await model.suggest() }
        }
      }
    }
  }
#endif
