import Domain
import Foundation
import UIKit
import UniformTypeIdentifiers
import ViewModels

/// The system's clipboard.
struct Pasteboard: Clipboard {
  func copy(_ text: String) {
    UIPasteboard.general.string = text
  }

  func items() -> [ClipboardItem] { UIPasteboard.general.itemProviders.map(Self.item) }

  private static func item(_ provider: NSItemProvider) -> ClipboardItem {
    let forms = provider.registeredTypeIdentifiers.compactMap(form)
    // Not every SDK says that a provider is `Sendable`. It may be asked from any thread.
    nonisolated(unsafe) let provider = provider
    return ClipboardItem(name: provider.suggestedName, forms: forms) { form, place in
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        _ = provider.loadFileRepresentation(forTypeIdentifier: form.type) { url, error in
          done.resume(
            with: Result {
              guard let url else { throw error ?? Refusal(.invalid, String(localized: "The file cannot be read.")) }
              // It goes when this returns.
              try FileManager.default.copyItem(at: url, to: place)
            })
        }
      }
    }
  }

  /// `nil` for what is no file: links, and what only other apps understand.
  private static func form(_ identifier: String) -> ClipboardItem.Form? {
    guard let type = UTType(identifier), type.conforms(to: .data), !type.conforms(to: .url) else { return nil }
    let kind: ClipboardItem.Form.Kind =
      if type.conforms(to: .image) { .image } else if type.conforms(to: .text) { .text } else { .file }
    return ClipboardItem.Form(type: identifier, kind: kind, ending: type.preferredFilenameExtension)
  }
}
