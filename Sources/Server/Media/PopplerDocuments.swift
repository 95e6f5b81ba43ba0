import Foundation
import ServerCore

/// Reads PDF files with poppler's `pdftotext`, which runs as a child with bounds on memory, time
/// and what it prints: a hostile file costs one child.
package struct PopplerDocuments: DocumentReader {
  private static let command = "pdftotext"
  /// Pages from the beginning that are read.
  private static let pages = 500

  private let children: ChildRunner

  /// `atOnce` documents are read at the same time.
  package init(atOnce: Int, isIdle: Bool = true) {
    children = ChildRunner(

      atOnce: atOnce,
      bounds: ChildRunner.Bounds(seconds: 5, patience: 60, isIdle: isIdle, printed: FileText.maximumBytes + 4))
  }

  /// Whether poppler's command is on this machine.
  package static var isInstalled: Bool { ChildRunner.missing([command]).isEmpty }

  package func text(of path: String, type: ContentType) async -> String? {
    guard type == .pdf else { return nil }
    let outcome = await children.run([
      Self.command, "-q", "-enc", "UTF-8", "-nopgbrk", "-l", String(Self.pages), path, "-",
    ])
    guard case .finished(let printed) = outcome else { return nil }
    return FileText.read(Array(printed))
  }
}
