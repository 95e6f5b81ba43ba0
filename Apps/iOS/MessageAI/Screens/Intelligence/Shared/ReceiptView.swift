import Domain
import SwiftUI
import ViewModels

/// What an output rests on and what it cost: the model, the text that was read and sent, and how
/// sure it is.
struct ReceiptView: View {
  let output: AIOutput
  let texts: TimeTexts
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    List {
      Section("How it was made") {
        LabeledContent("Model", value: output.receipt.model)
          .accessibilityIdentifier("receipt.model")
        LabeledContent("Worked out on", value: output.receipt.place)
          .accessibilityIdentifier("receipt.place")
        LabeledContent("Time taken", value: duration)
        LabeledContent("Made", value: texts.moment(output.createdAt).localized)
        LabeledContent("Kept until", value: texts.moment(output.expiresAt).localized)
      }
      Section {
        LabeledContent("Messages read", value: output.receipt.messagesRead.formatted())
          .accessibilityIdentifier("receipt.read")
        LabeledContent("Messages sent elsewhere", value: output.receipt.messagesSent.formatted())
          .accessibilityIdentifier("receipt.sent")
        LabeledContent("Tokens in", value: output.receipt.inputTokens.formatted())
        LabeledContent("Tokens out", value: output.receipt.outputTokens.formatted())
      } header: {
        Text("What text was used")
      } footer: {
        if output.receipt.messagesSent == 0 {
          Text("Nothing left the server.")
            .accessibilityIdentifier("receipt.nothingSent")
        }
      }
      Section("How sure it is") {
        LabeledContent("Confidence", value: output.confidence.formatted(.percent.precision(.fractionLength(0))))
          .accessibilityIdentifier("receipt.confidence")
        Text(output.reason)
          .accessibilityIdentifier("receipt.reason")
      }
      if let notice = output.receipt.notice {
        Section("Please note") {
          Text(notice)
            .accessibilityIdentifier("receipt.notice")
        }
      }
    }
    .navigationTitle("Receipt")
    .navigationBarTitleDisplayMode(.inline)
    .doneButton("receipt.done") { dismiss() }
  }

  private var duration: String {
    output.receipt.isCached
      ? String(localized: "From an earlier answer")
      : String(localized: "\(output.receipt.milliseconds) ms")
  }
}

#if DEBUG
  struct ReceiptView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          ReceiptView(output: IntelligenceSamples.summary, texts: session.services.texts)
        }
      }
    }
  }
#endif
