import UIKit

/// The system's clipboard.
struct Pasteboard: Clipboard {
  func copy(_ text: String) {
    UIPasteboard.general.string = text
  }
}
