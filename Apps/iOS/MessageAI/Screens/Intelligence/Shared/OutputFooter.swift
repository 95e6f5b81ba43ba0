import Domain
import SwiftUI
import ViewModels

/// What the reader of an output does with it: feedback, sharing, dismissing, and looking at its
/// receipt.
struct OutputFooter: View {
  let model: OutputViewModel
  let output: AIOutput
  let context: IntelligenceContext
  @State private var showsReceipt = false
  @State private var note = ""

  var body: some View {
    Section {
      HStack {
        vote(.helpful, "This helped", symbol: "hand.thumbsup")
        vote(.unhelpful, "This did not help", symbol: "hand.thumbsdown")
        Spacer()
        Button("Receipt", systemImage: "info.circle") { showsReceipt = true }
          .labelStyle(.iconOnly)
          .buttonStyle(.borderless)
          .accessibilityHint("Shows the model, what it read, and where the text went")
          .accessibilityIdentifier("output.receipt")
          .sheet(isPresented: $showsReceipt) {
            NavigationStack {
              ReceiptView(output: output, texts: context.texts)
            }
          }
      }
      .problemAlert(model.problem) { model.dismissProblem() }
      if output.feedback == .unhelpful {
        noteField
      }
      if output.conversation != nil {
        Button("Share in the chat", systemImage: "square.and.arrow.up") {
          Task { await model.previewShare() }
        }
        .disabled(!model.canShare)
        .accessibilityIdentifier("output.share")
      }
      if let preview = model.sharePreview {
        PostPreview(text: preview, identifier: "output") {
          await model.share()
        } cancel: {
          model.cancelShare()
        }
      }
      if model.sharing != nil {
        HStack {
          Text("Posted in the chat when the connection is back.")
            .font(.footnote)
            .foregroundStyle(.secondary)
            .accessibilityIdentifier("output.sharing")
          Spacer()
          Button("Cancel") { Task { await model.cancelSharing() } }
            .buttonStyle(.borderless)
            .accessibilityIdentifier("output.cancelSharing")
        }
      }
      if model.isShared {
        Text("Posted in the chat.")
          .font(.footnote)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("output.shared")
      }
      Button("Dismiss", systemImage: "xmark.circle", role: .destructive) {
        Task { await model.dismiss() }
      }
      .accessibilityIdentifier("output.dismiss")
    } footer: {
      VStack(alignment: .leading, spacing: 4) {
        if let receipt = model.receiptText {
          Text(receipt.localized)
            .accessibilityIdentifier("output.receiptText")
        }
        Text("Only you see this. Kept until \(context.texts.moment(output.expiresAt).localized).")
          .accessibilityIdentifier("output.expiry")
      }
    }
  }

  private func vote(_ feedback: AIOutput.Feedback, _ title: LocalizedStringKey, symbol: String) -> some View {
    Button(title, systemImage: output.feedback == feedback ? "\(symbol).fill" : symbol) {
      Task { await model.setFeedback(feedback) }
    }
    .labelStyle(.iconOnly)
    .buttonStyle(.borderless)
    .accessibilityAddTraits(output.feedback == feedback ? [.isSelected] : [])
    .accessibilityIdentifier("output.\(feedback.rawValue)")
  }

  @ViewBuilder private var noteField: some View {
    if output.feedbackNote == nil {
      HStack {
        TextField("What was wrong?", text: $note)
          .accessibilityIdentifier("output.note")
        Button("Send") {
          Task { await model.setNote(note) }
        }
        .buttonStyle(.borderless)
        .disabled(note.isEmpty)
        .accessibilityIdentifier("output.sendNote")
      }
    } else {
      Text("Thank you for the note.")
        .font(.footnote)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("output.noted")
    }
  }
}

#if DEBUG
  struct OutputFooter_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        List {
          OutputFooter(
            model: IntelligenceSamples.output(IntelligenceSamples.summary), output: IntelligenceSamples.summary,
            context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
