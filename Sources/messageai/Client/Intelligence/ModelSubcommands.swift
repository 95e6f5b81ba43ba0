import ArgumentParser
import Domain
import Foundation

extension ModelKind: ExpressibleByArgument {}

/// Which model, where, and with which key.
struct ModelOptions: ParsableArguments {
  @Option(help: "openai, anthropic, ollama, or compatible: the server of llama.cpp, vLLM, a gateway.")
  var kind: ModelKind?

  @Option(help: "Address up to the version, such as http://127.0.0.1:8081/v1. By default the kind's usual one.")
  var address: String?

  @Option(help: "The model's name, as its provider has it.")
  var model: String?

  @Option(help: "File with the key and nothing else. Without it MESSAGEAI_MODEL_KEY, or it is asked for.")
  var keyFile: String?

  @Flag(help: "Go on with the key that the server has for the same kind and address.")
  var keepKey = false

  @Option(help: "What a million tokens cost that the model reads. Known prices are filled in.")
  var priceInput: Double?

  @Option(help: "What a million tokens cost that the model writes.")
  var priceOutput: Double?

  func validate() throws {
    guard (kind == nil) == (model == nil) else { throw ValidationError("--kind and --model go together.") }
    guard (priceInput == nil) == (priceOutput == nil) else {
      throw ValidationError("--price-input and --price-output go together.")
    }
    guard kind != nil || (address == nil && keyFile == nil && !keepKey && priceInput == nil) else {
      throw ValidationError("Say which model is meant: --kind and --model.")
    }
    guard keyFile == nil || !keepKey else { throw ValidationError("Give either --key-file or --keep-key.") }
  }

  /// `nil` when no model is named. Asks for a key where one is needed.
  func form(percentage: Int? = nil) throws -> ModelConnectionForm? {
    guard let kind, let model else { return nil }
    return ModelConnectionForm(
      kind: kind, address: address, model: model, apiKey: try key(kind), inputPrice: priceInput,
      outputPrice: priceOutput,
      percentage: percentage)
  }

  private func key(_ kind: ModelKind) throws -> String? {
    if keepKey { return nil }
    if let keyFile {
      guard let contents = FileManager.default.contents(atPath: keyFile) else {
        throw CommandFailure("The file \(keyFile) cannot be read.")
      }
      return String(decoding: contents, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    if let key = Environment.text("MODEL_KEY") { return key }
    switch kind {
    case .openai, .anthropic: return try PasswordPrompt.ask("Key of \(kind.rawValue): ", named: "MODEL_KEY")
    case .ollama, .compatible: return nil
    }
  }
}

struct ConnectSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect", abstract: "Connect a language model, for admins of the workspace.",
    discussion: "The server asks it from then on, without a restart, after it has answered one small question.")
  @OptionGroup var options: IntelligenceOptions
  @OptionGroup var model: ModelOptions
  @Option(help: "0 to 100: of all people, who get it. The others have the server's own answers.") var percentage: Int?
  @Flag(inversion: .prefixedNo, help: "Ask it something first, and connect nothing that does not answer.")
  var test = true

  func validate() throws {
    guard model.kind != nil else { throw ValidationError("Say which model is meant: --kind and --model.") }
  }

  func run() async throws {
    try await options.run { context in
      guard let form = try model.form(percentage: percentage) else { return }
      if test {
        let trial = try await context.client.models.tried(form)
        if let problem = trial.problem { throw CommandFailure(problem) }
      }
      let state = try await context.client.models.connect(form)
      try await context.show(state) { _ in state.lines }
    }
  }
}

struct DisconnectSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnect", abstract: "Forget the connected model and its key, for admins of the workspace.")
  @OptionGroup var options: IntelligenceOptions

  func run() async throws {
    try await options.run { context in
      try await context.client.models.disconnect()
      let state = try await context.client.models.state()
      try await context.show(state) { _ in state.lines }
    }
  }
}

struct DiscoverSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discover", abstract: "Servers of models on the server's own machine, for admins of the workspace.")
  @OptionGroup var options: IntelligenceOptions

  func run() async throws {
    try await options.run { context in
      let servers = try await context.client.models.servers()
      try await context.show(servers) { _ in servers.isEmpty ? ["There are none."] : servers.flatMap(\.lines) }
    }
  }
}

struct TestSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Ask a model one small question, for admins of the workspace.",
    discussion: "Without --kind and --model it is the one that the server asks. Ends with status 1 without an answer.")
  @OptionGroup var options: IntelligenceOptions
  @OptionGroup var model: ModelOptions

  func run() async throws {
    try await options.run { context in
      let trial = try await context.client.models.tried(try model.form())
      try await context.show(trial) { _ in trial.lines }
      if trial.answer == nil { throw ExitCode.failure }
    }
  }
}

struct CompareSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Have the connected model and the server's own engine read the same, for admins of the workspace.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "Id or name of a conversation of yours, or a person's e-mail address.")
  var conversation: String
  @Option(help: "The last so many days.") var days = 7

  func run() async throws {
    try await options.run { context in
      let comparison = try await context.client.models.compare(try await context.conversation(conversation), days: days)
      try await context.show(comparison) { _ in comparison.lines }
      if comparison.other == nil { throw ExitCode.failure }
    }
  }
}

extension ModelComparison {
  fileprivate var lines: [String] {
    var lines = ["\(title), \(messages) messages", "", "This server:"] + own.lines + ["", "\(model) at \(place):"]
    lines += other?.lines ?? [problem ?? "It gave no answer."]
    return lines + ["", took(milliseconds, inputTokens, outputTokens, cost)]
  }
}

extension ModelReading {
  fileprivate var lines: [String] {
    let all = summary + decisions + tasks
    return all.isEmpty ? ["  nothing"] : all.map { "  \($0)" }
  }
}

extension ModelConnectionState {
  /// As people read it.
  var lines: [String] {
    var lines: [String] = []
    switch source {
    case .none: lines.append("No model is connected: the server's own engine answers.")
    case .options: lines.append("\(model ?? "") at \(place ?? ""), by the settings that the server was started with.")
    case .stored:
      guard let model, let place else {
        lines.append("The key cannot be read any more: enter it again. Until then the server's own engine answers.")
        break
      }
      lines.append("\(model) at \(place)\(connection?.keyEnding.map { ", with the key that ends in \($0)" } ?? "")")
    }
    if source == .stored, let input = connection?.inputPrice, let output = connection?.outputPrice {
      lines.append("A million tokens cost \(input) read and \(output) written.")
    }
    if source != .none {
      lines.append(isStopped ? "Stopped: nobody gets it." : "\(percentage) % of all people get it.")
    }
    return lines
  }
}

extension ModelServer {
  fileprivate var lines: [String] {
    guard isReady else { return ["\(kind.rawValue)\t\(address)\tstill loads its model"] }
    return models.map { "\(kind.rawValue)\t\(address)\t\($0)" }
  }
}

extension ModelTrial {
  fileprivate var lines: [String] {
    guard let answer else { return [problem ?? "It gave no answer."] }
    return ["\(model) at \(place): \(answer)", took(milliseconds, inputTokens, outputTokens, cost)]
  }
}

/// What an answer took; `cost` in millionths.
private func took(_ milliseconds: Int, _ inputTokens: Int, _ outputTokens: Int, _ cost: Int?) -> String {
  let price = cost.map { "\(Double($0) / 1_000_000)" } ?? "no known price"
  return "\(milliseconds) ms, \(inputTokens) tokens read, \(outputTokens) written, \(price)"
}
