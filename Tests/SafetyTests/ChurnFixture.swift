import AIProviders
import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

/// Fifty people who come and go in twenty conversations, and a book of what each may know.
final class ChurnFixture {
  static let people = 50
  static let rooms = 20

  /// A word that stands in one message, or stood there.
  struct Canary {
    let word: String
    let room: Int
    var message: Message
  }

  let model = HostileModel(chunk: 400)
  let it: IntelligenceFixture
  private(set) var users: [UserID] = []
  private(set) var groups: [ConversationID] = []
  private(set) var members: [Set<Int>] = []
  private(set) var living: [Canary] = []
  private(set) var dead: Set<String> = []
  /// Words that were edited away since the pipeline last ran: members read them in the message's
  /// earlier versions, and insights may still say them.
  private var superseded: [(word: String, room: Int, message: MessageID)] = []
  private(set) var log: [String] = []
  private(set) var asked = 0
  /// Requests in which the model read new messages by itself.
  private(set) var passes = 0
  private var random: SeededGenerator
  private var counter = 0

  init(seed: UInt64) throws {
    it = try IntelligenceFixture(model: model) {
      $0.requestsADay = 1_000_000
      $0.workspaceTokensADay = .max
    }
    random = SeededGenerator(seed: seed)
    for number in 0..<Self.people { users.append(try it.storeFixture.user("Person\(number)")) }
    for room in 0..<Self.rooms {
      // The first of the set is the admin and stays, so that there is always somebody who may
      // invite.
      let inside = Set((0..<6).map { _ in Int.random(in: 0..<Self.people, using: &random) }).union([room])
      groups.append(
        try it.storeFixture.group(users[room], inside.subtracting([room]).map { users[$0] }, name: "Room \(room)"))
      members.append(inside)
      for _ in 0..<3 { try post(in: room) }
    }
  }

  private func fresh() -> String {
    counter += 1
    return "CANARY\(counter)X"
  }

  private func pick<Choice>(_ choices: some Collection<Choice>) -> Choice? {
    choices.randomElement(using: &random)
  }

  private func sentence(_ word: String) -> String {
    let forms = [
      "The launch code is \(word).", "I'll send the \(word) report by Friday.",
      "We decided to use \(word) for the launch.",
      "Can we meet tomorrow at 10 about \(word)?", "Urgent: the server \(word) is down!",
    ]
    return forms[counter % forms.count]
  }

  // MARK: What happens

  func step() async throws {
    it.clock.advance(seconds: 30)
    let room = Int.random(in: 0..<Self.rooms, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: try post(in: room)
    case 4..<6: try edit()
    case 6..<8: try await delete()
    case 8..<10: try join(room)
    case 10..<13: try await leave(room)
    case 13..<15:
      try await it.index()
      superseded = []
      try await readByModel()
    default: try await ask(Int.random(in: 0..<Self.people, using: &random))
    }
  }

  /// Has the model read what is new by itself: one conversation at a time, as it is now.
  private func readByModel() async throws {
    it.clock.advance(seconds: 60)
    let start = model.requests.count
    while await it.services.modelPass.runBatch() > 0 {}
    for request in model.requests[start...] {
      passes += 1
      let words = Set(HostileModel.allText(request).matches(of: /CANARY[0-9]+X/).map { String($0.0) })
      let rooms = Set(living.filter { words.contains($0.word) }.map(\.room))
      let known = living.filter { rooms.contains($0.room) }.map(\.word)
      if rooms.count > 1 || !words.isSubset(of: known) {
        Issue.record("a reading has \(words.subtracting(known).sorted()), and words of rooms \(rooms.sorted())")
      }
    }
  }

  private func post(in room: Int) throws {
    guard let sender = pick(members[room].sorted()) else { return }
    let word = fresh()
    let message = try it.post(sentence(word), by: users[sender], in: groups[room])
    living.append(Canary(word: word, room: room, message: message))
    log.append("\(word) in room \(room)")
  }

  private func edit() throws {
    guard let index = pick(living.indices), members[living[index].room].contains(sender(of: living[index])) else {
      return
    }
    let old = living.remove(at: index)
    let word = fresh()
    let message = try it.edit(old.message, to: sentence(word), in: groups[old.room])
    living.append(Canary(word: word, room: old.room, message: message))
    dead.insert(old.word)
    superseded.append((old.word, old.room, message.id))
    log.append("\(old.word) edited to \(word) in room \(old.room)")
  }

  /// Deletes, and has a member ask at once.
  private func delete() async throws {
    guard let index = pick(living.indices), members[living[index].room].contains(sender(of: living[index])) else {
      return
    }
    let old = living.remove(at: index)
    try it.delete(old.message, in: groups[old.room])
    dead.insert(old.word)
    superseded.removeAll { $0.message == old.message.id }
    log.append("\(old.word) deleted in room \(old.room)")
    if let reader = pick(members[old.room].sorted()) { try await ask(reader, room: old.room) }
  }

