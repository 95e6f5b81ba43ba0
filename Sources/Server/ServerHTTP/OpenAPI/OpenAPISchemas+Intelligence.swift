extension OpenAPISchemas {
  /// What the intelligence answers.
  static let intelligence: [Schema] = [
    Schema(
      "Insight",
      [
        .init("id", .identifier, isRequired: true),
        .init("rev", .integer, isRequired: true),
        .init("kind", .word(["action_item", "decision", "scheduling"]), isRequired: true),
        .init("status", .word(["open", "done", "dismissed", "withdrawn"]), isRequired: true),
        .init("text", .text, isRequired: true),
        .init("citations", .array(.identifier), isRequired: true),
        .init("owner", .identifier, isRequired: false),
        .init("ownerName", .text, isRequired: false),
        .init("dueAt", .integer, isRequired: false),
        .init("dueText", .text, isRequired: false),
        .init("participants", .array(.identifier), isRequired: true),
        .init("tags", .array(.text), isRequired: true),
        .init("context", .text, isRequired: false),
        .init("confidence", .number, isRequired: true),
        .init("reason", .text, isRequired: true),
        .init("model", .text, isRequired: false),
        .init("createdBy", .identifier, isRequired: false),
        .init("createdAt", .integer, isRequired: true),
        .init("updatedAt", .integer, isRequired: true),
        .init("isEdited", .flag, isRequired: true),
      ]),
    Schema(
      "PlacedInsight",
      [
        .init("conversation", .identifier, isRequired: true),
        .init("insight", .reference("Insight"), isRequired: true),
      ]),
    Schema(
      "Citation",
      [
        .init("conversation", .identifier, isRequired: true),
        .init("message", .identifier, isRequired: true),
        .init("seq", .integer, isRequired: true),
        .init("sender", .identifier, isRequired: true),
        .init("excerpt", .text, isRequired: true),
        .init("createdAt", .integer, isRequired: true),
      ]),
    Schema(
      "CitedPoint",
      [
        .init("text", .text, isRequired: true),
        .init("person", .identifier, isRequired: false),
        .init("citations", .array(.reference("Citation")), isRequired: true),
      ]),
    Schema(
      "AIReceipt",
      [
        .init("model", .text, isRequired: true),
        .init("place", .text, isRequired: true),
        .init("messagesRead", .integer, isRequired: true),
        .init("messagesSent", .integer, isRequired: true),
        .init("inputTokens", .integer, isRequired: true),
        .init("outputTokens", .integer, isRequired: true),
        .init("milliseconds", .integer, isRequired: true),
        .init("isCached", .flag, isRequired: true),
        .init("notice", .text, isRequired: false),
      ]),
    Schema(
      "AIOutput",
      [
        .init("id", .identifier, isRequired: true),
        .init("kind", .word(["summary", "digest", "answer", "meeting"]), isRequired: true),
        .init("conversation", .identifier, isRequired: false),
        .init("title", .text, isRequired: true),
        .init("text", .text, isRequired: true),
        .init("points", .array(.reference("CitedPoint")), isRequired: true),
        .init("contributions", .array(.reference("CitedPoint")), isRequired: true),
        .init("slots", .array(.reference("MeetingSlot")), isRequired: true),
        .init("isFound", .flag, isRequired: true),
        .init("confidence", .number, isRequired: true),
        .init("reason", .text, isRequired: true),
        .init("receipt", .reference("AIReceipt"), isRequired: true),
        .init("createdAt", .integer, isRequired: true),
        .init("expiresAt", .integer, isRequired: true),
        .init("feedback", .word(["helpful", "unhelpful"]), isRequired: false),
        .init("feedbackNote", .text, isRequired: false),
        .init("isDismissed", .flag, isRequired: true),
        .init("sharedAs", .identifier, isRequired: false),
      ]),
    Schema(
      "Seat",
      [
        .init("user", .identifier, isRequired: true),
        .init("timeZone", .text, isRequired: true),
        .init("localTime", .text, isRequired: true),
        .init("isInWorkingHours", .flag, isRequired: true),
        .init("burden", .number, isRequired: true),
      ]),
    Schema(
      "MeetingSlot",
      [
        .init("start", .integer, isRequired: true),
        .init("end", .integer, isRequired: true),
        .init("seats", .array(.reference("Seat")), isRequired: true),
        .init("reason", .text, isRequired: true),
      ]),
    Schema(
      "PriorityVerdict",
      [
        .init("message", .identifier, isRequired: true),
        .init("conversation", .identifier, isRequired: true),
        .init("seq", .integer, isRequired: true),
        .init("sender", .identifier, isRequired: true),
        .init("excerpt", .text, isRequired: true),
        .init("createdAt", .integer, isRequired: true),
        .init("priority", .word(["urgent", "can_wait", "ai_handled"]), isRequired: true),
        .init("score", .number, isRequired: true),
        .init("reason", .text, isRequired: true),
        .init("isCorrected", .flag, isRequired: true),
        .init("isUnread", .flag, isRequired: true),
      ]),
    Schema(
      "Hours",
      [
        .init("days", .array(.integer), isRequired: true),
        .init("start", .integer, isRequired: true),
        .init("end", .integer, isRequired: true),
      ]),
    Schema(
      "AIPreferences",
      [
        .init("isOn", .flag, isRequired: true),
        .init("allowsRemoteModels", .flag, isRequired: true),
        .init("urgentContacts", .array(.identifier), isRequired: true),
        .init("urgentKeywords", .array(.text), isRequired: true),
        .init("focusHours", .array(.reference("Hours")), isRequired: true),
        .init("workingHours", .array(.reference("Hours")), isRequired: true),
        .init("tone", .word(["neutral", "brief", "friendly", "formal"]), isRequired: true),
        .init("language", .text, isRequired: false),
      ]),
    Schema(
      "SmartSearchHit",
      [
        .init("citation", .reference("Citation"), isRequired: true),
        .init("snippet", .text, isRequired: true),
        .init("score", .number, isRequired: true),
        .init("matchedBy", .array(.text), isRequired: true),
      ]),
    Schema(
      "AssistantMessage",
      [
        .init("id", .identifier, isRequired: true),
        .init("role", .word(["user", "assistant"]), isRequired: true),
        .init("text", .text, isRequired: true),
        .init("citations", .array(.reference("Citation")), isRequired: true),
        .init("proposals", .array(.reference("ActionProposal")), isRequired: true),
        .init("receipt", .reference("AIReceipt"), isRequired: false),
        .init("createdAt", .integer, isRequired: true),
      ]),
    Schema(
      "ActionProposal",
      [
        .init("id", .identifier, isRequired: true),
        .init("function", .text, isRequired: true),
        .init("arguments", .text, isRequired: true),
        .init("summary", .text, isRequired: true),
        .init("state", .word(["waiting", "done", "rejected", "failed"]), isRequired: true),
        .init("result", .text, isRequired: false),
      ]),
    Schema(
      "MemoryEntry",
      [
        .init("id", .identifier, isRequired: true),
        .init("text", .text, isRequired: true),
        .init("createdAt", .integer, isRequired: true),
      ]),
    Schema(
      "LedgerEntry",
      [
        .init("at", .integer, isRequired: true),
        .init("feature", .text, isRequired: true),
        .init("model", .text, isRequired: true),
        .init("place", .text, isRequired: true),
        .init("conversations", .array(.identifier), isRequired: true),
        .init("messagesSent", .integer, isRequired: true),
        .init("inputTokens", .integer, isRequired: true),
        .init("outputTokens", .integer, isRequired: true),
        .init("cost", .integer, isRequired: true),
        .init("isCached", .flag, isRequired: true),
      ]),
    Schema(
      "AIStatus",
      [
        .init("isOn", .flag, isRequired: true),
        .init("hasEmbeddings", .flag, isRequired: true),
        .init("model", .text, isRequired: false),
        .init("place", .text, isRequired: true),
        .init("requestsToday", .integer, isRequired: true),
        .init("requestsADay", .integer, isRequired: true),
        .init("waitingMessages", .integer, isRequired: true),
      ]),
  ]
}
