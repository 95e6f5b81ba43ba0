import Domain
import SwiftUI
import UIKit
import ViewModels

/// What goes with the next message, above the text. Nothing while there is nothing.
struct ComposerFiles: View {
  let composer: ComposerModel
  let picker: FilePicker
  let recorder: VoiceRecorder
  /// Ends the recording and adds it.
  let finishRecording: @MainActor () -> Void

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if picker.isPreparing {
        HStack(spacing: 8) {
          ProgressView()
          Text("Making files ready …")
            .font(.footnote)
            .foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("chat.preparing")
      }
      if recorder.isRecording { recording }
      ForEach(composer.files) { ComposerFileRow(file: $0, composer: composer, isRecording: recorder.isRecording) }
    }
    .padding(.horizontal, 16)
    .padding(.top, isEmpty ? 0 : 8)
  }

  private var isEmpty: Bool { !picker.isPreparing && !recorder.isRecording && composer.files.isEmpty }

  private var recording: some View {
    HStack(spacing: 12) {
      Image(systemName: "waveform")
        .foregroundStyle(Color.red)
        .accessibilityHidden(true)
      Text("Recording \(AttachmentText.duration(milliseconds: Int64(recorder.seconds * 1_000)))")
        .font(.footnote)
        .monospacedDigit()
        .accessibilityIdentifier("chat.recording")
      Spacer()
      Button {
        recorder.discard()
      } label: {
        Image(systemName: "trash").touchTarget()
      }
      .accessibilityLabel("Discard recording")
      .accessibilityIdentifier("chat.recordDiscard")
      Button {
        finishRecording()
      } label: {
        Image(systemName: "stop.circle.fill").touchTarget()
      }
      .accessibilityLabel("Stop recording")
      .accessibilityIdentifier("chat.recordStop")
    }
  }
}

/// One file that goes with the next message: what it is, what an image shows, and away with it.
private struct ComposerFileRow: View {
  let file: ComposerFile
  let composer: ComposerModel
  /// A voice note that is played would be recorded.
  let isRecording: Bool

  var body: some View {
    HStack(spacing: 10) {
      if let playback = file.playback {
        VoiceControls(
          id: "\(file.id)", start: playback, wave: file.file.wave, spokenText: file.spokenText, isSilent: isRecording
        ) { file.file.source }
      } else {
        thumbnail
          .accessibilityHidden(true)
        text
      }
      Spacer(minLength: 8)
      Button {
        composer.remove(file.id)
      } label: {
        Image(systemName: "xmark.circle.fill")
          .foregroundStyle(.secondary)
          .touchTarget()
      }
      .accessibilityLabel(
        file.file.kind == .voice ? Text("Discard recording") : Text("Remove \(file.file.name)")
      )
      .accessibilityIdentifier("chat.removeFile.\(file.id)")
    }
  }

  private var text: some View {
    VStack(alignment: .leading, spacing: 2) {
      Text(verbatim: file.file.name)
        .font(.footnote)
        .lineLimit(1)
        .accessibilityIdentifier("chat.file.\(file.id)")
      if file.file.kind == .image {
        TextField("What does it show?", text: alt)
          .font(.footnote)
          .accessibilityIdentifier("chat.alt.\(file.id)")
      } else {
        Text(verbatim: AttachmentText.size(file.bytes))
          .font(.caption)
          .foregroundStyle(.secondary)
      }
    }
  }

  @ViewBuilder private var thumbnail: some View {
    if file.file.kind == .image, let image = UIImage(contentsOfFile: file.file.source.path) {
      Image(uiImage: image)
        .resizable()
        .scaledToFill()
        .frame(width: 44, height: 44)
        .clipShape(RoundedRectangle(cornerRadius: 8, style: .continuous))
    } else {
      Image(systemName: file.file.kind == .image ? "photo" : "doc")
        .font(.title3)
        .foregroundStyle(.secondary)
        .frame(width: 44, height: 44)
    }
  }

  private var alt: Binding<String> {
    Binding {
      file.file.alt ?? ""
    } set: { text in
      composer.describe(file.id, text)
    }
  }
}
