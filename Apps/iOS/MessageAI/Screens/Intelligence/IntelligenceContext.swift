import Domain
import ViewModels

/// What every view of the AI needs: names, times, and the way to a message.
@MainActor
struct IntelligenceContext {
  let directory: DirectoryModel
  let texts: TimeTexts
  let open: @MainActor (MessageLink) -> Void

  init(directory: DirectoryModel, texts: TimeTexts, open: @escaping @MainActor (MessageLink) -> Void) {
    self.directory = directory
    self.texts = texts
    self.open = open
  }

  init(_ session: Session, _ router: Router) {
    self.init(directory: session.directory(), texts: session.services.texts) { router.open($0) }
  }

  var insightTexts: InsightTexts { InsightTexts(directory: directory, texts: texts) }

  /// `Ada, Yesterday, 14:05`.
  func source(_ citation: Citation) -> Phrase {
    "\(directory.shownName(of: citation.sender)), \(texts.moment(citation.createdAt))"
  }
}
