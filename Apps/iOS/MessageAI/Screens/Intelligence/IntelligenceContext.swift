import Domain
import ViewModels

/// What every view of the AI needs: names, times, and the way to a message.
@MainActor
struct IntelligenceContext {
  let directory: DirectoryModel
  let texts: TimeTexts
  let opinions: OpinionModel
  let open: @MainActor (MessageLink) -> Void

  init(_ session: Session, _ router: Router) {
    directory = session.directory()
    texts = session.services.texts
    opinions = OpinionModel(reminders: session.repositories.reminders)
    open = { router.open($0) }
  }

  var insightTexts: InsightTexts { InsightTexts(directory: directory, texts: texts) }

  /// `Ada, Yesterday, 14:05`.
  func source(_ citation: Citation) -> Phrase {
    "\(directory.shownName(of: citation.sender)), \(texts.moment(citation.createdAt))"
  }
}
