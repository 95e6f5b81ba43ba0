import AVFoundation
import Domain
import Foundation
import ShimHost
import SwiftUI
import Testing
import UIKit
import ViewModels

@testable import MessageAIApp

extension PlatformTests {
  @Suite("Files in a chat")
  @MainActor
  struct FilesTests {
    private func file(_ number: Int, _ kind: Domain.Attachment.Kind, _ name: String) -> Domain.Attachment {
      Domain.Attachment(
        id: PreviewSamples.id(number), kind: kind, name: name, type: "application/octet-stream", bytes: 120_000,
        width: kind == .image ? 400 : nil, height: kind == .image ? 300 : nil, duration: kind == .voice ? 10_000 : nil,
        preview: kind == .image ? "LEHV6nWB2yk8pyo0adR*.7kCMdnj" : nil, wave: kind == .voice ? "0459" : nil,
        alt: kind == .image ? "A lake" : nil)
    }

    private func view(
      _ files: [Domain.Attachment], uploads: [AttachmentID: UploadProgress] = [:]
    ) -> some View {
      PreviewContainer { _ in AttachmentsView(attachments: files, uploads: uploads) }
    }

    /// A composer without anything, what files come into it by, and the folder that their copies go
    /// to.
    private static func composer() -> (ComposerModel, FilePicker, folder: URL) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("picked-\(UUID().uuidString)")
      let samples = SampleMessages()
      let composer = ComposerModel(
        conversation: PreviewSamples.team, messages: samples, conversations: samples, presence: SamplePresence(),
        files: SampleFiles())
      return (composer, FilePicker(composer: composer, preparer: ImageCompressor(), folder: folder), folder)
    }

    @Test("images are named by what they show, open large, zoom, and can be handed on")
    func image() async throws {
      let image = file(301, .image, "lake.jpg")
      try await ViewHost.run(view([image, file(302, .image, "sea.jpg")])) { host in
        let tile = try await host.wait(id: "chat.image.\(image.id)")
        #expect(tile.label == "Photo: A lake")
        try host.tap(id: "chat.image.\(image.id)")
        _ = try await host.wait(id: "image.picture")
        try host.tap(id: "image.zoom")
        _ = try await host.wait(id: "image.share")
        try host.tap(id: "image.done")
        try await host.waitGone(id: "image.picture")
      }
    }

    @Test("a file says its name and size, is fetched with a tap, and can be handed on then")
    func document() async throws {
      let paper = file(303, .file, "plan.pdf")
      try await ViewHost.run(view([paper])) { host in
        _ = try await host.wait(id: "chat.download.\(paper.id)")
        #expect(host.shows("plan.pdf") && host.shows("120 kB"))
        try host.tap(id: "chat.download.\(paper.id)")
        _ = try await host.wait(id: "chat.share.\(paper.id)")
      }
    }

    @Test("a voice note plays, pauses, goes faster, and ends at its beginning")
    func voice() async throws {
      let note = file(304, .voice, "note.m4a")
      try await ViewHost.run(view([note])) { host in
        let button = try await host.wait(id: "chat.voice.\(note.id)")
        #expect(button.label == "Play" && host.shows("0:10"))
        try host.tap(id: "chat.voice.\(note.id)")
        await soon("it plays") { AVAudioPlayer.latest?.isPlaying == true }
        let player = try #require(AVAudioPlayer.latest)
        try host.tap(id: "chat.voiceRate.\(note.id)")
        await soon("it is faster") { player.rate == 1.5 }
        player.currentTime = 4
        try await host.wait(text: "0:04")
        player.stop()
        try await host.wait(text: "0:10")
        await soon("it can be played again") { host.find(id: "chat.voice.\(note.id)")?.label == "Play" }
      }
    }

