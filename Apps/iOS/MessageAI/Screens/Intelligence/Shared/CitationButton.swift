import Domain
import SwiftUI
import ViewModels

/// The number of a source; leads to the message that a claim rests on.
struct CitationButton: View {
  let source: OutputReading.Source
  let context: IntelligenceContext

  var body: some View {
    Button {
      context.open(MessageLink(source.citation))
    } label: {
      Text(verbatim: "\(source.number)")
        .font(.caption)
        .padding(.horizontal, 8)
        .padding(.vertical, 4)
        .background(.fill.tertiary, in: Capsule())
        .foregroundStyle(.tint)
        .touchTarget()
    }
    .buttonStyle(.plain)
    .accessibilityLabel(
      "Source \(source.number): \(context.source(source.citation).localized): \(source.citation.excerpt)"
    )
    .accessibilityHint("Shows the message")
    .accessibilityIdentifier("citation.\(source.number)")
  }
}

/// A claim, and the numbers of the messages that support it.
struct ClaimRow: View {
  let claim: OutputReading.Claim
  let context: IntelligenceContext

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      if let person = claim.person {
        Text(context.directory.shownName(of: person).localized)
          .font(.subheadline)
          .foregroundStyle(.secondary)
      }
      Text(claim.text)
        .textSelection(.enabled)
      HStack(spacing: 6) {
        ForEach(claim.sources) { source in
          CitationButton(source: source, context: context)
        }
      }
    }
    .accessibilityElement(children: .contain)
    .accessibilityIdentifier("claim.\(claim.id)")
  }
}

#if DEBUG
  struct ClaimRow_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        List {
          ForEach(OutputReading(IntelligenceSamples.summary).claims) { claim in
            ClaimRow(claim: claim, context: IntelligenceSamples.context(session))
          }
        }
      }
    }
  }
#endif
