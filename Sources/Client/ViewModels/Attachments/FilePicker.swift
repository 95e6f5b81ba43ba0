import Domain
import Foundation
import Observation

/// Makes what is picked, pasted or recorded ready for the composer: photos smaller and without what
/// a camera writes into them, everything as a file of its own until it is sent.
@MainActor @Observable
public final class FilePicker {
  public private(set) var isPreparing = false
  /// Whether the camera is on the screen.
  public private(set) var isCameraOpen = false
  @ObservationIgnored private let composer: ComposerModel
  @ObservationIgnored private let preparer: any ImagePreparer
  @ObservationIgnored private let folder: URL

  /// `folder` is made when needed; what lies in it may be removed at any start of the app.
  public init(composer: ComposerModel, preparer: any ImagePreparer, folder: URL) {
    self.composer = composer
    self.preparer = preparer
    self.folder = folder
  }

  /// Takes photos in their order, until one is refused. Each element loads one photo's bytes; `nil`
  /// bytes are a photo that its library could not give.
  public func takePhotos(_ photos: [@Sendable () async throws -> Data?]) async {
    await prepare {
      for (number, load) in photos.prefix(composer.freeFiles).enumerated() {
        guard let original = try await load() else { throw Refusal(.invalid, "The photo could not be read.") }
        await composer.add([try await photo(original, number + 1)])
        if composer.problem != nil { return }
      }
    }
  }

  /// Opens the camera, if the person allows it.
  public func openCamera(_ isAllowed: () async -> Bool) async {
    guard !isPreparing, !isCameraOpen, composer.freeFiles > 0 else { return }
    guard await isAllowed() else {
      return composer.refuse(Refusal(.forbidden, "MessageAI may not use the camera. Allow it in the settings."))
    }
    isCameraOpen = true
  }

  /// Closes the camera and takes its photo, which is `nil` where none was taken.
  public func closeCamera(_ photo: (@Sendable () async throws -> Data?)? = nil) async {
    isCameraOpen = false
    if let photo { await takePhotos([photo]) }
  }

  /// Takes copies of files, in their order. The originals may go when this returns.
  public func takeFiles(_ urls: [URL]) async {
    await prepare {
      for url in urls.prefix(composer.freeFiles) {
        let copy = try place(name: url.lastPathComponent)
        do {
          try FileManager.default.copyItem(at: url, to: copy)
        } catch {
          throw Refusal(.invalid, "The file cannot be read.")
        }
        let name = url.lastPathComponent
        await composer.add([OutgoingFile(source: copy, name: name, kind: OutgoingFile.kind(named: name))])
        if composer.problem != nil { return }
      }
    }
  }

  /// Takes what was copied, in its order: pictures as photos, files as they are.
  public func paste(_ items: [ClipboardItem]) async {
    await prepare {
      let pasted = items.compactMap { item in item.use.map { (item: item, use: $0) } }
      guard !pasted.isEmpty else { throw Refusal(.invalid, "There is no picture or file to paste.") }
      for (number, paste) in pasted.prefix(composer.freeFiles).enumerated() {
        await composer.add([try await file(paste.item, paste.use, number + 1)])
        if composer.problem != nil { return }
      }
    }
  }

  /// Takes a voice note that was recorded to a file.
  public func takeVoice(_ url: URL, milliseconds: Int64, levels: [Double]) async {
    await composer.add([
      OutgoingFile(
        source: url, name: url.lastPathComponent, kind: .voice, duration: milliseconds,
        wave: VoicePlayback.wave(levels))
    ])
  }

  /// A place for a file that is made here.
  public func place(name: String) throws -> URL {
    let own = folder.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    return own.appendingPathComponent(try AttachmentRules.name(name))
  }

  private func file(_ item: ClipboardItem, _ use: ClipboardItem.Use, _ number: Int) async throws -> OutgoingFile {
    switch use {
    case .photo(let form):
      let original = try place(name: "pasted")
      try await write(item, form, to: original)
      let data = try Data(contentsOf: original)
      try FileManager.default.removeItem(at: original)
      return try await photo(data, number)
    case .file(let form, let name):
      let copy = try place(name: name)
      try await write(item, form, to: copy)
      return OutgoingFile(source: copy, name: copy.lastPathComponent, kind: OutgoingFile.kind(named: name))
    }
  }

  private func write(_ item: ClipboardItem, _ form: ClipboardItem.Form, to place: URL) async throws {
    do {
      try await item.write(form, place)
    } catch {
      throw Refusal(.invalid, "The file cannot be read.")
    }
  }

  /// How a GIF begins.
  private static let movingPicture: [UInt8] = [0x47, 0x49, 0x46, 0x38]

  /// A moving picture stays as it is: drawn anew it would stand still.
  private func photo(_ original: Data, _ number: Int) async throws -> OutgoingFile {
    if original.starts(with: Self.movingPicture) {
      let url = try place(name: "photo \(number).gif")
      try original.write(to: url)
      return OutgoingFile(source: url, name: url.lastPathComponent, kind: .image)
    }
    let image = try await preparer.prepare(original)
    let url = try place(name: "photo \(number).\(image.format == .heic ? "heic" : "jpg")")
    try image.data.write(to: url)
    return OutgoingFile(
      source: url, name: url.lastPathComponent, kind: .image, width: Int64(image.width), height: Int64(image.height))
  }

  private func prepare(_ body: () async throws -> Void) async {
    guard !isPreparing else { return }
    isPreparing = true
    defer { isPreparing = false }
    do {
      try await body()
    } catch {
      composer.refuse(error)
    }
  }
}
