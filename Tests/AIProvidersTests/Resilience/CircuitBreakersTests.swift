import AIProviders
import Testing

@Suite("The circuits of a provider")
struct CircuitBreakersTests {
  private func board() -> CircuitBreakers { CircuitBreakers(CircuitBreaker(threshold: 5, cooldown: 30)) }

  private func fail(
    _ board: inout CircuitBreakers, _ asker: String?, times: Int = 1, _ cause: CircuitBreakers.Cause = .request,
    now: Double = 0
  ) {
    for _ in 0..<times where board.refusal(for: asker, now: now) == nil {
      board.record(.failure, cause: cause, for: asker, now: now)
    }
  }

  @Test("one person's failures close it to that person and to nobody else")
  func onePerson() {
    var board = board()
    fail(&board, "ada", times: 50)
    #expect(board.refusal(for: "ada", now: 1) == 29)
    #expect(board.refusal(for: "bob", now: 1) == nil)
    board.record(.success, cause: .request, for: "bob", now: 1)
    #expect(board.refusal(for: nil, now: 1) == nil)
    board.record(.success, cause: .request, for: nil, now: 1)
    #expect(board.shared.state == .closed(failures: 0))
    #expect(board.refusal(for: "ada", now: 31) == nil, "asked once again after a while")
    #expect(board.refusal(for: "ada", now: 31) == 1)
    board.record(.success, cause: .request, for: "ada", now: 31)
    #expect(board.refusal(for: "ada", now: 31) == nil)
  }

  @Test("failures of two people while it answers nobody close it to all")
  func twoPeople() {
    var board = board()
    fail(&board, "ada", times: 4)
    fail(&board, "bob", times: 3)
    #expect(board.refusal(for: "eve", now: 0) == nil)
    board.record(.abandoned, cause: .request, for: "eve", now: 0)
    fail(&board, "eve", times: 2)
    #expect(board.refusal(for: "zoe", now: 0) == 30)
  }

  @Test("failures of two people between whom it answers are each their own")
  func answersBetween() {
    var board = board()
    for _ in 0..<10 {
      fail(&board, "ada")
      fail(&board, "bob")
      #expect(board.refusal(for: "eve", now: 0) == nil)
      board.record(.success, cause: .request, for: "eve", now: 0)
    }
  }

  @Test("a provider that cannot be reached is closed to all, whoever finds out")
  func unreachable() {
    var board = board()
    fail(&board, "ada", times: 5, .provider)
    #expect(board.refusal(for: "bob", now: 0) == 30)
    #expect(board.refusal(for: nil, now: 0) == 30)
  }

  @Test("a probe by somebody whose own requests fail leaves the next probe to the next caller")
  func probes() {
    var board = board()
    fail(&board, "ada", times: 2)
    fail(&board, nil, times: 5)
    #expect(board.refusal(for: "ada", now: 30) == nil)
    #expect(board.refusal(for: "bob", now: 30) == 1)
    board.record(.failure, cause: .request, for: "ada", now: 30)
    #expect(board.refusal(for: "bob", now: 30) == nil)
    board.record(.failure, cause: .request, for: "bob", now: 30)
    #expect(board.refusal(for: "eve", now: 30) == 30)
  }

  @Test("a refusal for all leaves the person's own circuit as it was")
  func refusedForAll() {
    var board = board()
    fail(&board, "ada", times: 5)
    fail(&board, nil, times: 5, now: 20)
    #expect(board.refusal(for: "ada", now: 40) == 10)
    #expect(board.refusal(for: "ada", now: 50) == nil)
  }
}
