import Foundation
import Testing

@testable import OnBoxAI

@Suite("Embeddings by the sentence model")
struct TextEmbedderTests {
  /// What the original model makes of a text: its word pieces and some places of its vector,
  /// computed in double precision from the published weights.
  struct Reference: Sendable {
    let text: String
    let pieces: [Int32]
    let first: [Float]
    let at100: Float
    let last: Float
  }

  static let references = [
    Reference(
      text: "Could you send me the report before Friday noon?",
      pieces: [101, 2071, 2017, 4604, 2033, 1996, 3189, 2077, 5958, 11501, 1029, 102],
      first: [-0.010381, 0.100391, -0.029169, 0.054417, 0.02873, 0.027318, -0.074599, 0.035107],
      at100: 0.081894, last: 0.04683),
    Reference(
      text: "Crème brûlée für 3 Gäste, naïve café – déjà vu!",
      pieces: [
        101, 13675, 21382, 7987, 9307, 2063, 6519, 1017, 3806, 2618, 1010, 15743, 7668, 1516, 2139, 3900, 24728, 999,
        102,
      ],
      first: [-0.006671, -0.02555, -0.009129, 0.003372, -0.003612, 0.028791, 0.096233, 0.022106],
      at100: -0.045609, last: -0.077368),
    Reference(
      text: "東京 meeting at 10:30, bring docs/plan_v2.md",
      pieces: [
        101, 1879, 1755, 3116, 2012, 2184, 1024, 2382, 1010, 3288, 9986, 2015, 1013, 2933, 1035, 1058, 2475, 1012, 9108,
        102,
      ],
      first: [0.025254, 0.069858, 0.086493, -0.055312, 0.014766, 0.014352, -0.055167, -0.009714],
      at100: -0.012092, last: 0.012617),
    Reference(
      text: "ok 👍", pieces: [101, 7929, 100, 102],
      first: [0.010902, -0.084016, 0.064834, 0.045538, 0.059492, -0.002797, 0.028207, 0.045267],
      at100: 0.07731, last: -0.023675),
  ]
  static let exact = Result { () throws(ModelUnavailable) in
    try TextEmbedder(folder: RepositoryModels.folder, precision: .exact, processor: .best)
  }
  static let fast = Result { () throws(ModelUnavailable) in try TextEmbedder(folder: RepositoryModels.folder) }
  static let portable = Result { () throws(ModelUnavailable) in
    try TextEmbedder(folder: RepositoryModels.folder, precision: .fast, processor: .portable)
  }

  private func cosine(_ left: [Float], _ right: [Float]) -> Float {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }

  @Test("text is cut into the pieces that the model learned", arguments: references)
  func pieces(reference: Reference) throws {
    #expect(try Self.fast.get().pieces(of: reference.text) == reference.pieces)
  }

  @Test("in floats, vectors equal the original model's to four places", arguments: references)
  func vectors(reference: Reference) throws {
    let vector = try Self.exact.get().unitVectors([reference.text])[0]
    for (value, expected) in zip(vector, reference.first) { #expect(abs(value - expected) < 1e-4) }
    #expect(abs(vector[100] - reference.at100) < 1e-4)
    #expect(abs(vector[383] - reference.last) < 1e-4)
  }

  @Test("the fast way points where the exact one does", arguments: references)
  func precision(reference: Reference) throws {
    let exact = try Self.exact.get().unitVectors([reference.text])[0]
    let fast = try Self.fast.get().unitVectors([reference.text])[0]
    #expect(cosine(exact, fast) > 0.995)
    #expect(abs(cosine(fast, fast) - 1) < 1e-4)
  }

  @Test("every processor computes the same")
  func processors() throws {
    let texts = Self.references.map(\.text)
    let here = try Self.fast.get().unitVectors(texts)
    let anywhere = try Self.portable.get().unitVectors(texts)
    for (left, right) in zip(here, anywhere) { #expect(cosine(left, right) > 0.9999) }
  }

  @Test("many texts at once give what each gives alone, also beyond one batch")
  func batches() throws {
    let embedder = try Self.fast.get()
    let texts = (0..<60).map { number in
      String(repeating: "The build of branch \(number) is green again. ", count: number % 7 + 1)
    }
    let together = embedder.unitVectors(texts)
    for (text, vector) in zip(texts, together) {
      #expect(cosine(embedder.unitVectors([text])[0], vector) > 0.9999)
    }
    #expect(embedder.embed([String]()).isEmpty)
  }

  @Test("a long text is read up to its 256th piece; an empty one has a direction, too")
  func lengths() throws {
    let embedder = try Self.fast.get()
    let long = String(repeating: "word ", count: 400)
    #expect(embedder.pieces(of: long).count == 256)
    #expect(embedder.pieces(of: long).last == 102)
    #expect(embedder.embed(long) == embedder.embed(long + "and an end that nobody reads"))
    #expect(embedder.pieces(of: "") == [101, 102])
    #expect(abs(embedder.embed("").similarity(embedder.embed("")) - 1) < 1e-5)
  }

  @Test("control signs are dropped, case and accents do not matter, overlong words are unknown")
  func oddities() throws {
    let embedder = try Self.fast.get()
    #expect(embedder.pieces(of: "zero\u{200B}width\u{0}") == embedder.pieces(of: "zerowidth"))
    #expect(embedder.pieces(of: "\tCAFÉ\r\n") == embedder.pieces(of: "cafe"))
    #expect(embedder.pieces(of: String(repeating: "y", count: 101)) == [101, 100, 102])
  }

  @Test("what means the same is closer than what does not")
  func meaning() throws {
    let embedder = try Self.fast.get()
    let failure = embedder.embed("The deployment failed last night.")
    let paraphrase = embedder.embed("Yesterday evening's release broke.")
    let lunch = embedder.embed("Who wants pizza for lunch?")
    #expect(failure.similarity(paraphrase) > 0.4)
    #expect(failure.similarity(lunch) < 0.1)
  }

  @Test("several threads get the same answers as one")
  func threads() async throws {
    let embedder = try Self.fast.get()
    let texts = (0..<24).map { "Thread number \($0) asks for the minutes of the meeting." }
    let alone = texts.map { embedder.embed($0) }
    let together = await withTaskGroup(of: (Int, Embedding).self) { group in
      for (index, text) in texts.enumerated() { group.addTask { (index, embedder.embed(text)) } }
      return await group.reduce(into: [Int: Embedding]()) { $0[$1.0] = $1.1 }
    }
    for index in texts.indices { #expect(together[index] == alone[index]) }
  }

  @Test("a missing or damaged model says what to do")
  func missing() throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
    let model = folder.appendingPathComponent(TextEmbedder.model)
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try message(folder).contains("scripts/models"))
    try FileManager.default.copyItem(
      at: RepositoryModels.folder.file("vocab.txt", of: TextEmbedder.model),
      to: model.appendingPathComponent("vocab.txt"))
    #expect(try message(folder).contains("scripts/models"))
    let emptyTable: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 0, 0x7B, 0x7D]
    for damage in [Data(), Data([1, 2, 3]), Data(repeating: 0xFF, count: 64), Data(emptyTable)] {
      try damage.write(to: model.appendingPathComponent("model.safetensors"))
      #expect(try message(folder).contains("scripts/models"))
    }
  }

  private func message(_ folder: URL) throws -> String {
    let error = try #require(throws: ModelUnavailable.self) { try TextEmbedder(folder: ModelFolder(folder.path)) }
    return error.description
  }
}
