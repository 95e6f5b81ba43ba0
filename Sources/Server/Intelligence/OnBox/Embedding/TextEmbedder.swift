import CKernels
import Foundation
import Synchronization

/// Turns text into embeddings with all-MiniLM-L6-v2, on this machine's processor.
///
/// Safe to call from several threads: each runs on its own, and none waits for another. Takes about 25 MB, from its first
/// text on: what never embeds anything pays for nothing.
package final class TextEmbedder: Sendable {
  /// How exactly to compute.
  package enum Precision: Hashable, Sendable {
    /// Fast and small; as good for ranking.
    case fast
    /// Floats throughout: what `fast` is measured against.
    case exact
  }

  /// Which of the processor's abilities to use.
  package enum Processor: Hashable, Sendable {
    case best
    /// What every processor can do.
    case portable
  }

  package static let dimensions = 384
  /// The longest text in word pieces; what follows is not read.
  package static let longestText = 256
  /// The model's folder in the `ModelFolder`.
  package static let model = "all-minilm-l6-v2"
  /// How many word pieces are computed together at most: more would not be faster.
  private static let batch = 512

  private let tokenizer: WordPieceTokenizer
  private let encoder: Mutex<Encoder>
  /// Workspaces that no thread is using.
  private let idle = Mutex<[Workspace]>([])

  private enum Encoder {
    /// The file, in which all arrays stand, and how to read it.
    case unread(SafeTensors, LinearLayer.Arithmetic, messageai_kernels)
    case ready(SentenceEncoder)
  }

  /// Opens the model. Throws when it is not there or damaged. The first text then reads it, which takes a tenth of a
  /// second.
  package convenience init(folder: ModelFolder) throws(ModelUnavailable) {
    try self.init(folder: folder, precision: .fast, processor: .best)
  }

  package init(folder: ModelFolder, precision: Precision, processor: Processor) throws(ModelUnavailable) {
    let words: [UInt8]
    let vocabularyFile = folder.file("vocab.txt", of: Self.model)
    do {
      words = [UInt8](try Data(contentsOf: vocabularyFile))
    } catch {
      throw ModelUnavailable(
        model: Self.model, description: "\(vocabularyFile.path) cannot be read. Run scripts/models.")
    }
    let vocabulary = WordPieceVocabulary(file: words)
    guard vocabulary.count == EncoderShape.miniLM.words, let tokenizer = WordPieceTokenizer(vocabulary) else {
      throw ModelUnavailable(
        model: Self.model, description: "\(vocabularyFile.path) is damaged. Delete it and run scripts/models.")
    }
    self.tokenizer = tokenizer
    let tensors = try SafeTensors(folder.file("model.safetensors", of: Self.model), model: Self.model)
    for array in EncoderShape.miniLM.arrays { try tensors.check(array.name, shape: array.shape) }
    let kernels = processor == .best ? messageai_kernels_best() : messageai_kernels_portable()
    encoder = Mutex(.unread(tensors, precision == .fast ? .quantized : .exact, kernels))
  }

  private func readEncoder() -> SentenceEncoder {
    encoder.withLock { encoder in
      switch encoder {
      case .ready(let ready): return ready
      case .unread(let tensors, let arithmetic, let kernels):
        do throws(ModelUnavailable) {
          let ready = try SentenceEncoder(tensors, shape: .miniLM, arithmetic: arithmetic, kernels: kernels)
          encoder = .ready(ready)
          return ready
        } catch {
          preconditionFailure("every array was checked when the file was opened: \(error.description)")
        }
      }
    }
  }

  /// The meaning of `text`. Of an empty text, too, though it means little.
  package func embed(_ text: String) -> Embedding {
    Embedding(unit: unitVectors([text])[0])
  }

  /// The meanings of `texts`, in their order. Many at once are faster than one by one.
  package func embed(_ texts: [String]) -> [Embedding] {
    unitVectors(texts).map(Embedding.init(unit:))
  }

  /// Like `embed`, before rounding to bytes: `dimensions` floats each, of length 1.
  package func unitVectors(_ texts: [String]) -> [[Float]] {
    let encoder = readEncoder()
    let workspace = takeWorkspace()
    defer { giveBack(workspace) }
    var vectors: [[Float]] = []
    vectors.reserveCapacity(texts.count)
    var waiting: [[Int32]] = []
    var tokens = 0
    for text in texts {
      let pieces = tokenizer.pieces(of: text, limit: Self.longestText)
      if tokens + pieces.count > Self.batch {
        vectors += encoder.encode(waiting, workspace: workspace.memory)
        waiting = []
        tokens = 0
      }
      waiting.append(pieces)
      tokens += pieces.count
    }
    if !waiting.isEmpty { vectors += encoder.encode(waiting, workspace: workspace.memory) }
    return vectors
  }

  /// The ids of the word pieces that `text` is read as.
  package func pieces(of text: String) -> [Int32] {
    tokenizer.pieces(of: text, limit: Self.longestText)
  }

  /// Unchecked: a workspace is either idle, behind the mutex, or in the hands of one call.
  private struct Workspace: @unchecked Sendable {
    let memory: EncoderWorkspace
  }

  private func takeWorkspace() -> Workspace {
    idle.withLock { $0.popLast() } ?? Workspace(memory: EncoderWorkspace(tokens: Self.batch, shape: .miniLM))
  }

  private func giveBack(_ workspace: Workspace) {
    idle.withLock { idle in if idle.count < 2 { idle.append(workspace) } }
  }
}
