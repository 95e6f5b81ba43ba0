import Domain
import SwiftUI
import ViewModels

/// Every request of mine, and what text was sent to whom.
struct LedgerView: View {
  @State private var model: LedgerViewModel
  @State private var context: IntelligenceContext

  init(model: LedgerViewModel, context: IntelligenceContext) {
    _model = State(initialValue: model)
    _context = State(initialValue: context)
  }

  var body: some View {
    StateView(
      model.state, screen: "ledger", notice: model.reloadProblem, retry: { await model.load() }
    ) { entries in
      List {
        Section {
          LabeledContent("Requests", value: entries.count.formatted())
            .accessibilityIdentifier("ledger.requests")
          LabeledContent("Messages sent elsewhere", value: model.messagesSent.formatted())
            .accessibilityIdentifier("ledger.sent")
          if let cost = model.costText {
            LabeledContent("Cost", value: cost.localized)
              .accessibilityIdentifier("ledger.cost")
          }
        } footer: {
          Text("Every request of yours, and what text was sent to whom.")
        }
        Section {
          ForEach(entries.indices, id: \.self) { index in
            LedgerRow(entry: entries[index], context: context)
              .accessibilityIdentifier("ledger.entry.\(index)")
          }
        }
      }
      .refreshable { await model.load() }
    } empty: {
      EmptyState(
        "Nothing yet", symbol: "list.bullet.rectangle", text: "What you ask, and where its text goes, appears here.",
        screen: "ledger")
    }
    .task { await model.run() }
    .task { await context.directory.run() }
    .navigationTitle("Log of AI requests")
    .navigationBarTitleDisplayMode(.inline)
  }
}

/// One call of a model.
struct LedgerRow: View {
  let entry: LedgerEntry
  let context: IntelligenceContext

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(LedgerViewModel.name(of: entry.feature))
        .font(.headline)
      Text("\(entry.model) on \(entry.place)")
      if entry.messagesSent > 0 {
        Text("\(entry.messagesSent) messages sent")
          .foregroundStyle(.orange)
      } else {
        Text("Nothing sent")
          .foregroundStyle(.secondary)
      }
      if entry.isCached {
        Text("From an earlier answer")
          .foregroundStyle(.secondary)
      }
      if !entry.conversations.isEmpty {
        Text(Phrase.joined(entry.conversations.map(context.directory.shownTitle), by: ", ").localized)
          .foregroundStyle(.secondary)
      }
      Text(context.texts.moment(entry.at).localized)
        .font(.caption)
        .foregroundStyle(.secondary)
    }
    .font(.subheadline)
    .accessibilityElement(children: .combine)
  }
}

#if DEBUG
  struct LedgerView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          LedgerView(
            model: LedgerViewModel(intelligence: SampleIntelligence()), context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
