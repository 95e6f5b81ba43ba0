import OnBox

/// All that this server can do by itself, without a key and without a request to anybody.
package struct OnBoxEngine: Sendable {
  /// As receipts and insights name it.
  package static let version = "on-box 1"

  /// `nil` when its files are missing: search is then by words only.
  package let embedder: (any SentenceEmbedder)?
  /// `nil` when its weights are missing: nothing is then found by itself.
  package let classifier: MessageClassifier?
  package let times: TimeParser
  package let actions: ActionParser
  package let decisions: DecisionParser
  package let meetings: MeetingParser
  package let summarizer: Summarizer
  package let ranker: HybridRanker
  /// What is missing and how to mend it, for whoever runs the server.
  package let notices: [String]

  package init(
    embedder: (any SentenceEmbedder)? = nil, textEmbedder: TextEmbedder? = nil, classifier: MessageClassifier? = nil,
    notices: [String] = []
  ) {
    self.embedder = embedder ?? textEmbedder.map { OnBoxSentenceEmbedder($0) }
    self.classifier = classifier
    times = TimeParser()
    actions = ActionParser()
    decisions = DecisionParser()
    meetings = MeetingParser()
    summarizer = Summarizer(embedder: textEmbedder)
    ranker = HybridRanker(embedder: textEmbedder)
    self.notices = notices
  }

  /// The engine with whatever of its models lies in `folder`. Never fails: what cannot be loaded is left out, and `notices` says so.
  package static func load(from folder: ModelFolder) -> OnBoxEngine {
    var notices: [String] = []
    func loaded<Model>(_ make: () throws(ModelUnavailable) -> Model) -> Model? {
      do throws(ModelUnavailable) {
        return try make()
      } catch {
        notices.append(error.description)
        return nil
      }
    }
    let embedder = loaded { () throws(ModelUnavailable) in try TextEmbedder(folder: folder) }
    let classifier = loaded { () throws(ModelUnavailable) in
      try MessageClassifier(folder: folder, embedder: embedder)
    }
    return OnBoxEngine(textEmbedder: embedder, classifier: classifier, notices: notices)
  }
}
