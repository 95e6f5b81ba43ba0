import Domain
import ServerCore

/// What was found, with all that was read around it, as the talks that it belongs to.
struct Surroundings: Sendable {
  /// By conversation and place, without doubles.
  let all: [PlacedMessage]
  private let places: [Retriever.Position: PlacedMessage]

  init(_ found: [Retriever.Found]) {
    places = found.flatMap { [$0.placed] + $0.around }.reduce(into: [:]) { places, item in
      // As it was found, a message has what its files say.
      if places[Retriever.Position(item)] == nil { places[Retriever.Position(item)] = item }
    }
    all = places.values.sorted { ($0.conversation, $0.message.seq) < ($1.conversation, $1.message.seq) }
  }

  /// What stands shortly before and after a message, oldest first.
  func around(_ placed: PlacedMessage) -> [PlacedMessage] {
    Retriever.Position(placed).neighbours.compactMap { places[$0] }.filter {
      abs($0.message.createdAt.milliseconds - placed.message.createdAt.milliseconds) <= AnswerScorer.talkMilliseconds
    }
  }

  func after(_ placed: PlacedMessage) -> [PlacedMessage] {
    around(placed).filter { $0.message.seq > placed.message.seq }
  }

  /// What others said after it.
  func replies(to placed: PlacedMessage) -> [PlacedMessage] {
    after(placed).filter { $0.message.sender != placed.message.sender }
  }
}
