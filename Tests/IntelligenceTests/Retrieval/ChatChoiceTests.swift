import Testing

@Suite("An answer out of what was chosen in a chat")
struct ChatChoiceTests {
  @Test("is what was chosen, however it is asked for, and not what there was to choose from")
  func chosen() async throws {
    let chat = try await Chat(
      """
      a the printer asks 300 or 500 leaflets
      b 300
      e 300 pls, nobody reads them
      a ok telling them
      """)
    for question in ["How many leaflets do we print?", "Do we take 300 or 500 leaflets?"] {
      let said = try await chat.fixture.it.services.answers.ask(question, for: chat.fixture.bob)
      #expect(said.points.first?.text.contains("Go with 300") == true, "\(question) \(said.points.map(\.text))")
    }
  }

  @Test("is no choice that nobody made")
  func open() async throws {
    let chat = try await Chat(
      """
      a string quartet or DJ Olaf
      b the hall has one socket
      """)
    #expect(try await chat.lines("What is the name of the quartet?") == [])
  }

  @Test("to what was wished for in few words is what somebody gives")
  func wished() async throws {
    let chat = try await Chat(
      """
      a guest code of the gate pls. my cousin is here
      b gate-guest, it is tulip77
      """)
    #expect(try await chat.lines("What is the guest code of the gate?").first == 2)
  }

  @Test("is no news that merely came next: a thing is named in few words")
  func thing() async throws {
    let chat = try await Chat(
      """
      a does anyone know what lottery software they used last yr?
      b ok the harbour people moved us. 3pm instead of 2, same day
      a will there be a lift for the growers? the lady of the roses asked me
      e first aid. who rings the red cross
      """)
    #expect(try await chat.lines("What lottery software did they use last year?") == [])
    let said = try await chat.fixture.it.services.answers.ask("Is there a lift for the growers?", for: chat.fixture.bob)
    #expect(said.points.map(\.text) == [])
  }
}
