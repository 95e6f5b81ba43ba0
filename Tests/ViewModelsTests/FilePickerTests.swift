import Domain
import Foundation
import Synchronization
import Testing
import ViewModels

@Suite("What is taken, pasted and recorded for a message", .timeLimit(.minutes(5)))
@MainActor
struct FilePickerTests {
  private let folder = PassingFolder()

  private func picker() throws -> (composer: ComposerModel, picker: FilePicker) {
    let device = try DeviceFixture()
    let composer = device.chat().composer
    return (composer, FilePicker(composer: composer, preparer: CleaningPreparer(), folder: folder.url))
  }

  @Test("a voice note can be listened to before it is sent, with its length; other files cannot")
  func listening() async throws {
    let (composer, picker) = try picker()
    let sound = try picker.place(name: "voice.m4a")
    try Data("sound".utf8).write(to: sound)
    await picker.takeVoice(sound, milliseconds: 7_200, levels: [0, 1])
    await picker.takePhotos([{ Data("lake".utf8) }])
    #expect(composer.files.map(\.playback?.timeText) == ["0:07", nil])
  }

  @Test("the camera opens once it is allowed; its photo goes the way of every photo, and without one nothing comes")
  func camera() async throws {
    let (composer, picker) = try picker()
    await picker.openCamera { false }
    #expect(!picker.isCameraOpen)
    #expect(composer.problem?.sentence == "MessageAI may not use the camera. Allow it in the settings.")
    composer.dismissProblem()
    await picker.openCamera { true }
    #expect(picker.isCameraOpen && composer.problem == nil)
    await picker.closeCamera()
    #expect(!picker.isCameraOpen && composer.files.isEmpty && composer.problem == nil)
    await picker.openCamera { true }
    await picker.closeCamera { Data("lake".utf8) }
    #expect(!picker.isCameraOpen)
    #expect(composer.files.map(\.file.name) == ["photo 1.jpg"] && composer.files.map(\.file.kind) == [.image])
    #expect(try composer.files.map { try contents($0) } == ["clean lake"])
    await picker.openCamera { true }
    await picker.closeCamera { nil }
    #expect(composer.problem?.sentence == "The photo could not be read.")
  }

  @Test("without room for another file the camera stays closed, and nobody is asked")
  func full() async throws {
    let (composer, picker) = try picker()
    for _ in 0..<AttachmentRules.maximumCount { await picker.takePhotos([{ Data("lake".utf8) }]) }
    #expect(composer.freeFiles == 0)
    await picker.openCamera {
      Issue.record("nobody is asked")
      return true
    }
    #expect(!picker.isCameraOpen)
  }

  @Test("a copied picture goes the way of every photo, a copied file stays as it is, under its name")
  func paste() async throws {
    let (composer, picker) = try picker()
    await picker.paste([
      item(nil, ["public.png": .image]), item("Plan", ["com.adobe.pdf": .file], ending: "pdf"),
      item("notes.TXT", ["public.plain-text": .text], ending: "txt"),
    ])
    #expect(composer.problem == nil)
    #expect(composer.files.map(\.file.name) == ["photo 1.jpg", "Plan.pdf", "notes.TXT"])
    #expect(composer.files.map(\.file.kind) == [.image, .file, .file])
    #expect(try composer.files.map { try contents($0) } == ["clean public.png", "com.adobe.pdf", "public.plain-text"])
    let kept = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(!kept.contains { $0.hasSuffix("pasted") }, "the picture as it was copied does not stay")
  }

  @Test("text is not taken, also when it comes with a picture of itself; nothing to take is told of")
  func pasteText() async throws {
    let (composer, picker) = try picker()
    for items in [[], [item(nil, ["public.png": .image, "public.html": .text])], [item("", [:])], [item("a", [:])]] {
      await picker.paste(items)
      #expect(composer.problem?.sentence == "There is no picture or file to paste.")
      composer.dismissProblem()
    }
    #expect(composer.files.isEmpty)
  }

  @Test("what cannot be read is told of, and what came before it stays; no more is taken than there is room for")
  func pasteBounds() async throws {
    let (composer, picker) = try picker()
    let gone = ClipboardItem(name: "gone", forms: [ClipboardItem.Form(type: "public.data", kind: .file)]) { _, _ in
      throw CocoaError(.fileReadUnknown)
    }
    await picker.paste([item("a", ["public.data": .file]), gone, item("b", ["public.data": .file])])
    #expect(composer.problem?.sentence == "The file cannot be read.")
    #expect(composer.files.map(\.file.name) == ["a"])
    composer.dismissProblem()
    await picker.paste((0..<20).map { item("c \($0)", ["public.data": .file]) })
    #expect(composer.files.count == AttachmentRules.maximumCount && composer.problem == nil)
  }

  /// Holds the name of its form.
  private func item(
    _ name: String?, _ types: KeyValuePairs<String, ClipboardItem.Form.Kind>, ending: String? = nil
  ) -> ClipboardItem {
    let forms = types.map { ClipboardItem.Form(type: $0.key, kind: $0.value, ending: ending) }
    return ClipboardItem(name: name, forms: forms) { form, place in try Data(form.type.utf8).write(to: place) }
  }

  private func contents(_ file: ComposerFile) throws -> String {
    String(decoding: try Data(contentsOf: file.file.source), as: UTF8.self)
  }
}

/// Says that it has cleaned a picture.
private struct CleaningPreparer: ImagePreparer {
  func prepare(_ original: Data) async throws -> PreparedImage {
    PreparedImage(data: Data("clean ".utf8) + original, format: .jpeg, width: 4, height: 3)
  }

  func prepare(_ original: Data, crop: SquareCrop, side: Int) async throws -> PreparedImage {
    try await prepare(original)
  }
}
