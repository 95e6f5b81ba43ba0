import Domain
import SwiftUI
import ViewModels

/// Says which decisions and action items rest on a message, and opens them.
struct RecordChips: View {
  @Environment(Session.self) private var session
  let records: [MessageRecord]
  let open: @MainActor (MessageRecord) -> Void

  var body: some View {
    if session.features.has(.ai) {
      HStack(spacing: 8) {
        ForEach(records) { record in
          Button {
            open(record)
          } label: {
            Label(record.label.localized, systemImage: record.kind == .decision ? "checkmark.seal" : "checklist")
              .font(.caption.weight(.medium))
              .touchTarget()
          }
          .buttonStyle(.borderless)
          .accessibilityLabel("\(record.label.localized): \(record.text)")
          .accessibilityIdentifier("chat.record.\(record.id)")
        }
      }
    }
  }
}
