import AppIntents
import Domain

/// A conversation as shortcuts know it.
struct ConversationEntity: AppEntity {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { "Conversation" }
  static var defaultQuery: ConversationQuery { ConversationQuery() }

  let id: String
  let title: String

  init(_ summary: ConversationSummary) {
    id = summary.id.description
    title = summary.title
  }

  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(title)") }

  /// Throws `gone` for an id that is none.
  func conversation() throws -> ConversationID {
    guard let conversation = ConversationID(id) else { throw ShortcutProblem.gone }
    return conversation
  }
}

/// Finds conversations by id and by words of their titles.
struct ConversationQuery: EntityStringQuery {
  @Dependency private var context: ShortcutContext

  func entities(for identifiers: [String]) async throws -> [ConversationEntity] {
    try await context.actions().conversations(identifiers.compactMap { ConversationID($0) }).map(
      ConversationEntity.init)
  }

  func entities(matching string: String) async throws -> [ConversationEntity] {
    try await context.actions().conversations(matching: string).map(ConversationEntity.init)
  }

  func suggestedEntities() async throws -> [ConversationEntity] {
    try await context.actions().suggestions().map(ConversationEntity.init)
  }
}
