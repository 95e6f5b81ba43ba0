import Domain
import Foundation
import PhotosUI
import SwiftUI
import ViewModels

/// The line at the foot of a chat: what is answered or edited, photos, text, and sending.
struct ComposerView: View {
  @FocusState private var isFocused: Bool
  @State private var picked: [PhotosPickerItem] = []
  let model: ChatViewModel
  let attachments: AttachmentPickerModel

  private var composer: ComposerModel { model.composer }

  var body: some View {
    VStack(spacing: 0) {
      Divider()
      if let item = composer.mode.item { ComposerContext(item: item, composer: composer) }
      HStack(alignment: .bottom, spacing: 10) {
        photos
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
    .onChange(of: picked) { Task { await take() } }
  }

  private var text: Binding<String> {
    Binding {
      composer.text
    } set: { text in
      composer.setText(text)
    }
  }

  @ViewBuilder private var photos: some View {
    if attachments.refusal != nil {
      Button {
        attachments.explain()
      } label: {
        Image(systemName: "photo").font(.title3).touchTarget()
      }
      .accessibilityLabel("Why photos cannot be sent here")
      .accessibilityIdentifier("chat.photosNotOffered")
    } else {
      PhotosPicker(selection: $picked, maxSelectionCount: attachments.maximumCount, matching: .images) {
        Image(systemName: "photo.on.rectangle.angled").font(.title3)
      }
      .disabled(attachments.isPreparing)
      .padding(.bottom, 6)
      .accessibilityLabel("Add photos")
      .accessibilityIdentifier("chat.photos")
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

  private func take() async {
    guard !picked.isEmpty else { return }
    let items = picked
    picked = []
    await attachments.pick(items.map { loader($0) })
  }

  private func loader(_ item: PhotosPickerItem) -> @Sendable () async throws -> Data? {
    // Not every SDK says that an item is `Sendable`. It is a value, and only asked for its data.
    nonisolated(unsafe) let item = item
    return { try await item.loadTransferable(type: Data.self) }
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
        Text(verbatim: item.text)
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
