import Domain
import SwiftUI
import ViewModels

/// Photos on their way, or why none can be sent. Nothing while there is nothing to say.
struct AttachmentRow: View {
  let model: AttachmentPickerModel

  var body: some View {
    VStack(spacing: 8) {
      if model.isPreparing {
        HStack(spacing: 8) {
          ProgressView()
          Text("Making photos ready …")
            .font(.footnote)
            .foregroundStyle(.secondary)
          Spacer()
        }
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("attachments.preparing")
      }
      if let problem = model.problem {
        HStack(spacing: 8) {
          Label {
            Text(problem.sentence.localized)
          } icon: {
            Image(systemName: "exclamationmark.triangle")
          }
          .font(.footnote)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("attachments.problem")
          Spacer()
          Button("OK") { model.dismiss() }
            .font(.footnote.weight(.semibold))
            .accessibilityIdentifier("attachments.dismiss")
        }
      }
      ForEach(model.uploads) { UploadRow(upload: $0, model: model) }
    }
    .padding(.horizontal, 16)
    .padding(.vertical, isEmpty ? 0 : 8)
  }

  private var isEmpty: Bool {
    !model.isPreparing && model.problem == nil && model.uploads.isEmpty
  }
}

/// One photo on its way.
private struct UploadRow: View {
  let upload: AttachmentUpload
  let model: AttachmentPickerModel

  var body: some View {
    HStack(spacing: 12) {
      Image(systemName: "photo")
        .font(.title3)
        .foregroundStyle(.secondary)
        .accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: upload.stateText.localized)
          .font(.footnote)
          .foregroundStyle(.secondary)
        ProgressView(value: upload.progress)
          .accessibilityHidden(true)
      }
      .accessibilityElement(children: .combine)
      if upload.canResume {
        Button {
          Task { await model.resume(upload.id) }
        } label: {
          Image(systemName: "arrow.clockwise").touchTarget()
        }
        .accessibilityLabel("Go on")
        .accessibilityIdentifier("attachments.resume.\(upload.id)")
      }
      Button {
        Task { await model.cancel(upload.id) }
      } label: {
        Image(systemName: "xmark").touchTarget()
      }
      .accessibilityLabel("Give up")
      .accessibilityIdentifier("attachments.cancel.\(upload.id)")
    }
  }
}
