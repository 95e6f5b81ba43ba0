// Made from wire/models.json: change that and run `make wire`.

/// What a language model is spoken to as.
public enum ModelKind: String, Sendable, Codable, CaseIterable {
  case openai
  case anthropic
  case ollama
  /// Anything else that speaks Chat Completions: the server of llama.cpp, vLLM, a gateway.
  case compatible
}
