import ClientSync
import Domain
import Foundation

extension Bench {
  /// Speaks every turn of every conversation, and compares what each client ends up with to the
  /// source.
  func replay(file: String, limit: Int, dropsPerHundredTurns: Int, seed: UInt64) async throws {
    let all = try Transcript.read(file)
    let transcripts = limit > 0 ? Array(all.prefix(limit)) : all
    let folder = try makeDataFolder()
    let server = try ServerProcess(data: folder)
    defer { server.stop() }
    guard let address = URL(string: "http://127.0.0.1:\(server.port)") else { throw BenchError("no address") }
    var replay = Replay(server: address, folder: folder, drops: dropsPerHundredTurns, seed: seed)
    let start = ContinuousClock.now
    for (number, transcript) in transcripts.enumerated() where !transcript.turns.isEmpty {
      try await replay.speak(transcript)
      if (number + 1) % 10 == 0 { note("\(number + 1) of \(transcripts.count) conversations") }
    }
    record("replay", "conversations", Double(transcripts.count), "")
    record("replay", "messages", Double(replay.messages), "")
    record("replay", "turns that are no message", Double(transcripts.reduce(0) { $0 + $1.skipped }), "")
    record("replay", "clients", Double(replay.clients), "")
    record("replay", "drops", Double(replay.drops), "")
    record("replay", "transcripts that differ", Double(replay.differing), "", target: 0)
    record("replay", "messages", Double(replay.messages) / (ContinuousClock.now - start).inSeconds, "messages/s")
    try remove(folder)
    if replay.differing > 0 { throw BenchError("\(replay.differing) clients hold another transcript than the source") }
  }
}

/// Plays one conversation after another on one server.
struct Replay {
  private(set) var messages = 0
  private(set) var clients = 0
  private(set) var drops = 0
  private(set) var differing = 0
  private let server: URL
  private let folder: URL
  private let dropsPerHundredTurns: Int
  private var random: SplitMix64

  init(server: URL, folder: URL, drops: Int, seed: UInt64) {
    self.server = server
    self.folder = folder
    dropsPerHundredTurns = drops
    random = SplitMix64(seed: seed)
  }

  mutating func speak(_ transcript: Transcript) async throws {
    let people = try await signUp(transcript.speakers)
    let others = people.dropFirst().map(\.user)
    let conversation = try await people[0].openConversation(with: others)
    for person in people { try await person.waitForConversation(conversation) }
    for turn in transcript.turns {
      try await shuffle(people)
      guard let speaker = people.first(where: { $0.speaker == turn.speaker }) else { continue }
      // Who comes back to speak writes before the connection is there.
      try speaker.comeBack()
      let message = try await speaker.say(turn.text, in: conversation)
      try await speaker.waitForAck(message, in: conversation)
      messages += 1
    }
    for person in people { try person.comeBack() }
    try await compare(people, transcript, conversation)
    for person in people { try await person.dropOut() }
  }

  /// One who speaks alone gets a listener.
  private mutating func signUp(_ speakers: [String]) async throws -> [ReplayClient] {
    var people: [ReplayClient] = []
    for speaker in speakers.count > 1 ? speakers : speakers + ["Listener"] {
      clients += 1
      people.append(
        try await ReplayClient(
          speaker: speaker, number: clients, server: server, folder: folder.appending(path: "client-\(clients)")))
    }
    return people
  }

  /// Some drop out, some come back.
  private mutating func shuffle(_ people: [ReplayClient]) async throws {
    for person in people {
      if person.isOut {
        if Int.random(in: 0..<4, using: &random) == 0 { try person.comeBack() }
      } else if Int.random(in: 0..<100, using: &random) < dropsPerHundredTurns {
        try await person.dropOut()
        drops += 1
      }
    }
  }

  private mutating func compare(
    _ people: [ReplayClient], _ transcript: Transcript, _ conversation: ConversationID
  ) async throws {
    let speakers = Dictionary(uniqueKeysWithValues: people.map { ($0.user, $0.speaker) })
    for person in people {
      let items = try await person.transcript(of: conversation, count: transcript.turns.count)
      let turns = items.map { Transcript.Turn(speaker: speakers[$0.sender] ?? "", text: $0.text) }
      let isInOrder = items.compactMap(\.seq) == Array(1...Int64(transcript.turns.count))
      if turns != transcript.turns || !isInOrder { differing += 1 }
    }
  }
}
