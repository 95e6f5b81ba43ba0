import Foundation
import Testing

@testable import OnBoxAI

@Suite("The classifier of messages")
struct MessageClassifierTests {
  private static let root = RepositoryModels.root
  private static let models = RepositoryModels.folder

  /// What the training computed for a sentence.
  private struct Expected: Decodable {
    let text: String
    let meaning: [Int]
    let manner: [Float]
    /// With token states that are made up.
    let full: [String: Double]
    let lexical: [String: Double]
    /// The action, with the token states that the text has.
    let read: Double
  }

  /// Of no text, but the same in the training: real ones are large.
  private static func madeUpTokenStates(_ index: Int) -> [Float] {
    (0..<[256, 2, 20][index % 3] * TextReading.tokenStateDimensions).map { Float(sin(0.7 * Double($0))) }
  }

  private let classifier: MessageClassifier

  init() throws {
    classifier = try MessageClassifier(folder: Self.models, embedder: nil)
  }

  @Test("computes what the training computed, with and without the encoder")
  func agreesWithTraining() throws {
    let file = Self.root.appendingPathComponent("Fixtures/classifier.json")
    let items = try JSONDecoder().decode([Expected].self, from: Data(contentsOf: file))
    #expect(items.count >= 10)
    for (index, item) in items.enumerated() {
      let meaning = try #require(Embedding(bytes: item.meaning.map { UInt8(bitPattern: Int8($0)) }))
      let reading = TextReading(
        meaning: meaning, lowerLayerFeatures: item.manner, tokenStates: Self.madeUpTokenStates(index))
      for (signals, expected) in [
        (classifier.signals(of: item.text, reading: reading, previous: nil), item.full),
        (classifier.signals(of: item.text, reading: nil, previous: nil), item.lexical),
      ] {
        for (label, value) in [
          "action": signals.action, "decision": signals.decision, "scheduling": signals.scheduling,
          "urgency": signals.urgency,
        ] {
          #expect(abs(value - (expected[label] ?? -1)) <= 0.01, "\(label) of “\(item.text)”")
        }
      }
    }
  }

