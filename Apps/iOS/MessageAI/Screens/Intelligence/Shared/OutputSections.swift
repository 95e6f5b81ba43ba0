import Domain
import SwiftUI
import ViewModels

/// One output in a list: notice, prose, claims with their sources, who said what, and what its
/// reader does with it.
struct OutputSections: View {
  let model: OutputViewModel
  let output: AIOutput
  let context: IntelligenceContext
  /// Claims of a digest that its reader does not want again.
  @State private var rejected: Set<String> = []

  var body: some View {
    let reading = OutputReading(output)
    if let notice = output.receipt.notice {
      Section {
        NoticeRow(text: notice, symbol: "exclamationmark.triangle", identifier: "output.notice")
      }
    }
    Section {
      if !output.isFound {
        Label("Not found", systemImage: "questionmark.circle")
          .font(.headline)
          .accessibilityIdentifier("output.notFound")
      }
      if let text = reading.text {
        Text(text)
          .textSelection(.enabled)
          .accessibilityIdentifier("output.text")
      }
      ForEach(reading.claims.filter { !rejected.contains(name(of: $0)) }) { claim in
        if output.kind == .digest {
          ClaimRow(claim: claim, context: context)
            .swipeActions(edge: .trailing) {
              Button("Not helpful") { reject(claim) }
                .accessibilityIdentifier("claim.\(claim.id).unhelpful")
            }
        } else {
          ClaimRow(claim: claim, context: context)
        }
      }
      .problemAlert(context.opinions.problem) { context.opinions.dismissProblem() }
    } header: {
      HStack {
        Text(output.title)
          .accessibilityIdentifier("output.title")
        Spacer()
        AIMark()
      }
      .task(id: output.id) { await context.directory.learn(reading.conversations) }
    }
    if !reading.contributions.isEmpty {
      Section {
        DisclosureGroup("Who said what") {
          ForEach(reading.contributions) { claim in
            ClaimRow(claim: claim, context: context)
          }
        }
        .accessibilityIdentifier("output.contributions")
      }
    }
    OutputFooter(model: model, output: output, context: context)
  }

  private func reject(_ claim: OutputReading.Claim) {
    Task {
      if await context.opinions.reject(claim) { rejected.insert(name(of: claim)) }
    }
  }

  private func name(of claim: OutputReading.Claim) -> String { "\(output.id) \(claim.id)" }
}

#if DEBUG
  struct OutputSections_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        List {
          OutputSections(
            model: IntelligenceSamples.output(IntelligenceSamples.summary), output: IntelligenceSamples.summary,
            context: IntelligenceSamples.context(session))
        }
        List {
          OutputSections(
            model: IntelligenceSamples.output(IntelligenceSamples.notFound), output: IntelligenceSamples.notFound,
            context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
