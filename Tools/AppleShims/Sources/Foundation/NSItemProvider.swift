import Foundation

/// What somebody has copied: here it holds what a test put into it. Not every SDK says that it is
/// `Sendable`.
open class NSItemProvider: NSObject {
  private let contents: [(type: String, data: Data)]
  open var suggestedName: String?
  open var registeredTypeIdentifiers: [String] { contents.map(\.type) }

  /// For tests.
  public init(holding contents: [(type: String, data: Data)], suggestedName: String? = nil) {
    self.contents = contents
    self.suggestedName = suggestedName
  }

  /// The file goes when the handler returns.
  @discardableResult
  open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    let data = contents.first { $0.type == typeIdentifier }?.data
    DispatchQueue.global().async {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      do {
        guard let data else { throw CocoaError(.fileReadUnknown) }
        try data.write(to: url)
        completionHandler(url, nil)
        try FileManager.default.removeItem(at: url)
      } catch {
        completionHandler(nil, error)
      }
    }
    return Progress(totalUnitCount: 1)
  }
}
