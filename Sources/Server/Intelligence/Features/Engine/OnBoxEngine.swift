import OnBox

/// All that this server can do by itself, without a key and without a request to anybody.
package struct OnBoxEngine: Sendable {
  private static let family = "on-box "
  /// As receipts and insights name it.
  package static let version = family + "1"

  /// `nil` when its files are missing: search is then by words only.
  package let embedder: (any SentenceEmbedder)?
  /// What reads texts as the classifier was trained to judge them; `embedder` then gives its meanings.
  package let reader: TextEmbedder?
  /// `nil` when its weights are missing: nothing is then found by itself.
  package let classifier: MessageClassifier?
  /// The same by words alone: for a second look at messages that are not worth an embedding.
  package let quickClassifier: MessageClassifier?
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
    quickClassifier: MessageClassifier? = nil, notices: [String] = []
  ) {
    self.embedder = textEmbedder.map { OnBoxSentenceEmbedder($0) } ?? embedder
    self.classifier = classifier
    self.quickClassifier = quickClassifier ?? (textEmbedder == nil ? classifier : nil)
    reader = textEmbedder
    times = TimeParser()
    actions = ActionParser()
    decisions = DecisionParser()
    meetings = MeetingParser()
    summarizer = Summarizer(embedder: textEmbedder)
    // Passages bring their vectors along; those that the pipeline has not reached are not worth a reader's waiting.
    ranker = HybridRanker(embedder: nil)
    self.notices = notices
  }

  /// Whether a model wrote what bears this name, and no version of this engine.
  static func isModel(_ name: String) -> Bool { !name.hasPrefix(family) }

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
    let quick = embedder == nil ? nil : classifier?.withoutEmbedder()
    return OnBoxEngine(
      textEmbedder: embedder, classifier: classifier, quickClassifier: quick, notices: notices)
  }
}
