import Domain
import Foundation
import PhotosUI
import SwiftUI
import UIKit
import UniformTypeIdentifiers
import ViewModels

/// The ways to add something to the next message: photos, the camera, files, a voice note,
/// what was copied.
struct ComposerAdd: View {
  @Environment(Session.self) private var session
  @State private var picked: [PhotosPickerItem] = []
  @State private var choosesFile = false
  let composer: ComposerModel
  let picker: FilePicker
  let recorder: VoiceRecorder

  /// Of the camera's photo, which is made smaller afterwards.
  private nonisolated static let quality: CGFloat = 0.95

  var body: some View {
    HStack(spacing: 0) {
      PhotosPicker(selection: $picked, maxSelectionCount: max(1, composer.freeFiles), matching: .images) {
        Image(systemName: "photo.on.rectangle.angled").font(.title3).touchTarget()
      }
      .disabled(isBusy)
      .accessibilityLabel("Add photos")
      .accessibilityIdentifier("chat.photos")
      Menu {
        if Camera.isThere {
          Button {
            Task { await picker.openCamera { await Camera.isAllowed() } }
          } label: {
            Label("Take a photo", systemImage: "camera")
          }
          .accessibilityIdentifier("chat.camera")
        }
        Button {
          choosesFile = true
        } label: {
          Label("Add files", systemImage: "doc")
        }
        .accessibilityIdentifier("chat.files")
        Button {
          Task { await record() }
        } label: {
          Label("Record a voice message", systemImage: "mic")
        }
        .accessibilityIdentifier("chat.record")
        Button {
          Task { await picker.paste(session.services.clipboard.items()) }
        } label: {
          Label("Paste a picture or file", systemImage: "doc.on.clipboard")
        }
        .accessibilityIdentifier("chat.paste")
      } label: {
        Image(systemName: "plus.circle").font(.title3).touchTarget()
      }
      .disabled(isBusy)
      .accessibilityLabel("Add to the message")
      .accessibilityIdentifier("chat.add")
    }
    .onChange(of: picked) { Task { await take() } }
    .fullScreenCover(isPresented: isCameraOpen) {
      CameraView { take($0) }.ignoresSafeArea()
    }
    .fileImporter(isPresented: $choosesFile, allowedContentTypes: [.item], allowsMultipleSelection: true) { result in
      Task { await take(result) }
    }
  }

  private var isBusy: Bool {
    picker.isPreparing || recorder.isRecording || composer.mode.isEdit || composer.freeFiles == 0
  }

  private var isCameraOpen: Binding<Bool> {
    Binding {
      picker.isCameraOpen
    } set: { isOpen in
      if !isOpen { take(nil) }
    }
  }

  private func take(_ photo: UIImage?) {
    Task {
      guard let photo else { return await picker.closeCamera() }
      await picker.closeCamera { photo.jpegData(compressionQuality: Self.quality) }
    }
  }

  private func take() async {
    guard !picked.isEmpty else { return }
    let items = picked
    picked = []
    await picker.takePhotos(items.map { loader($0) })
  }

  private func loader(_ item: PhotosPickerItem) -> @Sendable () async throws -> Data? {
    // Not every SDK says that an item is `Sendable`. It is a value, and only asked for its data.
    nonisolated(unsafe) let item = item
    return { try await item.loadTransferable(type: Data.self) }
  }

  private func take(_ result: Result<[URL], any Error>) async {
    switch result {
    case .success(let urls):
      let opened = urls.filter { $0.startAccessingSecurityScopedResource() }
      await picker.takeFiles(urls)
      for url in opened { url.stopAccessingSecurityScopedResource() }
    case .failure(let error): composer.refuse(error)
    }
  }

  private func record() async {
    do {
      await recorder.start(try picker.place(name: "voice.m4a"))
    } catch {
      composer.refuse(error)
    }
  }
}
