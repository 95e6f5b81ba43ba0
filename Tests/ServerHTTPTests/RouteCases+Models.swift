import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  private static let path = "/v1/model"

  static let models = [
    RouteCase("getModelConnection") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", path), .forbidden)
      let state: ModelConnectionState = try await workspace.ada.ask("GET", path)
      #expect(
        state
          == ModelConnectionState(
            source: .none, model: nil, place: nil, percentage: 100, isStopped: false, connection: nil))
    },
    RouteCase("connectModel") { workspace async throws in
      let form = ModelConnectionForm(
        kind: .openai, model: "gpt-4.1-mini", apiKey: "sk-0123456789-abcd", percentage: 10)
      try expectProblem(await workspace.bob.send("PUT", path, form), .forbidden)
      let state: ModelConnectionState = try await workspace.ada.ask("PUT", path, form)
      #expect(state.source == .stored && state.model == "gpt-4.1-mini" && state.place == "api.openai.com")
      #expect(state.percentage == 10 && !state.isStopped)
      let kept = try #require(state.connection)
      #expect(kept.address == "https://api.openai.com/v1" && kept.keyState == .kept && kept.keyEnding == "abcd")
      #expect(kept.inputPrice == 0.4 && kept.outputPrice == 1.6 && kept.setBy == workspace.ada.id)
      let answer = try await workspace.ada.send("GET", path)
      #expect(!answer.text.contains("sk-0123"), "the key is not told again")
    },
    RouteCase("disconnectModel") { workspace async throws in
      let form = ModelConnectionForm(kind: .ollama, model: "small")
      let _: ModelConnectionState = try await workspace.ada.ask("PUT", path, form)
      try expectProblem(await workspace.bob.send("DELETE", path), .forbidden)
      #expect(try await workspace.ada.send("DELETE", path).status == 204)
      let state: ModelConnectionState = try await workspace.ada.ask("GET", path)
      #expect(state.source == .none && state.model == nil && state.connection == nil)
    },
    RouteCase("findModelServers") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", path + "/servers"), .forbidden)
      let found: ModelServers = try await workspace.ada.ask("GET", path + "/servers")
      #expect(found.servers.isEmpty, "tests look at no port unless they say which")
    },
    RouteCase("tryModel") { workspace async throws in
      try await ConnectedModelServer.run { model in
        let form = ModelConnectionForm(
          kind: .compatible, address: model.address, model: "small", inputPrice: 100, outputPrice: 1_000)
        try expectProblem(
          await workspace.bob.send("POST", path + "/trial", ModelTrialForm(connection: form)), .forbidden)
        try expectProblem(await workspace.ada.send("POST", path + "/trial", ModelTrialForm()), .conflict)
        let trial: ModelTrial = try await workspace.ada.ask(
          "POST", path + "/trial", ModelTrialForm(connection: form))
        #expect(trial.answer == "Blue" && trial.problem == nil && trial.model == "small")
        #expect(trial.inputTokens == 20 && trial.outputTokens == 2 && trial.cost == 4_000)
        #expect(model.questions.count == 1)
        let state: ModelConnectionState = try await workspace.ada.ask("GET", path)
        #expect(state.source == .none, "nothing is kept")
      }
    },
    RouteCase("compareModel") { workspace async throws in
      let form = ModelComparisonForm(conversation: workspace.group)
      try expectProblem(await workspace.ada.send("POST", path + "/comparison", form), .conflict)
      try await ConnectedModelServer.run { model in
        let connection = ModelConnectionForm(
          kind: .compatible, address: model.address, model: "small", inputPrice: 100, outputPrice: 1_000,
          percentage: 0)
        let _: ModelConnectionState = try await workspace.ada.ask("PUT", path, connection)
        try expectProblem(await workspace.bob.send("POST", path + "/comparison", form), .forbidden)
        try await workspace.bob.post("We decided to keep the red boat.", in: workspace.group)
        let made: ModelComparison = try await workspace.ada.ask("POST", path + "/comparison", form)
        #expect(made.messages > 0 && made.model == "small" && made.place == "127.0.0.1:\(model.port)")
        #expect(made.own.summary.contains { $0.contains("red boat") } || !made.own.decisions.isEmpty)
        #expect(made.other != nil && made.problem == nil && made.cost != nil, "whoever it is switched on for")
        #expect(model.questions.count == 2)
        let rows = try LedgerResponse(json: await workspace.ada.ok("GET", "/v1/ai/ledger")).entries
        #expect(rows.contains { $0.feature == "compareModel" && $0.conversations == [workspace.group] })
      }
    },
  ]
}
