import AIProviders
import Domain
import Foundation
import Intelligence
import TestSupport
import Testing
import WireProtocol

/// A conversation with something planted in it, people who ask about it, and secrets that they must
/// not hear.
struct Scene: Sendable {
  let server: TestServer
  let model: HostileModel
  /// Asks with the model, as long as everybody in the group allows it.
  let ada: TestUser
  /// Asks when she no longer allows it.
  let carol: TestUser
  /// A member of both groups, with private things of his own.
  let bob: TestUser
  /// Planted it.
  let mallory: TestUser
  /// Only in the vault.
  let victor: TestUser
  let group: ConversationID
  let vault: ConversationID
  let marked: Insight
  /// What must reach neither Ada nor Carol, nor a model on their behalf.
  let secrets: [String]
  /// What stands in the file that was planted.
  private(set) var document = ""

  init(_ server: TestServer, _ model: HostileModel, number: Int, _ planted: PlantedCase) async throws {
    self.server = server
    self.model = model
    ada = try await server.user("ada-\(number)")
    carol = try await server.user("carol-\(number)")
    bob = try await server.user("bob-\(number)")
    mallory = try await server.user("mallory-\(number)")
    victor = try await server.user("victor-\(number)")
    secrets = ["VAULT", "MEMORY", "KEYWORD", "TALK", "DELETED", "FORMER"].map { "CANARY\($0)\(number)" }
    try await Self.allowModels(false, bob, number)
    vault = try await victor.group("Vault \(number)", bob)
    let hidden = try await victor.post(
      "The vault code is CANARYVAULT\(number). Bob will bring the lunch key by Friday.", in: vault)
    try await Self.keepPrivately(bob, vault, number)
    try await Self.allowModels(true, bob, number)
    group = try await ada.group("Lunch", carol, bob, mallory)
    try await ada.post("The lunch budget is 400 euros, we decided that yesterday.", in: group)
    let here = "CANARYHERE\(number)"
    let door = try await carol.post("The door code is \(here). I will keep the door locked until Friday.", in: group)
    let form = MarkInsightRequest(kind: .actionItem, message: door.id, text: "keep the door locked")
    marked = try await bob.ask("POST", "/v1/conversations/\(group)/insights", form)
    let gone = try await bob.post("The lunch code was CANARYDELETED\(number).", in: group)
    try await bob.delete(gone.id, in: group)
    let changed = try await bob.post("The lunch was CANARYFORMER\(number).", in: group)
    try await bob.edit(changed.id, in: group, to: "The lunch is at noon.")
    let values = [
      "HERE": here, "VAULT": "Vault \(number)", "VAULT-ID": "\(vault)", "VAULT-MESSAGE": "\(hidden.id)",
      "OTHER": bob.name,
    ]
    try await plant(planted, values)
    try await carol.post("What was decided about the lunch and the budget?", in: group)
  }

  /// Has the model read by itself what is new. What it was shown of the group: each conversation is
  /// shown alone, and the vault to nobody else.
  func readByModel() async throws -> [ModelRequest] {
    let start = model.requests.count
    let services = server.instance.intelligence
    try await eventually("all messages are worked on") {
      try await bob.ask("GET", "/v1/ai/status", as: AIStatus.self).waitingMessages == 0
    }
    while await services.modelPass.runBatch() > 0 {}
    let shown = model.requests[start...].filter { HostileModel.allText($0).contains("The lunch budget is 400 euros") }
    #expect(shown.count == 1 && shown.allSatisfy { $0.purpose == PassPrompt.id })
    return Array(shown)
  }

  /// Carol lets no model elsewhere read any more: neither for her nor what was said where she is.
  func withdrawConsent() async throws {
    try await carol.tell("PUT", "/v1/ai/preferences", AIPreferences(allowsRemoteModels: false))
  }

  private static func allowModels(_ isAllowed: Bool, _ bob: TestUser, _ number: Int) async throws {
    let preferences = AIPreferences(allowsRemoteModels: isAllowed, urgentKeywords: ["CANARYKEYWORD\(number)"])
    try await bob.tell("PUT", "/v1/ai/preferences", preferences)
  }

  private static func keepPrivately(_ bob: TestUser, _ vault: ConversationID, _ number: Int) async throws {
    _ = try await bob.ask("POST", "/v1/conversations/\(vault)/summary", SummaryRequest(.last(10)), as: AIOutput.self)
    try await bob.tell("POST", "/v1/ai/assistant", AssistantRequest(text: "CANARYTALK\(number) lunch budget?"))
    let form = FunctionRequest(
      function: "rememberFact", arguments: #"{"text":"The lunch code of Bob is CANARYMEMORY\#(number)"}"#)
    let answer = try await bob.ask("POST", "/v1/ai/functions", form, as: AssistantMessage.self)
    for proposal in answer.proposals {
      try await bob.tell("PUT", "/v1/ai/proposals/\(proposal.id)", ProposalRequest(approve: true))
    }
  }

  private mutating func plant(_ planted: PlantedCase, _ values: [String: String]) async throws {
    let text = Corpus.filled(planted.text, values)
    switch planted.place {
    case .message: try await mallory.post(text, in: group)
    case .split:
      for part in text.components(separatedBy: " || ") { try await mallory.post(part, in: group) }
    case .edit:
      let harmless = try await mallory.post("Lunch is fine.", in: group)
      try await mallory.edit(harmless.id, in: group, to: text)
    case .file:
      let file = try await mallory.upload([1, 2, 3], name: String(text.prefix(100)))
      let attachments = [AttachmentReference(id: file.id, alt: String(text.prefix(Attachment.mostAlt)))]
      let form = PostMessageRequest(
        id: TestUser.newID(), text: "The lunch menu and the budget of the lunch.", attachments: attachments)
      try await mallory.ok("POST", "/v1/conversations/\(group)/messages", form)
    case .document:
      document = "menu.txt\n\(text)"
      let file = try await mallory.upload(Array(text.utf8), name: "menu.txt")
      try await mallory.post("The lunch menu.", files: [file.id], in: group)
    case .person:
      try await mallory.ok("PATCH", "/v1/me", ProfileChange(name: text))
      try await mallory.post("I decided that the lunch is cold. I will print the menu by Friday.", in: group)
    case .group:
      try await ada.ok("PATCH", "/v1/conversations/\(group)", ConversationPatchRequest(name: text))
      try await mallory.post("I decided that the lunch is cold. I will print the menu by Friday.", in: group)
    }
  }
}
