import CKernels
import Foundation
import Synchronization

/// Turns text into embeddings with all-MiniLM-L6-v2, on this machine's processor.
///
/// Safe to call from several threads: each runs on its own, and none waits for another. Takes about
/// 25 MB, from its first text on: what never embeds anything pays for nothing.
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

  package static let dimensions = Embedding.dimensions
  /// The longest text in word pieces; what follows is not read.
  package static let longestText = 256
  /// The model's folder in the `ModelFolder`.
  package static let model = "all-minilm-l6-v2"
  /// How many word pieces are computed together at most: more would not be faster.
  private static let batch = 512

  private let reader: Mutex<Reader>
  /// Workspaces that no thread is using.
  private let idle = Mutex<[Workspace]>([])

  private struct Files: Sendable {
    let words: Data
    let tensors: SafeTensors
    let arithmetic: LinearLayer.Arithmetic
    let kernels: messageai_kernels
  }

  private struct Tools: Sendable {
    let tokenizer: WordPieceTokenizer
    let encoder: SentenceEncoder
  }

  private enum Reader {
    /// Files that hold all that is needed.
    case unread(Files)
    case ready(Tools)
  }

  /// Opens the model. Throws when it is not there or damaged. The first text then reads it, which
  /// takes a tenth of a second.
  package convenience init(folder: ModelFolder) throws(ModelUnavailable) {
    try self.init(folder: folder, precision: .fast, processor: .best)
  }

  package init(folder: ModelFolder, precision: Precision, processor: Processor) throws(ModelUnavailable) {
    let words: Data
    let vocabularyFile = folder.file("vocab.txt", of: Self.model)
    do {
      words = try Data(contentsOf: vocabularyFile, options: .alwaysMapped)
    } catch {
      throw ModelUnavailable(
        model: Self.model, description: "\(vocabularyFile.path) cannot be read. Run scripts/models.")
    }
    guard Self.isVocabulary(words) else {
      throw ModelUnavailable(
        model: Self.model, description: "\(vocabularyFile.path) is damaged. Delete it and run scripts/models.")
    }
    let tensors = try SafeTensors(folder.file("model.safetensors", of: Self.model), model: Self.model)
    for array in EncoderShape.miniLM.arrays { try tensors.check(array.name, shape: array.shape) }
    let kernels = processor == .best ? messageai_kernels_best() : messageai_kernels_portable()
    reader = Mutex(
      .unread(
        Files(words: words, tensors: tensors, arithmetic: precision == .fast ? .quantized : .exact, kernels: kernels)))
  }

  /// Whether there is a line for each word piece, and the marks are among them.
  private static func isVocabulary(_ file: Data) -> Bool {
    let lines = file.withUnsafeBytes { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }
    let end = file.last == UInt8(ascii: "\n") ? 0 : 1
    return lines + end == EncoderShape.miniLM.words
      && WordPieceTokenizer.marks.allSatisfy { file.range(of: Data("\n\($0)\n".utf8)) != nil }
  }

  /// Reads the model unless that was done; the first text does it otherwise.
  package func prepare() {
    _ = readTools()
  }

  private func readTools() -> Tools {
    reader.withLock { reader in
      switch reader {
      case .ready(let tools): return tools
      case .unread(let files):
        let tools = Self.read(files)
        reader = .ready(tools)
        return tools
      }
    }
  }

  private static func read(_ files: Files) -> Tools {
    guard let tokenizer = WordPieceTokenizer(WordPieceVocabulary(file: [UInt8](files.words))) else {
      preconditionFailure("the marks were found when the file was opened")
    }
    do throws(ModelUnavailable) {
      let encoder = try SentenceEncoder(
        files.tensors, shape: .miniLM, arithmetic: files.arithmetic, kernels: files.kernels)
      return Tools(tokenizer: tokenizer, encoder: encoder)
    } catch {
      preconditionFailure("every array was found when the file was opened: \(error.description)")
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

  /// Meaning and lower-layer features of `text`, and the token states of an informal one, for as
  /// much as `embed` of it.
  package func read(_ text: String) -> TextReading {
    read([text])[0]
  }

  /// The same of `texts`, in their order.
  package func read(_ texts: [String]) -> [TextReading] {
    encodings(texts, keepingTokenStates: TextFeatures.isInformal).map {
      TextReading(
        meaning: Embedding(unit: $0.last), lowerLayerFeatures: $0.lowerLayerFeatures, tokenStates: $0.tokenStates)
    }
  }

  /// Like `embed`, before rounding to bytes: `dimensions` floats each, of length 1.
  package func unitVectors(_ texts: [String]) -> [[Float]] {
    encodings(texts) { _ in false }.map(\.last)
  }

  private func encodings(
    _ texts: [String], keepingTokenStates keepsTokenStates: (String) -> Bool
  ) -> [SentenceEncoder.Encoding] {
    let tools = readTools()
    let workspace = takeWorkspace()
    defer { giveBack(workspace) }
    var encodings: [SentenceEncoder.Encoding] = []
    encodings.reserveCapacity(texts.count)
    var waiting: [SentenceEncoder.Text] = []
    var tokens = 0
    for text in texts {
      let pieces = tools.tokenizer.pieces(of: text, limit: Self.longestText)
      if tokens + pieces.count > Self.batch {
        encodings += tools.encoder.encode(waiting, workspace: workspace.memory)
        waiting = []
        tokens = 0
      }
      waiting.append(SentenceEncoder.Text(pieces: pieces, keepsTokenStates: keepsTokenStates(text)))
      tokens += pieces.count
    }
    if !waiting.isEmpty { encodings += tools.encoder.encode(waiting, workspace: workspace.memory) }
    return encodings
  }

  /// The ids of the word pieces that `text` is read as.
  package func pieces(of text: String) -> [Int32] {
    readTools().tokenizer.pieces(of: text, limit: Self.longestText)
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
