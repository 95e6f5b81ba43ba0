import CKernels
import Foundation

/// Tells what a message is: does it ask for or promise something, state a decision, ask for a time,
/// press?
///
/// Linear models over words, word parts and cues, and over what the encoder reads in the text when
/// there is one; for what is spoken, a network beside them. Safe to call from several threads. A
/// message takes well under a millisecond besides its reading.
package struct MessageClassifier: Sendable {
  /// Which training the weights came from; kept beside what they said, to tell what is out of date.
  package static let version = "5"
  /// The model's folder in the `ModelFolder`.
  package static let model = "classifier"

  private struct Description: Decodable {
    let version: String
    let buckets: Int
    let models: [LinearModel.Description]
    /// For texts that begin with a small letter, in place of the model of the same label.
    let spoken: [LinearModel.Description]
  }

  private var embedder: TextEmbedder?
  /// The models that read meaning and lower-layer features, and those that do without, by label.
  private let full: [MessageSignals.Label: LinearModel]
  private let lexical: [MessageSignals.Label: LinearModel]
  /// The same for texts that begin with a small letter, as transcripts and quick chat do: what is
  /// said is worded otherwise than what is written.
  private let spokenFull: [MessageSignals.Label: LinearModel]
  private let spokenLexical: [MessageSignals.Label: LinearModel]
  private let network: InformalTextNetwork

  /// Reads the weights. Without `embedder`, texts that come without a reading are judged by their
  /// words alone, by weights trained for that. Throws when the files are missing or damaged.
  package init(folder: ModelFolder, embedder: TextEmbedder?) throws(ModelUnavailable) {
    let description: Description
    let weights: [Int8]
    let file = folder.file("classifier.json", of: Self.model)
    do {
      description = try JSONDecoder().decode(Description.self, from: Data(contentsOf: file))
      weights = try Data(contentsOf: folder.file("classifier.bin", of: Self.model)).withUnsafeBytes { bytes in
        [Int8](bytes.bindMemory(to: Int8.self))
      }
    } catch {
      throw ModelUnavailable(
        model: Self.model, description: "\(file.deletingLastPathComponent().path) cannot be read: restore it.")
    }
    guard description.version == Self.version, description.buckets == FeatureBucket.count,
      (description.models + description.spoken).allSatisfy({
        $0.offset >= 0 && $0.offset + FeatureBucket.count <= weights.count
          && ($0.meaning.isEmpty
            ? $0.manner.isEmpty
            : $0.meaning.count == TextEmbedder.dimensions && $0.manner.count == TextReading.lowerLayerDimensions)
          && $0.informalMeaning.count == $0.meaning.count && $0.informalManner.count == $0.manner.count
      })
    else {
      throw ModelUnavailable(
        model: Self.model,
        description: "\(file.path) is not of version \(Self.version) or damaged: restore it, or train again.")
    }
    full = Self.models(description.models, weights, readsMeaning: true)
    lexical = Self.models(description.models, weights, readsMeaning: false)
    spokenFull = full.merging(Self.models(description.spoken, weights, readsMeaning: true)) { $1 }
    spokenLexical = lexical.merging(Self.models(description.spoken, weights, readsMeaning: false)) { $1 }
    guard full.count == MessageSignals.Label.allCases.count, lexical.count == full.count,
      spokenFull[.action]?.readsCourse == true
    else {
      throw ModelUnavailable(model: Self.model, description: "\(file.path) lacks a model: restore it, or train again.")
    }
    network = try Self.network(folder)
    self.embedder = embedder
  }

  private static func network(_ folder: ModelFolder) throws(ModelUnavailable) -> InformalTextNetwork {
    let file = folder.file("spoken.safetensors", of: model)
    do throws(ModelUnavailable) {
      return try InformalTextNetwork(file, kernels: messageai_kernels_best())
    } catch {
      // This file is part of the product: what the reader of such files advises would not bring it
      // back.
      throw ModelUnavailable(model: model, description: "\(file.path) is missing or not usable: restore it.")
    }
  }

  /// Those that read meaning and lower-layer features, or those that do without, by label.
  private static func models(
    _ descriptions: [LinearModel.Description], _ weights: [Int8], readsMeaning: Bool
  ) -> [MessageSignals.Label: LinearModel] {
    let models = descriptions.map { LinearModel($0, weights: weights) }.filter { $0.readsMeaning == readsMeaning }
    return Dictionary(models.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same weights, for texts that are not worth the encoder.
  package func withoutEmbedder() -> MessageClassifier {
    var copy = self
    copy.embedder = nil
    return copy
  }

  /// What `text` seems to be.
  /// - `reading`: of `text`, when the caller has it already; otherwise it is computed if there is
  ///   an embedder.
  /// - `previous`: the message before it in the conversation.
  package func signals(of text: String, reading: TextReading?, previous: String?) -> MessageSignals {
    let features = TextFeatures(text)
    guard (0..<features.tokens.count).contains(where: { features.tokens.isWord($0) }) else { return .none }
    let reading = reading ?? embedder?.read(text)
    let models =
      if features.isInformal {
        reading == nil ? spokenLexical : spokenFull
      } else {
        reading == nil ? lexical : full
      }
    var probabilities: [MessageSignals.Label: Double] = [:]
    var held: Set<MessageSignals.Label> = []
    var reasons: [MessageSignals.Label: [String]] = [:]
    for (label, model) in models {
      let probability = model.probability(of: features, reading: reading, network: network)
      probabilities[label] = probability
      guard model.holds(probability) else { continue }
      held.insert(label)
      reasons[label] = ReasonFinder(text: text, features: features).reasons(by: model)
    }
    return MessageSignals(
      action: probabilities[.action, default: 0], decision: probabilities[.decision, default: 0],
      scheduling: probabilities[.scheduling, default: 0], urgency: probabilities[.urgency, default: 0],
      isAction: held.contains(.action), isDecision: held.contains(.decision),
      isScheduling: held.contains(.scheduling), isUrgent: held.contains(.urgency), reasons: reasons)
  }
}
