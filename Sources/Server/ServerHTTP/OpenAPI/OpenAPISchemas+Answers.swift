extension OpenAPISchemas {
  /// Bodies that the server sends.
  static let answers: [Schema] = [
    Schema(
      "Profile",
      [
        .init("id", .identifier, isRequired: true),
        .init("rev", .integer, isRequired: true),
        .init("email", .text, isRequired: true),
        .init("name", .text, isRequired: true),
        .init("photo", .text, isRequired: false),
        .init("timeZone", .text, isRequired: false),
        .init("locale", .text, isRequired: false),
        .init("language", .text, isRequired: false),
        .init("workspaceRole", .word(["member", "admin"]), isRequired: true),
        .init("createdAt", .integer, isRequired: true),
      ]),
    Schema(
      "Session",
      [
        .init("user", .reference("Profile"), isRequired: true),
        .init("session", .identifier, isRequired: true),
        .init("accessToken", .text, isRequired: true),
        .init("accessExpiresAt", .integer, isRequired: true),
        .init("refreshToken", .text, isRequired: true),
      ]),
    Schema(
      "DeviceSession",
      [
        .init("id", .identifier, isRequired: true),
        .init("device", .text, isRequired: true),
        .init("createdAt", .integer, isRequired: true),
        .init("lastSeenAt", .integer, isRequired: true),
        .init("current", .flag, isRequired: false),
      ]),
    Schema(
      "Sessions",
      [
        .init("sessions", .array(.reference("DeviceSession")), isRequired: true)
      ]),
    Schema(
      "User",
      [
        .init("id", .identifier, isRequired: true),
        .init("name", .text, isRequired: true),
        .init("email", .text, isRequired: true),
        .init("photo", .text, isRequired: false),
        .init("timeZone", .text, isRequired: false),
      ]),
    Schema(
      "Users",
      [
        .init("users", .array(.reference("User")), isRequired: true)
      ]),
    Schema(
      "Conversation",
      [
        .init("id", .identifier, isRequired: true),
        .init("rev", .integer, isRequired: true),
        .init("kind", .word(["direct", "group"]), isRequired: true),
        .init("name", .text, isRequired: false),
        .init("photo", .text, isRequired: false),
        .init("createdAt", .integer, isRequired: true),
        .init("createdBy", .identifier, isRequired: true),
        .init("intelligenceOff", .flag, isRequired: false),
      ]),
    Schema(
      "Member",
      [
        .init("user", .identifier, isRequired: true),
        .init("rev", .integer, isRequired: true),
        .init("role", .word(["member", "admin"]), isRequired: true),
        .init("name", .text, isRequired: true),
        .init("photo", .text, isRequired: false),
        .init("joinSeq", .integer, isRequired: false),
        .init("deliveredSeq", .integer, isRequired: false),
        .init("readSeq", .integer, isRequired: false),
        .init("leftAt", .integer, isRequired: false),
      ]),
    Schema(
      "MessageEdit",
      [
        .init("id", .identifier, isRequired: true),
        .init("text", .text, isRequired: true),
        .init("at", .integer, isRequired: true),
      ]),
    Schema(
      "Message",
      [
        .init("id", .identifier, isRequired: true),
        .init("seq", .integer, isRequired: true),
        .init("rev", .integer, isRequired: true),
        .init("sender", .identifier, isRequired: true),
        .init("text", .text, isRequired: true),
        .init("createdAt", .integer, isRequired: true),
        .init("replyTo", .identifier, isRequired: false),
        .init("editCount", .integer, isRequired: false),
        .init("editedAt", .integer, isRequired: false),
        .init("edits", .array(.reference("MessageEdit")), isRequired: false),
        .init("deletedAt", .integer, isRequired: false),
        .init("deletedBy", .identifier, isRequired: false),
      ]),
    Schema(
      "Settings",
      [
        .init("conversation", .identifier, isRequired: true),
        .init("rev", .integer, isRequired: true),
        .init("muted", .flag, isRequired: false),
        .init("mutedUntil", .integer, isRequired: false),
        .init("archived", .flag, isRequired: false),
        .init("archivedAt", .integer, isRequired: false),
        .init("pinned", .flag, isRequired: false),
      ]),
    Schema(
      "Window",
      [
        .init("feed", .text, isRequired: true),
        .init("fromRev", .integer, isRequired: false),
        .init("toRev", .integer, isRequired: false),
        .init("reset", .flag, isRequired: false),
        .init("windowStart", .integer, isRequired: false),
        .init("unreadBefore", .integer, isRequired: false),
        .init("conversation", .reference("Conversation"), isRequired: false),
        .init("members", .array(.reference("Member")), isRequired: false),
        .init("messages", .array(.reference("Message")), isRequired: false),
        .init("insights", .array(.reference("Insight")), isRequired: false),
        .init("settings", .array(.reference("Settings")), isRequired: false),
        .init("profile", .reference("Profile"), isRequired: false),
        .init("history", .identifier, isRequired: true),
      ]),
    Schema(
      "FeedRev",
      [
        .init("id", .identifier, isRequired: true),
        .init("rev", .integer, isRequired: true),
      ]),
    Schema(
      "Conversations",
      [
        .init("conversations", .array(.reference("FeedRev")), isRequired: true)
      ]),
    Schema(
      "Page",
      [
        .init("conversation", .identifier, isRequired: true),
        .init("messages", .array(.reference("Message")), isRequired: true),
        .init("windowStart", .integer, isRequired: true),
        .init("unreadBefore", .integer, isRequired: false),
        .init("hasMore", .flag, isRequired: false),
        .init("history", .identifier, isRequired: true),
      ]),
    Schema(
      "SearchResult",
      [
        .init("conversation", .identifier, isRequired: true),
        .init("message", .reference("Message"), isRequired: true),
        .init("snippet", .text, isRequired: true),
      ]),
    Schema(
      "SearchResults",
      [
        .init("results", .array(.reference("SearchResult")), isRequired: true),
        .init("next", .text, isRequired: false),
      ]),
    Schema(
      "Health",
      [
        .init("status", .text, isRequired: true),
        .init("version", .text, isRequired: true),
      ]),
    Schema(
      "Problem",
      [
        .init("type", .text, isRequired: true),
        .init("title", .text, isRequired: true),
        .init("status", .integer, isRequired: true),
        .init("code", .text, isRequired: true),
        .init("detail", .text, isRequired: true),
        .init("retry", .flag, isRequired: false),
        .init("retryAfter", .integer, isRequired: false),
      ]),
    Schema(
      "OpenAPIDocument",
      [
        .init("openapi", .text, isRequired: true),
        .init("info", .object, isRequired: true),
        .init("paths", .object, isRequired: true),
        .init("components", .object, isRequired: true),
      ]),
  ]
}
