import Testing

/// Who speaks next, and to whom.
@Suite("An answer out of the turns of a chat")
struct ChatTurnTests {
  @Test("to whether is what was said to an offer, or to what somebody else asks")
  func offered() async throws {
    let chat = try await Chat(
      """
      a i can paint the north sign myself btw, my uncle is a painter
      b Very kind but no, it needs a certified one
      a Olsen asks if we can go to 90 bar for two of the hoses
      b No. 60 is what the tank takes
      """)
    #expect(try await chat.lines("Can I paint the north sign myself?").first == 2)
    #expect(try await chat.lines("Can Olsen use 90 bar?").first == 4)
  }

  @Test("to how many of two is the one agreed on last, though somebody asks on the way")
  func numberOfTwo() async throws {
    let chat = try await Chat(
      """
      a oh and knocks at the gate, 3 tries or 5?
      b 3? the bell gets hot
      e 3 pls, measured 61 degrees on the 5th
      a 3
      """)
    #expect(try await chat.lines("How many knocks at the gate?").first == 1, "the decision, which cites the choice")
  }

  @Test("to how many is no number that the question names itself, nor a decision about something else")
  func otherNumber() async throws {
    let chat = try await Chat(
      """
      a how many guests do we have on Deck 16?
      b moment, I look
      b then we keep Deck 16 until march, they pay us well
      """)
    #expect(try await chat.lines("How many guests are on Deck 16?") == [])
    #expect(try await chat.lines("What percentage of the guests is on Deck 16?") == [])
  }

  @Test("to who is to do something is who takes it on, also when it is whoever asked")
  func takenOn() async throws {
    let chat = try await Chat(
      """
      a who writes the harbour notes this time?
      b I did them last time
      e and me the time before
      a ok ok I'll do them then
      """)
    #expect(try await chat.lines("Who writes the harbour notes?").first == 4)
    #expect(try await chat.lines("Who reviews the harbour notes?") == [])
    let card = try await Chat(
      """
      a Could someone make a mooring card to go in each box? One picture, no words
      e me! can draw. kind of
      """)
    #expect(try await card.lines("Who makes the mooring card?").first == 2)
  }

  @Test("to why is not what shares next to nothing with it")
  func otherTrouble() async throws {
    let chat = try await Chat(
      """
      a is it only them at the quay?
      b so far yes. nobody else there
      a the designer is waiting for the mast. Version A or B?
      b B
      """)
    #expect(try await chat.lines("Why could Olsen not sail from the quay?") == [])
    #expect(try await chat.lines("When do we hire the new designer?") == [])
  }

  @Test("to when something comes is not that something is done when it comes")
  func circular() async throws {
    let chat = try await Chat(
      """
      a 8 for you now Bob, the other 4 when the crates come
      b the crates come on thursday, says the driver
      """)
    #expect(try await chat.lines("When do the crates come?") == [2])
  }

  @Test("to who is in a meeting is the list of people that comes after its time")
  func people() async throws {
    let chat = try await Chat(
      """
      a Since all keep asking: Harbour is now Wednesday 3pm / 10 in Boston. Me, Bob, Eve for the maps
      b 👍
      """)
    #expect(try await chat.lines("Who is on the Harbour call?") == [1])
  }

  @Test("is not what was said to a question that came between, with or without its sign")
  func between() async throws {
    let chat = try await Chat(
      """
      b do we need to pull the other demo boat as well?
      a want it back here to cut open. can you ferry it
      e yep goes out tomorrow
      """)
    #expect(try await chat.lines("When does my demo boat arrive?") == [])
  }

  @Test("is not what is said to a request right after something was spoken of")
  func aside() async throws {
    let chat = try await Chat(
      """
      e tower side good. the mast got upgraded last night, took 4 min
      a nice. Bob can you get the winch thing fixed by tomorrow noon?
      b yep should be fine
      """)
    let lines = try await chat.lines("When was the mast upgraded?")
    #expect(lines.first == 1 && !lines.contains(3), "\(lines)")
  }

  @Test("to when may be a date without its month")
  func bareDate() async throws {
    let chat = try await Chat(
      """
      a please put your holidays in the calendar
      e I'm off 24th - 28th
      """)
    #expect(try await chat.lines("When is Eve off?") == [2])
  }

  @Test("to what was bought is what the talk about it concluded")
  func chosen() async throws {
    let chat = try await Chat(
      """
      a has anyone got an idea for the present for Olsen's wedding?
      b a nice rug? or a lamp
      e a lamp is always good, they have everything already
      a ok lamp it is, I'll collect the money, 20 each?
      """)
    #expect(try await chat.lines("What did we buy for Olsen's wedding?").first == 4)
    #expect(try await chat.lines("What is the day of Olsen's wedding?") == [])
  }
}
