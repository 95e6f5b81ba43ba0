import AIProviders
import Testing

@Suite("The provider's settings")
struct ConfigurationTests {
  private static let key = "sk-CANARY-0123456789"
  private static let openai = [
    "MESSAGEAI_AI_PROVIDER": "openai", "MESSAGEAI_AI_KEY": key, "MESSAGEAI_AI_MODEL": "gpt-4.1-mini",
  ]

  private struct NoFile: Error {}

  private func read(_ environment: [String: String], files: [String: String] = [:]) throws -> ProviderConfiguration? {
    try ProviderConfiguration.read(environment: environment) { path in
      guard let text = files[path] else { throw NoFile() }
      return text
    }
  }

  @Test(
    "without a provider there is none",
    arguments: [[:], ["MESSAGEAI_AI_PROVIDER": "none"], ["MESSAGEAI_AI_PROVIDER": " "]])
  func none(environment: [String: String]) throws {
    #expect(try read(environment) == nil)
  }

  @Test("none switches all off, whatever else is set")
  func off() throws {
    #expect(try read(Self.openai.merging(["MESSAGEAI_AI_PROVIDER": "none"]) { $1 }) == nil)
  }

  @Test("OpenAI needs a key and a model; the rest has defaults")
  func openAI() throws {
    let configuration = try #require(try read(Self.openai))
    #expect(configuration.provider == .openai)
    #expect(configuration.interface == .chat)
    #expect(configuration.base.place == "api.openai.com")
    #expect(configuration.key == SecretKey(Self.key))
    #expect(configuration.embeddingModel == nil && configuration.prices == nil && configuration.concurrency == 4)
  }

