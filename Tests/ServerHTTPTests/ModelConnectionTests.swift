import AIProviders
import Domain
import Foundation
import Logging
import ServerCore
import ServerHTTP
import StoreSQLite
import Synchronization
import TestSupport
import Testing
import WireProtocol

@Suite("The connected model")
struct ModelConnectionTests {
  private static let path = "/v1/model"
  private static let key = "sk-CANARY-0123456789-wxyz"

  private static func form(_ model: ConnectedModelServer, key: String? = Self.key) -> ModelConnectionForm {
    ModelConnectionForm(
      kind: .compatible, address: model.address, model: "small", apiKey: key, inputPrice: 100, outputPrice: 1_000)
  }

  private static func connect(_ workspace: TestWorkspace, _ form: ModelConnectionForm) async throws
    -> ModelConnectionState
  {
    try await workspace.ada.ask("PUT", path, form)
  }

  /// A summary of the group, which says who wrote it.
  private static func summary(_ user: TestUser, of workspace: TestWorkspace) async throws -> AIOutput {
    try await user.ask(
      "POST", "/v1/conversations/\(workspace.group)/summary", SummaryRequest(range: "last", count: 20))
  }

  private static func status(_ user: TestUser) async throws -> AIStatus { try await user.ask("GET", "/v1/ai/status") }

  @Test("is asked as soon as it is connected, replaced and switched off, without a restart")
  func lifecycle() async throws {
    try await TestWorkspace.run { workspace async throws in
      try await workspace.bob.post("The tide turns at noon.", in: workspace.group)
      #expect(try await Self.summary(workspace.ada, of: workspace).receipt.place == "this server")
      try await ConnectedModelServer.run(key: Self.key) { first in
        _ = try await Self.connect(workspace, Self.form(first))
        #expect(try await Self.status(workspace.bob).model == "small")
        let made = try await Self.summary(workspace.ada, of: workspace)
        #expect(made.receipt.place == "127.0.0.1:\(first.port)" && made.text.hasPrefix("By the model"))
        #expect(first.questions.allSatisfy { $0.headers["authorization"] == "Bearer \(Self.key)" })
        let rows = try LedgerResponse(json: await workspace.ada.ok("GET", "/v1/ai/ledger")).entries
        #expect(rows.contains { $0.feature == "summarizeThread" && $0.cost == 4_000 })
        try await ConnectedModelServer.run(model: "other") { second in
          var form = Self.form(second, key: nil)
          form.model = "other"
          _ = try await Self.connect(workspace, form)
          let again = try await Self.summary(workspace.ada, of: workspace)
          #expect(again.receipt.place == "127.0.0.1:\(second.port)")
          #expect(second.questions.allSatisfy { $0.headers["authorization"] == nil }, "a key goes nowhere else")
        }
        #expect(try await workspace.ada.send("DELETE", Self.path).status == 204)
        try await workspace.bob.post("And again at midnight.", in: workspace.group)
        #expect(try await Self.summary(workspace.ada, of: workspace).receipt.place == "this server")
        #expect(try await Self.status(workspace.bob).model == nil)
      }
    }
  }

  @Test("reaches the share of people who get it; the others have the server's own answers")
  func share() async throws {
    try await TestWorkspace.run { workspace async throws in
      try await ConnectedModelServer.run { model in
        var form = Self.form(model, key: nil)
        form.percentage = 0
        #expect(try await Self.connect(workspace, form).percentage == 0)
        #expect(try await Self.status(workspace.bob).place == "this server")
        #expect(try await Self.summary(workspace.bob, of: workspace).receipt.place == "this server")
        let rollout = FeatureRollout(percentage: 0, people: [workspace.ada.id])
        let _: FeatureState = try await workspace.ada.ask("PUT", "/v1/features/model", rollout)
        #expect(try await Self.summary(workspace.ada, of: workspace).receipt.place == "127.0.0.1:\(model.port)")
        #expect(try await Self.summary(workspace.bob, of: workspace).receipt.place == "this server")
      }
    }
  }

  @Test("can be switched off while it is asked: that request comes to its end, and no later one waits for it")
  func switchedOffUnderWay() async throws {
    let isSilent = Mutex(false)
    try await TestWorkspace.run { workspace async throws in
      try await ConnectedModelServer.run(isSilent: { _ in isSilent.withLock { $0 } }) { model in
        // More often than one person may ask at once.
        for round in 1...5 {
          try await workspace.bob.post("High water number \(round).", in: workspace.group)
          _ = try await Self.connect(workspace, Self.form(model, key: nil))
          isSilent.withLock { $0 = true }
          let asked = model.questions.count
          let waiting = Task { try await Self.summary(workspace.ada, of: workspace) }
          try await eventually("it is asked") { model.questions.count > asked }
          #expect(try await workspace.ada.send("DELETE", Self.path).status == 204)
          #expect(try await Self.summary(workspace.bob, of: workspace).receipt.place == "this server")
          isSilent.withLock { $0 = false }
          model.server.hangUp()
          #expect(try await waiting.value.receipt.place == "127.0.0.1:\(model.port)")
        }
        _ = try await Self.connect(workspace, Self.form(model, key: nil))
        try await workspace.bob.post("Low water.", in: workspace.group)
        #expect(try await Self.summary(workspace.ada, of: workspace).text.hasPrefix("By the model"))
      }
    }
  }

