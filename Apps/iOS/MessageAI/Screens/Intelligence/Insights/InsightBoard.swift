import Domain
import SwiftUI
import ViewModels

/// Action items, decisions or wishes to meet with a way to pick from them: of one conversation or
/// of all.
struct InsightBoard: View {
  @Bindable var model: InsightsViewModel
  let context: IntelligenceContext
  /// Names the conversation in each row.
  let isPlaced: Bool
  @State private var edit: InsightEdit?
  @State private var explained: PlacedInsight?
  @State private var draft: TaskDraft?

  var body: some View {
    List {
      if model.only == nil { tools }
      work
      switch model.state {
      case .content where model.rows.isEmpty && model.maybes.isEmpty:
        Text("Nothing matches.")
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("\(screen).nothing")
      case .content where model.kind == .actionItem:
        ForEach(model.dueSections(context.texts.calendar)) { part in
          Section {
            rows(part.rows)
          } header: {
            Text(verbatim: "\(part.id.title.localized) · \(part.rows.count)")
          }
        }
        maybes
      case .content:
        ForEach(model.days(context.texts)) { day in
          Section(day.title.localized) {
            rows(day.rows)
          }
        }
        maybes
      case .empty, .loading, .failed:
        StateView(model.state, screen: screen) { _ in
          EmptyView()
        } empty: {
          EmptyState(emptyTitle, symbol: symbol, text: emptyText, screen: screen)
        }
      }
    }
    .task { await model.run() }
    .task { await model.work?.run() }
    .task(id: conversations) { await context.directory.learn(conversations) }
    .sheet(item: $edit) { edit in
      NavigationStack {
        InsightEditView(edit: edit, model: model, directory: context.directory)
      }
    }
    .sheet(item: $draft) { draft in
      NavigationStack {
        NewTaskView(draft: draft, model: model, directory: context.directory)
      }
    }
    .sheet(item: $explained) { placed in
      NavigationStack {
        InsightReasonView(placed: placed, context: context)
      }
    }
    // The form says itself what went wrong with its saving.
    .problemAlert(edit == nil && draft == nil ? model.problem ?? context.opinions.problem : nil) {
      model.dismissProblem()
      context.opinions.dismissProblem()
    }
    .accessibilityIdentifier("\(screen).list")
  }

  @ViewBuilder private var tools: some View {
    Section {
      TextField(filterPrompt, text: $model.query)
        .accessibilityIdentifier("\(screen).filter")
      if model.kind == .actionItem {
        Picker("Whose", selection: $model.isMineOnly) {
          Text("Mine").tag(true)
          Text("All").tag(false)
        }
        .pickerStyle(.segmented)
        .accessibilityIdentifier("\(screen).whose")
      }
      Picker("Show", selection: $model.shown) {
        ForEach(InsightsViewModel.Shown.allCases, id: \.self) { shown in
          Text(shown.label).tag(shown)
        }
      }
      .accessibilityIdentifier("\(screen).shown")
      if model.newTask != nil {
        Button("New task", systemImage: "plus") { draft = model.newTask }
          .accessibilityIdentifier("\(screen).new")
      }
      if model.canLookAgain { lookAgain }
      if model.canExport { export }
      if let closed = model.closed {
        HStack {
          Text("Closed: \(closed.insight.text)")
            .lineLimit(1)
          Spacer()
          Button("Undo") {
            Task { await model.undo() }
          }
          .buttonStyle(.borderless)
          .accessibilityIdentifier("\(screen).undo")
        }
      }
    }
  }

  @ViewBuilder private var export: some View {
    if let file = model.exported {
      ShareLink(item: file) {
        Label("Share the calendar file", systemImage: "square.and.arrow.up")
      }
      .accessibilityIdentifier("\(screen).share")
    } else {
      Button("Export mine as to-dos", systemImage: "calendar.badge.plus") {
        Task { await model.export() }
      }
      .accessibilityIdentifier("\(screen).export")
    }
  }

  private var checkLabel: LocalizedStringKey {
    if model.isLooking { return "Checking …" }
    return model.kind == .decision ? "Check for missed decisions" : "Check for missed tasks"
  }

  @ViewBuilder private var lookAgain: some View {
    Button(checkLabel, systemImage: "arrow.clockwise") {
      Task { await model.lookAgain() }
    }
    .disabled(model.isLooking)
    .accessibilityIdentifier("\(screen).lookAgain")
    if let looked = model.looked {
      Text(looked.localized)
        .font(.footnote)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("\(screen).looked")
    }
  }

  /// The AI is not through with the conversation.
  @ViewBuilder private var work: some View {
    if let text = model.work?.text {
      Text(text.localized)
        .font(.footnote)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("\(screen).work")
    }
  }

  @ViewBuilder private var maybes: some View {
    if !model.maybes.isEmpty {
      Section("Maybe") {
        rows(model.maybes)
      }
    }
  }

  private func rows(_ rows: [PlacedInsight]) -> some View {
    ForEach(rows) { placed in
      InsightRow(placed: placed, model: model, context: context, isPlaced: isPlaced) {
        edit = model.edit(placed)
      } explain: {
        explained = placed
      }
    }
  }

  private var conversations: Set<ConversationID> {
    Set((model.state.content ?? []).map(\.conversation))
  }
}

// MARK: - Words

extension InsightBoard {
  private var screen: String { model.kind == .actionItem ? "actions" : model.kind.rawValue }

  private var symbol: String {
    switch model.kind {
    case .actionItem: "checklist"
    case .decision: "checkmark.seal"
    case .scheduling: "calendar"
    }
  }

  private var filterPrompt: LocalizedStringKey {
    model.kind == .actionItem ? "Filter action items" : "Filter decisions"
  }

  private var emptyTitle: LocalizedStringKey {
    switch model.kind {
    case .actionItem: "Nothing to do"
    case .decision: "No decisions yet"
    case .scheduling: "Nobody wants to meet"
    }
  }

  private var emptyText: LocalizedStringKey {
    switch model.kind {
    case .actionItem: "What people promise or are asked for appears here by itself."
    case .decision: "They appear here when the team agrees on something."
    case .scheduling: "Wishes to meet appear here by themselves."
    }
  }
}

extension InsightsViewModel.Shown {
  var label: LocalizedStringKey {
    switch self {
    case .open: "Open"
    case .done: "Done"
    case .dismissed: "Dismissed"
    case .all: "All"
    }
  }
}

#if DEBUG
  struct InsightBoard_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        PreviewState((IntelligenceSamples.insights(.actionItem), IntelligenceSamples.context(session))) {
          model, context in
          InsightBoard(model: model, context: context, isPlaced: true)
            .names(context.directory, in: [])
        }
      }
    }
  }
#endif