  @Test("everything can be said")
  func full() throws {
    let configuration = try #require(
      try read([
        "MESSAGEAI_AI_PROVIDER": "Compatible", "MESSAGEAI_AI_BASE_URL": "http://127.0.0.1:11434/v1/",
        "MESSAGEAI_AI_MODEL": "llama3.2", "MESSAGEAI_AI_EMBEDDING_MODEL": "nomic-embed-text",
        "MESSAGEAI_AI_PRICE_INPUT": "0.4", "MESSAGEAI_AI_PRICE_OUTPUT": "1.6",
        "MESSAGEAI_AI_PRICE_EMBEDDING": "0.02", "MESSAGEAI_AI_CONCURRENCY": "9",
      ]))
    #expect(configuration.base.text == "http://127.0.0.1:11434/v1")
    #expect(configuration.base.place == "127.0.0.1:11434")
    #expect(configuration.key == nil)
    #expect(configuration.embeddingModel == "nomic-embed-text")
    #expect(configuration.prices?.cost(of: ModelUsage(inputTokens: 1_000_000, outputTokens: 500_000)) == 1.2)
    #expect(configuration.embeddingPrice == 0.02)
    #expect(configuration.concurrency == 9)
  }

  @Test("the key may be in a file, line break and all")
  func keyFile() throws {
    var environment = Self.openai
    environment["MESSAGEAI_AI_KEY"] = nil
    environment["MESSAGEAI_AI_KEY_FILE"] = "/run/secrets/ai"
    #expect(try read(environment, files: ["/run/secrets/ai": "\(Self.key)\n"])?.key == SecretKey(Self.key))
  }

  @Test(
    "nonsense is refused with the variable's name, and never shows the key",
    arguments: [
      (["MESSAGEAI_AI_PROVIDER": "gemini"], "MESSAGEAI_AI_PROVIDER"),
      (["MESSAGEAI_AI_PROVIDER": key], "MESSAGEAI_AI_PROVIDER"),
      (["MESSAGEAI_AI_PROVIDER": ""], "MESSAGEAI_AI_PROVIDER"),
      (["MESSAGEAI_AI_KEY": ""], "MESSAGEAI_AI_KEY"),
      (["MESSAGEAI_AI_KEY": "\(key) \(key)"], "MESSAGEAI_AI_KEY"),
      (["MESSAGEAI_AI_KEY": "\(key)\nx-evil: 1"], "MESSAGEAI_AI_KEY"),
      (["MESSAGEAI_AI_KEY_FILE": "/k"], "MESSAGEAI_AI_KEY_FILE"),
      (["MESSAGEAI_AI_KEY": "", "MESSAGEAI_AI_KEY_FILE": "/missing"], "MESSAGEAI_AI_KEY_FILE"),
      (["MESSAGEAI_AI_KEY": "", "MESSAGEAI_AI_KEY_FILE": "/empty"], "MESSAGEAI_AI_KEY_FILE"),
      (["MESSAGEAI_AI_MODEL": ""], "MESSAGEAI_AI_MODEL"),
      (["MESSAGEAI_AI_BASE_URL": "api.openai.com"], "MESSAGEAI_AI_BASE_URL"),
      (["MESSAGEAI_AI_BASE_URL": "ftp://api.openai.com"], "MESSAGEAI_AI_BASE_URL"),
      (["MESSAGEAI_AI_BASE_URL": "http://api.openai.com/v1"], "MESSAGEAI_AI_BASE_URL"),
      (["MESSAGEAI_AI_BASE_URL": "https://me:\(key)@api.openai.com/v1"], "MESSAGEAI_AI_BASE_URL"),
      (["MESSAGEAI_AI_BASE_URL": "https://api.openai.com/v1?key=\(key)"], "MESSAGEAI_AI_BASE_URL"),
      (["MESSAGEAI_AI_API": "assistants"], "MESSAGEAI_AI_API"),
      (["MESSAGEAI_AI_PROVIDER": "anthropic", "MESSAGEAI_AI_API": "responses"], "MESSAGEAI_AI_API"),
      (["MESSAGEAI_AI_PROVIDER": "anthropic", "MESSAGEAI_AI_EMBEDDING_MODEL": "x"], "MESSAGEAI_AI_EMBEDDING_MODEL"),
      (["MESSAGEAI_AI_PROVIDER": "compatible"], "MESSAGEAI_AI_BASE_URL"),
      (["MESSAGEAI_AI_PRICE_INPUT": "1"], "MESSAGEAI_AI_PRICE_OUTPUT"),
      (["MESSAGEAI_AI_PRICE_INPUT": "-1", "MESSAGEAI_AI_PRICE_OUTPUT": "1"], "MESSAGEAI_AI_PRICE_INPUT"),
      (["MESSAGEAI_AI_PRICE_INPUT": "1", "MESSAGEAI_AI_PRICE_OUTPUT": "cheap"], "MESSAGEAI_AI_PRICE_OUTPUT"),
      (["MESSAGEAI_AI_CONCURRENCY": "0"], "MESSAGEAI_AI_CONCURRENCY"),
      (["MESSAGEAI_AI_CONCURRENCY": key], "MESSAGEAI_AI_CONCURRENCY"),
    ])
  func nonsense(change: [String: String], variable: String) throws {
    let environment = Self.openai.merging(change) { $1 }
    let problem = #expect(throws: ProviderConfiguration.Problem.self) {
      try read(environment, files: ["/empty": " \n", "/k": Self.key])
    }
    let text = try #require(problem).description
    #expect(text.hasPrefix(variable) || text.contains(variable))
    #expect(!text.contains("CANARY"))
  }

  @Test("http is for this machine and its network only")
  func clearText() throws {
    for host in ["localhost", "127.0.0.1", "10.1.2.3", "192.168.0.9", "172.20.1.1", "ollama", "box.local", "[::1]"] {
      #expect(throws: Never.self) { try BaseAddress("http://\(host):8080/v1") }
    }
    for host in ["example.com", "8.8.8.8", "172.32.0.1", "local.example.com"] {
      #expect(throws: ProviderConfiguration.Problem.self) { try BaseAddress("http://\(host):8080/v1") }
    }
  }

  @Test("the key shows itself nowhere")
  func canary() throws {
    let configuration = try #require(try read(Self.openai))
    var dumped = ""
    dump(configuration, to: &dumped)
    let shown = [
      "\(configuration)", String(reflecting: configuration), String(describing: configuration.key as Any), dumped,
      "\(SecretKey(Self.key))", String(reflecting: SecretKey(Self.key)),
    ]
    for text in shown { #expect(!text.contains("CANARY")) }
  }
}