  @Test("reads meaning and lower-layer features as the training did, and so judges by itself as it did")
  func readsAsTraining() throws {
    let file = Self.root.appendingPathComponent("Fixtures/classifier.json")
    let items = try JSONDecoder().decode([Expected].self, from: Data(contentsOf: file))
    let embedder = try TextEmbedder(folder: RepositoryModels.folder)
    let classifier = try MessageClassifier(folder: Self.models, embedder: embedder)
    for (item, reading) in zip(items, embedder.read(items.map(\.text))) {
      let half = TextEmbedder.dimensions
      for layer in [0..<half, half..<2 * half] {
        let cosine = zip(reading.lowerLayerFeatures[layer], item.manner[layer]).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(cosine > 0.998, "“\(item.text)”")
      }
      #expect(zip(reading.meaning.values, item.meaning).allSatisfy { abs(Int($0) - $1) <= 3 }, "“\(item.text)”")
      let alone = embedder.read(item.text).lowerLayerFeatures
      #expect(zip(alone, reading.lowerLayerFeatures).allSatisfy { abs($0 - $1) < 0.001 }, "alone as among others")
      let begin = item.text.first { $0.isASCII && $0.isLetter }
      let pieces = begin?.isLowercase == true ? embedder.pieces(of: item.text).count : 0
      #expect(
        reading.tokenStates.count == pieces * TextReading.tokenStateDimensions, "only of informal texts: “\(item.text)”"
      )
      let action = classifier.signals(of: item.text, reading: nil, previous: nil).action
      #expect(abs(action - item.read) <= 0.05, "“\(item.text)”")
    }
  }

  @Test(
    "hears requests and promises",
    arguments: [
      "Can you send me the report by Friday?", "I'll send you the slides tonight.",
      "Please review the contract before noon.", "ok i'll take care of the invoice",
    ])
  func action(_ text: String) {
    let signals = classifier.signals(of: text, reading: nil, previous: nil)
    #expect(signals.isAction)
    #expect(signals.reasons[.action]?.isEmpty == false)
  }

  @Test("hears in spoken words what is asked or promised, and not what is merely considered")
  func spoken() {
    for text in [
      "ok let's go on to the next slide", "i'll check that with my department", "could you plug that in over there",
      "next one please",
    ] {
      #expect(classifier.signals(of: text, reading: nil, previous: nil).isAction, "\(text)")
    }
    for text in [
      "maybe we should look at the other one", "i'd say about half of them", "let's see what else there is",
    ] {
      #expect(!classifier.signals(of: text, reading: nil, previous: nil).isAction, "\(text)")
    }
  }

  @Test(
    "takes chatter for what it is",
    arguments: ["Mm-hmm.", "haha nice one", "The weather was lovely at the lake.", "yeah that's true", "", "👍", "?!"])
  func chatter(_ text: String) {
    let signals = classifier.signals(of: text, reading: nil, previous: nil)
    #expect(!signals.isAction)
    #expect(!signals.isScheduling)
    #expect(!signals.isUrgent)
    #expect(!signals.isDecision)
  }

  @Test("tells a wish to meet from a timer, a look-up and a past meeting")
  func scheduling() {
    for text in ["Can we meet on Tuesday at three?", "let's set up a call for tomorrow morning"] {
      #expect(classifier.signals(of: text, reading: nil, previous: nil).isScheduling, "\(text)")
    }
    for text in ["set a timer for ten minutes", "what's on my calendar today", "The meeting yesterday was too long."] {
      #expect(!classifier.signals(of: text, reading: nil, previous: nil).isScheduling, "\(text)")
    }
  }

  @Test("hears decisions and emergencies")
  func decisionsAndEmergencies() {
    let decided = classifier.signals(of: "We decided to use Postgres for the events.", reading: nil, previous: nil)
    #expect(decided.isDecision)
    let open = classifier.signals(of: "Which database should we use?", reading: nil, previous: nil)
    #expect(open.decision < decided.decision)
    let down = classifier.signals(
      of: "URGENT: production is down, please call me now!", reading: nil, previous: nil)
    #expect(down.isUrgent)
    let later = classifier.signals(of: "No rush, whenever you have time.", reading: nil, previous: nil)
    #expect(later.urgency < down.urgency)
  }

  private static let incidents = [
    "The website is down and customers cannot pay.", "Nobody can log in since the update, all users are locked out.",
    "The mail server ran out of memory and crashed.", "Production database is full, writes fail.",
    "Sign-up is broken, every new user gets an error.", "URGENT: the payment job is stuck, please look now.",
    "The certificate expires tonight and the renewal failed.", "Someone is attacking the login page right now.",
    "We are losing orders, the checkout crashes.", "The power supply died, the office server is dead.",
  ]

  private static let calm = [
    "Fixed: the new cable is in, all lights are green.", "The website is back, it was a typo in the settings.",
    "The wiki is only reachable from the office network now.", "The export bug from yesterday is resolved.",
    "Maintenance is finished, no errors.", "On call this weekend: Ines until noon, then Sam.",
    "250 requests a second, everything is fine.", "The lease is signed, the copy is in the archive.",
    "We could move the archive behind the login some time next month.", "My bike is back from the repair shop.",
    "The team photo is in the folder.", "The crash of last week is written up, have a look when you like.",
  ]

  @Test("tells an incident from one that is over and from calm news")
  func incidents() {
    for text in Self.incidents {
      #expect(classifier.signals(of: text, reading: nil, previous: nil).isUrgent, "\(text)")
    }
    for text in Self.calm {
      #expect(!classifier.signals(of: text, reading: nil, previous: nil).isUrgent, "\(text)")
    }
  }

  @Test("gives as reasons phrases that stand in the text, at most three, only for what holds")
  func reasons() {
    let text = "Hi Ana — could you PLEASE send me the signed contract by Friday? We decided to use the new template!"
    let signals = classifier.signals(of: text, reading: nil, previous: nil)
    #expect(signals.isAction)
    for (label, phrases) in signals.reasons {
      #expect(phrases.count <= 3)
      #expect(phrases.allSatisfy { !$0.isEmpty && text.contains($0) }, "\(label): \(phrases)")
    }
    #expect((signals.reasons[.scheduling] != nil) == signals.isScheduling)
    #expect((signals.reasons[.urgency] != nil) == signals.isUrgent)
  }

  @Test("says what is wrong when the weights are missing")
  func missing() {
    let folder = ModelFolder(FileManager.default.temporaryDirectory.appendingPathComponent("no-models-here").path)
    #expect(throws: ModelUnavailable.self) { try MessageClassifier(folder: folder, embedder: nil) }
  }

  @Test("says what is wrong when the weights of the networks are missing, cut off or no numbers")
  func unusableNetwork() throws {
    let whole = try Data(contentsOf: Self.root.appendingPathComponent("Models/classifier/spoken.safetensors"))
    let infinite = whole.dropLast(4) + Data([0, 0, 0x80, 0x7F])
    var overflowing = whole
    let place = try #require(whole.range(of: Data("\"data_offsets\": [0,".utf8)))
    overflowing.replaceSubrange(place, with: Data("\"data_offsets\":[-1,".utf8))
    for bytes in [nil, whole.prefix(8), whole.prefix(5_000), infinite, overflowing] {
      let copy = try Self.modelsCopy(network: bytes)
      defer { try? FileManager.default.removeItem(at: copy) }
      let error = #expect(throws: ModelUnavailable.self) {
        try MessageClassifier(folder: ModelFolder(copy.path), embedder: nil)
      }
      #expect(error?.description.contains("restore") == true)
    }
  }

  /// The weights as they are but for the networks'.
  private static func modelsCopy(network: Data?) throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID())")
    let folder = copy.appendingPathComponent(MessageClassifier.model)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["classifier.json", "classifier.bin"] {
      try FileManager.default.copyItem(
        at: root.appendingPathComponent("Models/classifier/\(name)"), to: folder.appendingPathComponent(name))
    }
    try network?.write(to: folder.appendingPathComponent("spoken.safetensors"))
    return copy
  }

  @Test("reads long and strange texts without harm")
  func strange() {
    let long = [String(repeating: "word ", count: 20_000), String(repeating: "x", count: 50_000)]
    let texts = long + ["\u{0}\u{FFFF}", "’“”…"]
    for text in texts {
      let signals = classifier.signals(of: text, reading: nil, previous: nil)
      #expect((0...1).contains(signals.action) && (0...1).contains(signals.urgency))
    }
  }
}