    @Test("a voice note is recorded as AAC with how loud it was; one of no length, or thrown away, leaves no file")
    func recording() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("voice-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
      let url = folder.appendingPathComponent("voice.m4a")
      let recorder = VoiceRecorder()
      await recorder.start(url)
      #expect(recorder.isRecording)
      let microphone = try #require(AVAudioRecorder.latest)
      #expect(microphone.settings[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC)
      microphone.currentTime = 2
      let note = try #require(recorder.finish())
      #expect(note.milliseconds == 2_000 && note.levels.last == 0.5 && note.url == url)
      await recorder.start(url)
      #expect(recorder.finish() == nil)
      #expect(!FileManager.default.fileExists(atPath: url.path))
      AVAudioApplication.allowsRecording = false
      await recorder.start(url)
      #expect(recorder.problem != nil && !recorder.isRecording)
      AVAudioApplication.allowsRecording = true
    }

    @Test("a voice note is listened to before it is sent, not while another is recorded, and can be discarded")
    func listening() async throws {
      let (composer, picker, folder) = Self.composer()
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
      let recorder = VoiceRecorder()
      await recorder.start(try picker.place(name: "voice.m4a"))
      try #require(AVAudioRecorder.latest).currentTime = 7
      let note = try #require(recorder.finish())
      await picker.takeVoice(note.url, milliseconds: note.milliseconds, levels: note.levels)
      let file = try #require(composer.files.first)
      let view = ComposerFiles(composer: composer, picker: picker, recorder: recorder) {}
      try await ViewHost.run(view) { host in
        let button = try await host.wait(id: "chat.voice.\(file.id)")
        #expect(button.label == "Play" && button.value == "Voice message, 0:07" && host.shows("0:07"))
        try host.tap(id: "chat.voice.\(file.id)")
        await soon("it plays") { host.find(id: "chat.voice.\(file.id)")?.label == "Pause" }
        let player = try #require(AVAudioPlayer.latest)
        #expect(player.isPlaying)
        try host.tap(id: "chat.voice.\(file.id)")
        await soon("it is paused") { !player.isPlaying }
        try host.tap(id: "chat.voice.\(file.id)")
        await soon("it goes on") { player.isPlaying }
        await recorder.start(try picker.place(name: "voice.m4a"))
        await soon("nothing is heard while it would be recorded") { !player.isPlaying }
        #expect(host.find(id: "chat.voice.\(file.id)")?.isEnabled == false)
        recorder.discard()
        await soon("it can be heard again") { host.find(id: "chat.voice.\(file.id)")?.isEnabled == true }
        try host.tap(id: "chat.voice.\(file.id)")
        await soon("it plays again") { player.isPlaying }
        #expect(try host.node(id: "chat.removeFile.\(file.id)").label == "Discard recording")
        try host.tap(id: "chat.removeFile.\(file.id)")
        await soon("what is discarded is not heard any more") { !player.isPlaying }
        #expect(composer.files.isEmpty)
      }
    }

    private func chat(_ change: (SampleClipboard) -> Void = { _ in }) -> some View {
      let repositories = Repositories.samples()
      let container = AppContainer.sample(repositories)
      var services = container.services
      let clipboard = SampleClipboard()
      change(clipboard)
      services.clipboard = clipboard
      let session = Session(me: PreviewSamples.me, repositories: repositories, services: services)
      return NavigationStack { RouteView(route: .chat(PreviewSamples.team)) }
        .environment(container).environment(container.router).environment(session)
    }