  @Test("what is wrong with a connection is told in a sentence, without the key and the provider's words")
  func problems() async throws {
    try await TestWorkspace.run { workspace async throws in
      func problem(_ form: ModelConnectionForm) async throws -> String {
        let answer = try await workspace.ada.send("POST", Self.path + "/trial", ModelTrialForm(connection: form))
        #expect(answer.status == 200 && !answer.text.contains("CANARY"))
        return try ModelTrial(json: answer.body).problem ?? "none"
      }
      try await ConnectedModelServer.run(key: Self.key) { model async throws in
        var form = Self.form(model)
        #expect(try await problem(form) == "none")
        form.apiKey = "sk-CANARY-another"
        #expect(try await problem(form).contains("did not accept the key"))
        form = Self.form(model)
        form.model = "unknown"
        #expect(try await problem(form).contains("does not know unknown"))
        form = Self.form(model)
        form.address = "http://127.0.0.1:\(model.port)"
        #expect(try await problem(form).contains("ends in /v1"))
        form.address = "https://127.0.0.1:\(model.port)/v1"
        #expect(try await problem(form).contains("no TLS connection"))
      }
      var gone = ModelConnectionForm(kind: .compatible, address: "http://127.0.0.1:1/v1", model: "small")
      #expect(try await problem(gone).contains("Nobody could be reached at 127.0.0.1:1"))
      let away = RecordedModelServer([.json([:], status: 307, headers: [("location", "http://127.0.0.1:1/v1")])])
      gone.address = try await away.start()
      gone.apiKey = Self.key
      #expect(try await problem(gone).contains("not followed"))
      try await away.stop()
    }
  }

