import Domain
import SwiftUI
import ViewModels

/// The line at the foot of a chat: what is answered or edited, files, text, and sending.
struct ComposerView: View {
  @FocusState private var isFocused: Bool
  @State private var recorder = VoiceRecorder()
  let model: ChatViewModel
  let picker: FilePicker

  private var composer: ComposerModel { model.composer }

  var body: some View {
    VStack(spacing: 0) {
      Divider()
      if let item = composer.mode.item { ComposerContext(item: item, composer: composer) }
      ComposerFiles(composer: composer, picker: picker, recorder: recorder) { finishRecording() }
      HStack(alignment: .bottom, spacing: 10) {
        ComposerAdd(composer: composer, picker: picker, recorder: recorder)
        TextField("Message", text: text, axis: .vertical)
          .lineLimit(1...6)
          .focused($isFocused)
          .padding(.horizontal, 14)
          .padding(.vertical, 8)
          .background(.fill.tertiary, in: RoundedRectangle(cornerRadius: 20, style: .continuous))
          .accessibilityIdentifier("chat.text")
        send
      }
      .padding(.horizontal, 12)
      .padding(.vertical, 8)
      if let remaining = composer.remaining {
        Text(remaining >= 0 ? "\(remaining) characters left" : "\(-remaining) characters too many")
          .font(.caption)
          .monospacedDigit()
          .foregroundStyle(remaining >= 0 ? Color.secondary : Color.red)
          .padding(.bottom, 8)
          .accessibilityIdentifier("chat.remaining")
      }
    }
    .background(.bar)
    .onChange(of: composer.mode) {
      if composer.mode.item != nil { isFocused = true }
    }
    .problemAlert(recorder.problem) { recorder.dismissProblem() }
    .onDisappear { recorder.discard() }
  }

  private var text: Binding<String> {
    Binding {
      composer.text
    } set: { text in
      composer.setText(text)
    }
  }

  private var send: some View {
    Button {
      Task { await model.send() }
    } label: {
      Image(systemName: composer.mode.isEdit ? "checkmark.circle.fill" : "arrow.up.circle.fill")
        .font(.title)
        .touchTarget()
    }
    .disabled(!composer.canSend)
    .keyboardShortcut(.return, modifiers: .command)
    .accessibilityLabel(composer.mode.isEdit ? "Save" : "Send")
    .accessibilityIdentifier("chat.send")
  }

  private func finishRecording() {
    guard let note = recorder.finish() else { return }
    Task { await picker.takeVoice(note.url, milliseconds: note.milliseconds, levels: note.levels) }
  }
}

/// The message that is answered or edited, above the text.
private struct ComposerContext: View {
  let item: TimelineItem
  let composer: ComposerModel

  var body: some View {
    HStack(spacing: 10) {
      Image(systemName: composer.mode.isEdit ? "pencil" : "arrowshape.turn.up.left.fill")
        .foregroundStyle(.tint)
        .accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 1) {
        Group {
          if composer.mode.isEdit {
            Text("Edit message")
          } else {
            Text("Reply to \(item.senderName)")
          }
        }
        .font(.caption.weight(.semibold))
        Text(verbatim: composer.contextText.localized)
          .font(.caption)
          .foregroundStyle(.secondary)
          .lineLimit(1)
      }
      .accessibilityElement(children: .combine)
      .accessibilityIdentifier("chat.context")
      Spacer(minLength: 8)
      Button {
        composer.cancelMode()
      } label: {
        Image(systemName: "xmark.circle.fill")
          .font(.title3)
          .foregroundStyle(.secondary)
          .touchTarget()
      }
      .accessibilityLabel("Cancel")
      .accessibilityIdentifier("chat.cancel")
    }
    .padding(.horizontal, 16)
    .padding(.top, 8)
  }
}
