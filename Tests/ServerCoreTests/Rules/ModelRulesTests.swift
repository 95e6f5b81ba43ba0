import Domain
import ServerCore
import Testing

@Suite("Rules of the connected model")
struct ModelRulesTests {
  typealias Rule = Rules.Models

  private static func connection(
    _ kind: ModelKind = .ollama, address: String = "http://127.0.0.1:11434/v1", model: String = "small",
    key: [UInt8]? = nil, prices: StoredModelConnection.Prices? = nil
  ) -> StoredModelConnection {
    StoredModelConnection(
      kind: kind, address: address, model: model, sealedKey: key, prices: prices, setBy: UserID(high: 1, low: 1),
      setAt: Timestamp(milliseconds: 1))
  }

  private func code(_ connection: StoredModelConnection) -> ErrorCode? {
    do throws(Refusal) {
      _ = try Rule.validated(connection)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("providers that want a key are not connected without one; those on the own machine are")
  func keys() {
    #expect(code(Self.connection(.openai)) == .invalid && code(Self.connection(.anthropic)) == .invalid)
    #expect(code(Self.connection(.openai, key: [1])) == nil && code(Self.connection(.anthropic, key: [1])) == nil)
    #expect(code(Self.connection(.ollama)) == nil && code(Self.connection(.compatible)) == nil)
  }

  @Test("names, addresses and prices are such as providers have them")
  func validation() throws {
    #expect(try Rule.validated(Self.connection(model: " llama 3.2 ")).model == "llama 3.2")
    for model in ["", " ", "two\nlines", String(repeating: "m", count: 201)] {
      #expect(code(Self.connection(model: model)) == .invalid)
    }
    #expect(code(Self.connection(model: String(repeating: "m", count: 200))) == nil)
    for address in ["", "http://a b/v1", "https://example.org/\n", "https://" + String(repeating: "a", count: 500)] {
      #expect(code(Self.connection(address: address)) == .invalid)
    }
    #expect(code(Self.connection(prices: .init(input: 0, output: 1_000_000))) == nil)
    for (input, output) in [(-1, 1), (1, -1), (1, .infinity), (.nan, 1), (1_000_001, 1)] as [(Double, Double)] {
      #expect(code(Self.connection(prices: .init(input: input, output: output))) == .invalid)
    }
  }

  @Test("a key is a word that can stand in a header, and only a long one is told by its end")
  func ending() throws {
    #expect(try Rule.validated(key: " sk-abc\n") == "sk-abc")
    for key in ["", " ", "sk abc", "sk\nabc", "schlüssel", String(repeating: "k", count: 1_025)] {
      #expect(throws: Refusal.self) { try Rule.validated(key: key) }
    }
    #expect(Rule.ending(of: "sk-0123456789abcdef") == "cdef")
    #expect(Rule.ending(of: "0123456789abcdef") == "cdef")
    #expect(Rule.ending(of: "0123456789abcde") == nil)
  }
}
