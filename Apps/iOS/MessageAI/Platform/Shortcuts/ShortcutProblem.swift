import AppIntents
import Domain
import Foundation
import ViewModels

/// Why a shortcut did not do its work, as it is said.
enum ShortcutProblem: Error, Hashable, CustomLocalizedStringResourceConvertible {
  case signedOut
  case gone
  /// The sentence that says it.
  case refused(String)

  init(_ error: any Error) {
    self = (error as? ShortcutProblem) ?? .refused(Problem(error)?.sentence.localized ?? "")
  }

  var localizedStringResource: LocalizedStringResource {
    switch self {
    case .signedOut: "Open MessageAI and sign in first."
    case .gone: "The conversation is no longer there."
    case .refused(let sentence): "\(sentence)"
    }
  }
}
