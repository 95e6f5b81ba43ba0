import Domain
import Foundation

/// A file that goes with the next message.
public struct ComposerFile: Hashable, Sendable, Identifiable {
  public let id: Int
  public internal(set) var file: OutgoingFile
  public let bytes: Int64

  /// Of a voice note, which is listened to before it is sent; `nil` of anything else.
  public var playback: VoicePlayback? {
    file.kind == .voice ? VoicePlayback(duration: Double(file.duration ?? 0) / 1_000) : nil
  }

  /// For those who do not see it.
  public var spokenText: Phrase {
    switch file.kind {
    case .image: file.alt.map { "Photo: \($0)" } ?? "Photo"
    case .voice: "Voice message, \(AttachmentText.duration(milliseconds: file.duration ?? 0))"
    case .file: "File \(file.name), \(AttachmentText.size(bytes))"
    }
  }
}

extension ComposerModel {
  /// What is answered or edited, in one line.
  public var contextText: Phrase { mode.item?.line ?? "" }

  /// Files that still fit.
  public var freeFiles: Int { max(0, maximumFiles - files.count) }

  /// Adds as many as fit and may be sent; the first that may not is told of.
  public func add(_ new: [OutgoingFile]) async {
    problem = nil
    await askLimits()
    for file in new {
      do {
        try add(file)
      } catch {
        problem = Problem(error)
        return
      }
    }
  }

  /// What could not be made ready to be sent is told of.
  public func refuse(_ error: any Error) {
    problem = Problem(error)
  }

  public func remove(_ file: ComposerFile.ID) {
    files.removeAll { $0.id == file }
  }

  /// Says what an image shows, for those who do not see it.
  public func describe(_ file: ComposerFile.ID, _ alt: String) {
    guard let index = files.firstIndex(where: { $0.id == file }) else { return }
    files[index].file.alt = alt.isEmpty ? nil : TextLength.cut(alt, to: Attachment.mostAlt)
  }

  private var maximumFiles: Int {
    min(limits?.perMessage ?? AttachmentRules.maximumCount, AttachmentRules.maximumCount)
  }

  private func add(_ file: OutgoingFile) throws {
    guard files.count < maximumFiles else { throw Refusal(.invalid, "There is no room for more files in a message.") }
    let bytes = try Self.bytes(of: file.source)
    if let limits, bytes > limits.bytes {
      throw Refusal(.tooLarge, "The file is too large for this server.")
    }
    if let limits, bytes > limits.room { throw Refusal(.forbidden, "There is no room for the file on the server.") }
    lastFile += 1
    files.append(ComposerFile(id: lastFile, file: file, bytes: bytes))
  }

  private static func bytes(of url: URL) throws -> Int64 {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber else {
        throw Refusal(.invalid, "The file cannot be read.")
      }
      return size.int64Value
    } catch is CocoaError {
      throw Refusal(.invalid, "The file cannot be read.")
    }
  }

  /// Without network nothing is known: the server decides when the file comes.
  private func askLimits() async {
    guard limits == nil, let repository else { return }
    do {
      limits = try await repository.limits()
    } catch {
      limits = nil
    }
  }
}