  @Test("a certificate that nobody vouches for is told as such, and gets no key")
  func certificate() async throws {
    let certificates = try await TestCertificates()
    defer { certificates.remove() }
    try await certificates.make("model", to: "2040-01-01")
    try certificates.use("model")
    let certificate = try ServerCertificate(
      certificate: certificates.certificate, key: certificates.key,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await TestServer.run(configure: { $0.certificate = certificate }) { secure in
      try await TestWorkspace.run { workspace async throws in
        let form = ModelConnectionForm(
          kind: .compatible, address: "https://127.0.0.1:\(secure.instance.port)/v1", model: "small",
          apiKey: Self.key)
        let trial: ModelTrial = try await workspace.ada.ask(
          "POST", Self.path + "/trial", ModelTrialForm(connection: form))
        #expect(trial.problem?.contains("a certificate that this server does not trust") == true)
      }
    }
  }

  @Test("addresses that would carry a key in clear, or lead to the machine's own secrets, are refused")
  func addresses() async throws {
    try await TestWorkspace.run { workspace async throws in
      func code(_ form: ModelConnectionForm) async throws -> Int {
        try await workspace.ada.send("PUT", Self.path, form).status
      }
      for address in [
        "http://models.example/v1", "http://8.8.8.8/v1", "ftp://127.0.0.1/v1", "http://169.254.169.254/v1",
        "https://169.254.169.254/v1", "http://[fe80::1]/v1", "https://user:secret@models.example/v1",
        "https://models.example/v1?key=1", "models.example", "",
      ] {
        #expect(
          try await code(ModelConnectionForm(kind: .compatible, address: address, model: "small")) == 422, "\(address)")
      }
      for address in [
        "https://models.example/v1/", "http://10.0.0.2:8000/v1", "http://[::1]:1234/v1", "http://ollama/v1",
      ] {
        #expect(
          try await code(ModelConnectionForm(kind: .compatible, address: address, model: "small")) == 200, "\(address)")
      }
      #expect(try await code(ModelConnectionForm(kind: .openai, model: "large")) == 422, "no key")
      #expect(try await code(ModelConnectionForm(kind: .openai, model: "large", apiKey: "two words")) == 422)
      #expect(try await code(ModelConnectionForm(kind: .ollama, model: "small", inputPrice: 1)) == 422, "one price")
    }
  }

  @Test("a key that is kept goes on with the same address, and with no other")
  func keptKey() async throws {
    try await TestWorkspace.run { workspace async throws in
      try await ConnectedModelServer.run(key: Self.key) { model async throws in
        _ = try await Self.connect(workspace, Self.form(model))
        #expect(try await Self.connect(workspace, Self.form(model, key: nil)).connection?.keyState == .kept)
        let trial: ModelTrial = try await workspace.ada.ask("POST", Self.path + "/trial", ModelTrialForm())
        #expect(trial.answer == "Blue")
        try await ConnectedModelServer.run { other in
          let state = try await Self.connect(workspace, Self.form(other, key: nil))
          #expect(state.connection?.keyState == ModelKeyState.none && state.connection?.keyEnding == nil)
        }
      }
    }
  }

  @Test("is asked again after a restart; after a restore its key has to be entered again, and is in no file")
  func restart() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("model-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let (path, backup) = (folder.appendingPathComponent("store.db").path, folder.appendingPathComponent("copy").path)
    try await ConnectedModelServer.run(key: Self.key) { model async throws in
      let store = try SQLiteStore(path: path)
      try await TestServer.run(store: store) { server in
        let ada = try await server.user("ada")
        try await ada.tell("PUT", Self.path, Self.form(model))
        try store.backup(to: backup)
      }
      try await TestServer.run(store: try SQLiteStore(path: path)) { server in
        let state: ModelConnectionState = try await server.signedIn("ada").ask("GET", Self.path)
        #expect(state.model == "small" && state.connection?.keyState == .kept)
      }
      for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
        #expect(try Data(contentsOf: file).range(of: Data("CANARY".utf8)) == nil)
      }
      try SQLiteStore.restore(from: backup, to: path)
      try await TestServer.run(store: try SQLiteStore(path: path)) { server in
        let ada = try await server.signedIn("ada")
        let state: ModelConnectionState = try await ada.ask("GET", Self.path)
        #expect(state.source == .stored && state.model == nil && state.connection?.keyState == .unreadable)
        let answer = try await ada.send("POST", Self.path + "/trial", ModelTrialForm())
        #expect(answer.status == 409 && answer.text.contains("enter it again"))
        try expectProblem(await ada.send("PUT", Self.path, Self.form(model, key: nil)), .conflict)
        let again: ModelConnectionState = try await ada.ask("PUT", Self.path, Self.form(model))
        #expect(again.model == "small" && again.connection?.keyState == .kept)
      }
    }
  }

  @Test("the settings of the server go before what is stored, and say so")
  func options() async throws {
    try await TestWorkspace.run(
      model: StubModel { _ throws(ModelFailure) in ModelAnswer(text: "Blue", model: "stub-1") }
    ) {
      workspace in
      let state: ModelConnectionState = try await workspace.ada.ask("GET", Self.path)
      #expect(state.source == .options && state.model == "stub-1" && state.place == "model.example")
      let form = ModelConnectionForm(kind: .ollama, model: "small")
      try expectProblem(await workspace.ada.send("PUT", Self.path, form), .conflict)
      let trial: ModelTrial = try await workspace.ada.ask("POST", Self.path + "/trial", ModelTrialForm())
      #expect(trial.answer == "Blue" && trial.place == "model.example" && trial.cost == nil)
    }
  }

  @Test("a comparison sends nothing where somebody does not let models read, and nothing of others' conversations")
  func comparisonConsent() async throws {
    try await TestWorkspace.run { workspace async throws in
      try await ConnectedModelServer.run { model in
        _ = try await Self.connect(workspace, Self.form(model, key: nil))
        try await workspace.bob.post("The tide turns at noon.", in: workspace.group)
        var preferences: AIPreferences = try await workspace.bob.ask("GET", "/v1/ai/preferences")
        preferences.allowsRemoteModels = false
        try await workspace.bob.tell("PUT", "/v1/ai/preferences", preferences)
        let form = ModelComparisonForm(conversation: workspace.group)
        try expectProblem(await workspace.ada.send("POST", Self.path + "/comparison", form), .forbidden)
        let theirs = try await workspace.bob.group("Theirs", workspace.eve)
        try await workspace.bob.post("Ours alone.", in: theirs)
        try expectProblem(
          await workspace.ada.send("POST", Self.path + "/comparison", ModelComparisonForm(conversation: theirs)),
          .notFound)
        for days in [0, 32] {
          try expectProblem(
            await workspace.ada.send(
              "POST", Self.path + "/comparison", ModelComparisonForm(conversation: workspace.group, days: days)),
            .invalid)
        }
        #expect(model.questions.isEmpty)
      }
    }
  }

  @Test("servers of models are looked for at the ports that are said, on this machine alone")
  func servers() async throws {
    try await ConnectedModelServer.run(model: "llama3.2:1b") { model in
      try await TestWorkspace.run(configure: { $0.intelligence.modelPorts = [1, model.port] }) {
        workspace async throws in
        let found: ModelServers = try await workspace.ada.ask("GET", Self.path + "/servers")
        #expect(
          found.servers == [
            ModelServer(kind: .ollama, address: model.address, isReady: true, models: ["llama3.2:1b"])
          ])
      }
    }
  }

  @Test("without the AI nothing is connected, found or tried")
  func off() async throws {
    try await TestWorkspace.run(configure: { $0.intelligence.isOn = false }) { workspace async throws in
      let form = ModelConnectionForm(kind: .ollama, model: "small")
      try expectProblem(await workspace.ada.send("PUT", Self.path, form), .forbidden)
      try expectProblem(await workspace.ada.send("GET", Self.path + "/servers"), .forbidden)
      try expectProblem(await workspace.ada.send("POST", Self.path + "/trial", ModelTrialForm()), .forbidden)
    }
  }
}
