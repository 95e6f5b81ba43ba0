import Domain
import SwiftUI
import ViewModels

/// One action item, decision or wish to meet; leads to the message that says it.
struct InsightRow: View {
  let placed: PlacedInsight
  let model: InsightsViewModel
  let context: IntelligenceContext
  let isPlaced: Bool
  let edit: @MainActor () -> Void
  let explain: @MainActor () -> Void

  private var insight: Insight { placed.insight }
  private var isTask: Bool { insight.kind == .actionItem }
  private var isOpen: Bool { insight.status == .open }

  var body: some View {
    HStack(alignment: .top, spacing: 0) {
      if isTask, !insight.isMaybe { tick }
      Button(action: show) {
        VStack(alignment: .leading, spacing: 4) {
          Text(insight.text)
            .strikethrough(!isOpen)
            .multilineTextAlignment(.leading)
          if let led = insight.context {
            Text(led)
              .font(.footnote)
              .foregroundStyle(.secondary)
          }
          if let report = context.insightTexts.report(insight) {
            Text(report.localized)
              .font(.footnote)
              .foregroundStyle(.secondary)
              .accessibilityIdentifier("insight.\(placed.id).report")
          }
          HStack {
            Text(facts)
              .font(.footnote)
              .foregroundStyle(model.isOverdue(insight, in: context.texts.calendar) ? Color.red : Color.secondary)
            Spacer()
            if insight.createdBy == nil { AIMark() }
          }
        }
        .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
        .contentShape(Rectangle())
        .accessibilityElement(children: .combine)
      }
      .buttonStyle(.plain)
      .accessibilityHint("Shows the message")
      .accessibilityIdentifier("insight.\(placed.id)")
      if insight.isMaybe { decide }
      options
    }
    .swipeActions(edge: .trailing) {
      if isOpen {
        Button("Dismiss", role: .destructive) {
          Task { await model.dismiss(placed) }
        }
      }
      Button("Edit") { edit() }
        .tint(.blue)
    }
  }

  /// Takes it onto the list, or dismisses it.
  @ViewBuilder private var decide: some View {
    Button {
      Task { await model.accept(placed) }
    } label: {
      Label("Accept", systemImage: "plus.circle")
        .labelStyle(.iconOnly)
        .touchTarget()
    }
    .buttonStyle(.borderless)
    .accessibilityLabel("Accept: \(insight.text)")
    .accessibilityIdentifier("insight.\(placed.id).accept")
    Button {
      Task { await model.dismiss(placed) }
    } label: {
      Label("Dismiss", systemImage: "xmark.circle")
        .labelStyle(.iconOnly)
        .touchTarget()
    }
    .buttonStyle(.borderless)
    .accessibilityLabel("Dismiss: \(insight.text)")
    .accessibilityIdentifier("insight.\(placed.id).reject")
  }

  private var tick: some View {
    Button {
      Task { await model.setDone(insight.status != .done, placed) }
    } label: {
      Image(systemName: insight.status == .done ? "checkmark.circle.fill" : "circle")
        .imageScale(.large)
        .touchTarget()
    }
    .buttonStyle(.borderless)
    .accessibilityLabel("Done: \(insight.text)")
    .accessibilityAddTraits(insight.status == .done ? [.isSelected] : [])
    .accessibilityIdentifier("insight.\(placed.id).done")
  }

  private var options: some View {
    Menu {
      Button("Show the message", systemImage: "bubble.left") { show() }
        .accessibilityIdentifier("insight.\(placed.id).show")
      Button("Edit…", systemImage: "pencil") { edit() }
        .accessibilityIdentifier("insight.\(placed.id).edit")
      Button("Why is this here?", systemImage: "questionmark.circle") { explain() }
        .accessibilityIdentifier("insight.\(placed.id).why")
      if isTask { assignMenu }
      if insight.createdBy == nil, !insight.isEdited, let message = insight.citations.first {
        Button("Not helpful to me", systemImage: "hand.thumbsdown") {
          Task { await context.opinions.reject(insight.subject, message, in: placed.conversation) }
        }
        .accessibilityIdentifier("insight.\(placed.id).unhelpful")
      }
      if isOpen {
        Button("Dismiss", systemImage: "xmark.circle", role: .destructive) {
          Task { await model.dismiss(placed) }
        }
        .accessibilityIdentifier("insight.\(placed.id).dismiss")
      } else {
        Button("Open again", systemImage: "arrow.uturn.backward") {
          Task { await model.reopen(placed) }
        }
        .accessibilityIdentifier("insight.\(placed.id).reopen")
      }
    } label: {
      Label("Options", systemImage: "ellipsis")
        .labelStyle(.iconOnly)
        .touchTarget()
    }
    .accessibilityLabel("Options for \(insight.text)")
    .accessibilityIdentifier("insight.\(placed.id).options")
  }

  private var assignMenu: some View {
    Menu("Assign to") {
      ForEach(context.directory.people(in: placed.conversation)) { person in
        Button(person.name) {
          Task { await model.assign(person.id, placed) }
        }
        .accessibilityIdentifier("insight.\(placed.id).assign.\(person.id)")
      }
      Button("Nobody") {
        Task { await model.assign(nil, placed) }
      }
      .accessibilityIdentifier("insight.\(placed.id).assign.nobody")
    }
    .accessibilityIdentifier("insight.\(placed.id).assign")
  }

  private var facts: String {
    Phrase.joined(context.insightTexts.facts(placed, isPlaced: isPlaced), by: " · ").localized
  }

  private func show() {
    context.open(MessageLink(conversation: placed.conversation, message: insight.citations.first))
  }
}

#if DEBUG
  struct InsightRow_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        List {
          ForEach(IntelligenceSamples.insights) { placed in
            InsightRow(
              placed: placed, model: IntelligenceSamples.insights(placed.insight.kind),
              context: IntelligenceSamples.context(session), isPlaced: true, edit: {}, explain: {})
          }
        }
      }
    }
  }
#endif
