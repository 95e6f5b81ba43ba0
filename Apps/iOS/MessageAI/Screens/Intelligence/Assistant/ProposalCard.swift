import Domain
import SwiftUI
import ViewModels

/// A change that the assistant asks leave for, in the words of what will happen.
struct ProposalCard: View {
  let proposal: ActionProposal
  let model: AssistantViewModel

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if proposal.state == .waiting {
        Label("Waits for your approval", systemImage: "hand.raised")
          .font(.caption)
          .foregroundStyle(.secondary)
      }
      Text(proposal.summary)
        .accessibilityIdentifier("proposal.\(proposal.id).summary")
      if proposal.state == .waiting {
        HStack {
          Button("Approve") {
            Task { await model.decide(proposal, isApproved: true) }
          }
          .buttonStyle(.borderedProminent)
          .tint(.accentFill)
          .accessibilityIdentifier("proposal.\(proposal.id).approve")
          Button("Decline") {
            Task { await model.decide(proposal, isApproved: false) }
          }
          .buttonStyle(.bordered)
          .accessibilityIdentifier("proposal.\(proposal.id).decline")
        }
        .disabled(model.deciding != nil)
      } else {
        ProposalOutcome(proposal: proposal)
      }
    }
    .padding(10)
    .overlay {
      RoundedRectangle(cornerRadius: 12)
        .stroke(.secondary)
    }
    .accessibilityElement(children: .contain)
    .accessibilityLabel("Proposed change")
    .accessibilityIdentifier("proposal.\(proposal.id)")
  }
}

/// What came of a proposal.
struct ProposalOutcome: View {
  let proposal: ActionProposal

  var body: some View {
    Group {
      switch proposal.state {
      case .waiting: Label("Waiting", systemImage: "clock")
      case .done: Label("Done", systemImage: "checkmark.circle")
      case .rejected: Label("Declined", systemImage: "xmark.circle")
      case .failed: Label("It did not work", systemImage: "exclamationmark.triangle")
      }
      if let result = proposal.result {
        Text(result)
      }
    }
    .font(.footnote)
    .foregroundStyle(.secondary)
    .accessibilityElement(children: .combine)
    .accessibilityIdentifier("proposal.\(proposal.id).outcome")
  }
}

/// What the assistant was allowed or forbidden to do, newest first.
struct AssistantTasksView: View {
  let model: AssistantViewModel
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    List {
      ForEach(model.tasks) { proposal in
        VStack(alignment: .leading, spacing: 4) {
          Text(proposal.summary)
          ProposalOutcome(proposal: proposal)
        }
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("task.\(proposal.id)")
      }
      if model.tasks.isEmpty {
        EmptyState(
          "Nothing yet", symbol: "checklist", text: "What the assistant asks leave for appears here.", screen: "tasks")
      }
    }
    .navigationTitle("What it did")
    .navigationBarTitleDisplayMode(.inline)
    .doneButton("tasks.done") { dismiss() }
  }
}

#if DEBUG
  struct ProposalCard_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in
        List {
          ForEach(IntelligenceSamples.proposals) { proposal in
            ProposalCard(proposal: proposal, model: AssistantViewModel(intelligence: SampleIntelligence()))
          }
        }
        NavigationStack {
          AssistantTasksView(model: AssistantViewModel(intelligence: SampleIntelligence()))
        }
      }
    }
  }
#endif
