import Domain
import Foundation
import Observation

/// One file of a message on its way to the screen.
@MainActor @Observable
public final class FileModel {
  public enum State: Hashable, Sendable {
    case idle
    case loading
    case loaded(URL)
    case failed(Problem)
  }

  public private(set) var state: State = .idle
  public let attachment: Attachment
  @ObservationIgnored private let form: AttachmentForm
  @ObservationIgnored private let files: any FileRepository

  public init(_ attachment: Attachment, form: AttachmentForm, files: any FileRepository) {
    self.attachment = attachment
    self.form = form
    self.files = files
  }

  public var url: URL? {
    if case .loaded(let url) = state { url } else { nil }
  }

  public var problem: Problem? {
    if case .failed(let problem) = state { problem } else { nil }
  }

  /// Fetches it unless it is here or on its way; what has failed is tried again.
  public func load() async {
    switch state {
    case .loading: return
    case .loaded(let url) where FileManager.default.fileExists(atPath: url.path): return
    case .idle, .failed, .loaded: break
    }
    state = .loading
    do {
      state = .loaded(try await files.file(attachment, form: form))
    } catch {
      state = Problem(error).map { .failed($0) } ?? .idle
    }
  }
}

extension Attachment {
  /// Width by height, within what fits a chat; `nil` while it is not known.
  public var aspectRatio: Double? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return min(max(Double(width) / Double(height), 0.5), 2)
  }
}
