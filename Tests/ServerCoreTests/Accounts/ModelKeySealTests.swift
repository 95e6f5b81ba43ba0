import Domain
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("The seal of a model's key")
struct ModelKeySealTests {
  @Test("opens for its own kind and address, with its own secret, and not otherwise")
  func seal() async throws {
    let store = try SQLiteStore(path: nil)
    defer { store.close() }
    let commands = DirectCommandPerformer(store: store, clock: SystemClock())
    let reader = StoreReader(store: store, work: InlineWorkExecutor())
    func seal() -> ModelKeySeal {
      ModelKeySeal(reader: reader, commands: commands) { [UInt8](repeating: 7, count: $0) }
    }
    let address = "https://models.example/v1"
    let sealed = try await seal().close("sk-CANARY", for: .openai, at: address)
    #expect(!String(decoding: sealed, as: UTF8.self).contains("CANARY"))
    #expect(try await seal().open(sealed, for: .openai, at: address) == "sk-CANARY")
    #expect(try await seal().open(sealed, for: .compatible, at: address) == nil)
    #expect(try await seal().open(sealed, for: .openai, at: "https://elsewhere.example/v1") == nil)
    #expect(try await seal().open(Array(sealed.dropLast()), for: .openai, at: address) == nil)
    let other = [UInt8](repeating: 8, count: 32)
    _ = try await commands.perform(.system(.replaceSecrets([.modelKeys: other])))
    #expect(try await seal().open(sealed, for: .openai, at: address) == nil)
  }
}
