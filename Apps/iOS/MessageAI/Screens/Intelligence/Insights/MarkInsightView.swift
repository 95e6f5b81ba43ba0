import Domain
import SwiftUI
import ViewModels

/// Marks a message by hand: which conversation, which message, and how it shall read.
struct MarkInsightView: View {
  @State private var model: MarkInsightViewModel
  @State private var directory: DirectoryModel
  private let texts: TimeTexts
  @Environment(\.dismiss) private var dismiss

  init(model: MarkInsightViewModel, directory: DirectoryModel, texts: TimeTexts) {
    _model = State(initialValue: model)
    _directory = State(initialValue: directory)
    self.texts = texts
  }

  var body: some View {
    Form {
      Picker("Mark as", selection: $model.kind) {
        Text("Action item").tag(Insight.Kind.actionItem)
        Text("Decision").tag(Insight.Kind.decision)
      }
      .pickerStyle(.segmented)
      .accessibilityIdentifier("mark.kind")
      conversations
      if let chosen = model.chosen {
        Section("Message") {
          MarkCandidateRow(item: chosen, texts: texts)
          Button("Choose another") { model.choose(nil) }
            .accessibilityIdentifier("mark.chooseAnother")
        }
        Section {
          TextField("Words, else those of the message", text: $model.text, axis: .vertical)
            .accessibilityIdentifier("mark.text")
          if model.excess > 0 {
            ProblemText(text: "\(model.excess) characters too many")
              .accessibilityIdentifier("mark.excess")
          }
        } header: {
          Text("How it shall read")
        }
      } else if model.conversation != nil {
        candidates
      }
    }
    .task { await directory.run() }
    .task(id: model.conversation) { await model.run() }
    .onChange(of: model.outcome) { dismiss() }
    .problemAlert(model.problem) { model.dismissProblem() }
    .navigationTitle("Mark by hand")
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel") { dismiss() }
          .accessibilityIdentifier("mark.cancel")
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Mark") {
          Task { await model.save() }
        }
        .disabled(!model.canSave)
        .accessibilityIdentifier("mark.save")
      }
    }
  }

  @ViewBuilder private var conversations: some View {
    if model.conversation == nil {
      Section("Conversation") {
        ForEach(directory.conversations) { conversation in
          Button(conversation.title) { model.choose(conversation.id) }
            .accessibilityIdentifier("mark.conversation.\(conversation.id)")
        }
        if directory.hasConversations, directory.conversations.isEmpty {
          Text("You are in no conversation yet.")
            .foregroundStyle(.secondary)
            .accessibilityIdentifier("mark.noConversations")
        }
      }
    }
  }

  private var candidates: some View {
    Section("Choose the message") {
      TextField("Filter messages", text: $model.query)
        .accessibilityIdentifier("mark.filter")
      StateView(model.state, screen: "mark") { _ in
        ForEach(model.candidates) { item in
          Button {
            model.choose(item.id)
          } label: {
            MarkCandidateRow(item: item, texts: texts)
          }
          .buttonStyle(.plain)
          .accessibilityIdentifier("mark.message.\(item.id)")
        }
      } empty: {
        Text("There is no message to mark.")
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("mark.empty")
      }
    }
  }
}

/// A message that can be marked.
struct MarkCandidateRow: View {
  let item: TimelineItem
  let texts: TimeTexts

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      HStack {
        Text(item.senderName)
          .font(.subheadline)
        Spacer()
        Text(texts.short(item.createdAt).localized)
          .font(.caption)
      }
      .foregroundStyle(.secondary)
      Text(item.text)
        .lineLimit(3)
    }
    .accessibilityElement(children: .combine)
  }
}

#if DEBUG
  struct MarkInsightView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          MarkInsightView(
            model: session.marking(.decision, nil, nil), directory: session.directory(), texts: session.services.texts)
        }
      }
    }
  }
#endif
