extension OpenAPISchemas {
  /// Bodies around what the intelligence takes and answers.
  static let intelligenceBodies: [Schema] = [
    Schema(
      "SummaryRequest",
      [
        .init("range", .text, isRequired: false),
        .init("count", .integer, isRequired: false),
        .init("days", .integer, isRequired: false),
        .init("from", .integer, isRequired: false),
        .init("to", .integer, isRequired: false),
        .init("question", .text, isRequired: false),
      ]),
    Schema(
      "FeedbackRequest",
      [
        .init("feedback", .word(["helpful", "unhelpful"]), isRequired: false),
        .init("note", .text, isRequired: false),
      ]),
    Schema(
      "ShareRequest",
      [
        .init("conversation", .identifier, isRequired: true)
      ]),
    Schema(
      "SharedResponse",
      [
        .init("message", .identifier, isRequired: true)
      ]),
    Schema(
      "InsightsResponse",
      [
        .init("insights", .array(.reference("PlacedInsight")), isRequired: true),
        .init("notice", .text, isRequired: false),
      ]),
    Schema(
      "MarkInsightRequest",
      [
        .init("kind", .word(["action_item", "decision", "scheduling"]), isRequired: true),
        .init("message", .identifier, isRequired: true),
        .init("text", .text, isRequired: false),
        .init("id", .identifier, isRequired: false),
      ]),
    Schema(
      "PrioritiesResponse",
      [
        .init("verdicts", .array(.reference("PriorityVerdict")), isRequired: true)
      ]),
    Schema(
      "PriorityRequest",
      [
        .init("priority", .word(["urgent", "can_wait", "ai_handled"]), isRequired: true)
      ]),
    Schema(
      "SmartSearchRequest",
      [
        .init("query", .text, isRequired: true),
        .init("limit", .integer, isRequired: false),
      ]),
    Schema(
      "SmartSearchResponse",
      [
        .init("hits", .array(.reference("SmartSearchHit")), isRequired: true),
        .init("notice", .text, isRequired: false),
      ]),
    Schema(
      "QuestionRequest",
      [
        .init("question", .text, isRequired: true)
      ]),
    Schema(
      "MeetingRequest",
      [
        .init("topic", .text, isRequired: false),
        .init("minutes", .integer, isRequired: false),
        .init("participants", .array(.identifier), isRequired: false),
      ]),
    Schema(
      "OutputsResponse",
      [
        .init("outputs", .array(.reference("AIOutput")), isRequired: true)
      ]),
    Schema(
      "LedgerResponse",
      [
        .init("entries", .array(.reference("LedgerEntry")), isRequired: true)
      ]),
    Schema(
      "SwitchRequest",
      [
        .init("isOn", .flag, isRequired: true)
      ]),
    Schema(
      "AssistantRequest",
      [
        .init("text", .text, isRequired: true),
        .init("conversation", .identifier, isRequired: false),
      ]),
    Schema(
      "AssistantHistoryResponse",
      [
        .init("messages", .array(.reference("AssistantMessage")), isRequired: true)
      ]),
    Schema(
      "MemoryResponse",
      [
        .init("entries", .array(.reference("MemoryEntry")), isRequired: true)
      ]),
    Schema(
      "ProposalRequest",
      [
        .init("approve", .flag, isRequired: true)
      ]),
    Schema(
      "FunctionRequest",
      [
        .init("function", .text, isRequired: true),
        .init("arguments", .text, isRequired: true),
        .init("conversation", .identifier, isRequired: false),
      ]),
    Schema(
      "InsightChange",
      [
        .init("text", .text, isRequired: false),
        .init("status", .word(["open", "done", "dismissed", "withdrawn"]), isRequired: false),
        .init("owner", .identifier, isRequired: false),
        .init("removesOwner", .flag, isRequired: false),
        .init("dueAt", .integer, isRequired: false),
        .init("removesDue", .flag, isRequired: false),
        .init("tags", .array(.text), isRequired: false),
      ]),
  ]
}