  private func join(_ room: Int) throws {
    guard let person = pick((0..<Self.people).filter { !members[room].contains($0) }) else { return }
    try it.perform(.member(.add(asker: users[room], conversation: groups[room], users: [users[person]])))
    members[room].insert(person)
    log.append("person \(person) joins room \(room)")
  }

  /// Asks, is removed, and asks again at once.
  private func leave(_ room: Int) async throws {
    guard let person = pick(members[room].filter { $0 != room }.sorted()) else { return }
    try await ask(person, room: room)
    try it.perform(.member(.remove(asker: users[room], conversation: groups[room], user: users[person])))
    members[room].remove(person)
    log.append("person \(person) leaves room \(room)")
    try await ask(person, room: room)
  }

  private func sender(of canary: Canary) -> Int {
    users.firstIndex(of: canary.message.sender) ?? -1
  }

  // MARK: Asking

  /// Words that the person may read now.
  private func known(to person: Int) -> Set<String> {
    Set(living.filter { members[$0.room].contains(person) }.map(\.word)).union(
      superseded.filter { members[$0.room].contains(person) }.map(\.word))
  }

  /// A few features, one after the other, each held to what the person may read at this moment.
  func ask(_ person: Int, room: Int? = nil) async throws {
    asked += 1
    let allowed = known(to: person)
    let start = model.requests.count
    let room = room ?? Int.random(in: 0..<Self.rooms, using: &random)
    let features = Set((0..<3).map { _ in Int.random(in: 0..<Self.features, using: &random) }).union([Self.talking])
    for feature in features.sorted() {
      check(try await run(feature, by: users[person], in: groups[room]), allowed, person, "answer \(feature)")
    }
    for (name, text) in try await kept(for: users[person]) { check(text, allowed, person, name) }
    for request in model.requests[start...] {
      check(HostileModel.allText(request), allowed, person, "a request")
    }
  }

  private static let features = 9
  private static let talking = 7

  private func run(_ feature: Int, by user: UserID, in group: ConversationID) async throws -> String {
    let services = it.services
    do throws(Refusal) {
      switch feature {
      case 0: return try text(await services.summaries.summarizeThread(group, for: user, range: .last(50)))
      case 1: return try text(await services.summaries.digest(for: user))
      case 2: return try text(await services.answers.ask("What is the launch code of the report?", for: user))
      case 3: return try text(await services.search.search("launch code", for: user, limit: 50))
      case 4:
        return try text(
          await services.insights.extract(.actionItem, asker: user, conversation: group, range: .last(50)))
      case 5:
        return try text(await services.insights.extract(.decision, asker: user, conversation: group, range: .last(50)))
      case 6: return try text(await services.priority.detectPriorityMessages(asker: user, unreadOnly: false))
      case Self.talking: return try await talk(user, group)
      default:
        return try text(
          await services.scheduling.suggestMeetingTimes(
            asker: user, conversation: group, topic: nil, minutes: 30, participants: nil))
      }
    } catch {
      // A conversation that is not theirs.
      guard error.code == .notFound else { throw error }
      return ""
    }
  }

  private func talk(_ user: UserID, _ group: ConversationID) async throws(Refusal) -> String {
    let stream = try await it.services.assistant.talk(
      asker: user, text: "What is new about the launch code?", conversation: group)
    var all: [String] = []
    do {
      for try await message in stream { all.append(try text(message)) }
    } catch {
      throw error as? Refusal ?? Refusal(.internal, "\(error)")
    }
    return all.joined()
  }

  /// What the server keeps for them and shows them on demand.
  private func kept(for user: UserID) async throws -> [(name: String, text: String)] {
    let services = it.services
    return try await [
      ("the kept answers", text(services.outputs.outputs(of: user))),
      ("the talk with the assistant", text(services.assistant.history(of: user))),
      ("the memory", text(services.assistant.memory(of: user))),
      ("the insights", text(services.insights.list(InsightFilter(limit: 500), asker: user))),
    ]
  }

  private func text(_ value: some Encodable) throws(Refusal) -> String {
    do {
      return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    } catch {
      throw Refusal(.internal, "could not be written")
    }
  }

  private func check(_ text: String, _ allowed: Set<String>, _ person: Int, _ what: String) {
    let heard = Set(text.matches(of: /CANARY[0-9]+X/).map { String($0.0) })
    let foreign = heard.subtracting(allowed)
    if let first = foreign.min() {
      let state = dead.contains(first) ? "edited or deleted" : "of a room that they are not in"
      let said = text.components(separatedBy: first)
      let place = "\(said[0].suffix(300))\(first)\(said[1].prefix(200))"
      let history = log.filter { $0.contains("\(first) ") || $0.hasPrefix("person \(person) ") }.suffix(6)
      Issue.record("person \(person) has \(first), \(state), in \(what): \(place); \(history.joined(separator: "; "))")
    }
  }
}