    @Test("a photo is taken with the camera where there is one, and goes with the message")
    func camera() async throws {
      defer {
        AVCaptureDevice.allowsVideo = true
        UIImagePickerController.sources = [.photoLibrary, .camera]
      }
      try await ViewHost.run(chat()) { host in
        let add = try await host.wait(id: "chat.add")
        AVCaptureDevice.allowsVideo = false
        try host.tap(hidden: "Take a photo", of: add)
        try await host.wait(text: "MessageAI may not use the camera. Allow it in the settings.")
        try host.tap(label: "OK")
        AVCaptureDevice.allowsVideo = true
        try host.tap(hidden: "Take a photo", of: add)
        await soon("the camera opens") { UIImagePickerController.latest?.sourceType == .camera }
        try #require(UIImagePickerController.latest).tell(nil)
        await soon("it closes") { UIImagePickerController.latest == nil }
        #expect(host.find(id: "chat.file.1") == nil)
        try host.tap(hidden: "Take a photo", of: add)
        await soon("it opens again") { UIImagePickerController.latest != nil }
        try #require(UIImagePickerController.latest).tell(UIImage(data: Data("picture 800 400 0.1".utf8)))
        try await host.wait(id: "chat.file.1")
        #expect(host.shows("photo 1.jpg") && UIImagePickerController.latest == nil)
      }
      UIImagePickerController.sources = [.photoLibrary]
      try await ViewHost.run(chat()) { host in
        let add = try await host.wait(id: "chat.add")
        #expect(throws: NotOnScreen.self) { try host.tap(hidden: "Take a photo", of: add) }
      }
    }

    @Test("what was copied is pasted into the message: pictures and files, no links and no text")
    func pasting() async throws {
      defer { UIPasteboard.general.itemProviders = [] }
      UIPasteboard.general.itemProviders = [
        NSItemProvider(holding: [("public.url", Data("https://example.org".utf8)), ("public.png", Data("lake".utf8))]),
        NSItemProvider(holding: [("com.adobe.pdf", Data("%PDF".utf8))], suggestedName: "plan"),
        NSItemProvider(holding: [("public.utf8-plain-text", Data("a word".utf8)), ("public.png", Data("b".utf8))]),
        NSItemProvider(holding: [("public.file-url", Data("file:///a".utf8))], suggestedName: "a"),
      ]
      let items = Pasteboard().items()
      let nothing = chat()
      try await ViewHost.run(nothing) { host in
        let add = try await host.wait(id: "chat.add")
        try host.tap(hidden: "Paste a picture or file", of: add)
        try await host.wait(text: "There is no picture or file to paste.")
      }
      try await ViewHost.run(chat { $0.copied = items }) { host in
        let add = try await host.wait(id: "chat.add")
        try host.tap(hidden: "Paste a picture or file", of: add)
        try await host.wait(text: "plan.pdf")
        #expect(host.shows("photo 1.jpg") && host.shows("4 B") && host.find(id: "chat.file.3") == nil)
      }
    }

    @Test("picked photos are made smaller and shown with what they are; moving ones and files stay as they are")
    func picking() async throws {
      let (composer, picker, folder) = Self.composer()
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
      await picker.takePhotos([{ Data("picture 8000 4000 0.1".utf8) }, { Data("GIF89a".utf8) }])
      #expect(composer.files.map(\.file.name) == ["photo 1.jpg", "photo 2.gif"])
      #expect(composer.files.first?.file.width == 4_096)
      let source = try picker.place(name: "plan.pdf")
      try Data("plan".utf8).write(to: source)
      await picker.takeFiles([source])
      #expect(composer.files.last?.file.name == "plan.pdf" && composer.files.last?.bytes == 4)
      await picker.takePhotos([{ nil }])
      #expect(composer.problem?.sentence == "The photo could not be read.")
      let view = ComposerFiles(composer: composer, picker: picker, recorder: VoiceRecorder()) {}
      try await ViewHost.run(view) { host in
        let first = try #require(composer.files.first)
        try await host.wait(id: "chat.alt.\(first.id)")
        try host.type("A lake", id: "chat.alt.\(first.id)")
        await soon("it is described") { composer.files.first?.file.alt == "A lake" }
        try host.tap(id: "chat.removeFile.\(first.id)")
        try await host.waitGone(id: "chat.removeFile.\(first.id)")
        #expect(composer.files.count == 2)
      }
    }
  }
}

extension UIImagePickerController {
  /// The person takes a photo, or none.
  fileprivate func tell(_ photo: UIImage?) {
    guard let photo else { return delegate?.imagePickerControllerDidCancel(self) ?? () }
    delegate?.imagePickerController(self, didFinishPickingMediaWithInfo: [.originalImage: photo])
  }
}
