extension OpenAPISchemas {
  /// Bodies that clients send.
  static let requests: [Schema] = [
    Schema(
      "SignUpRequest",
      [
        .init("email", .text, isRequired: true),
        .init("password", .text, isRequired: true),
        .init("name", .text, isRequired: true),
        .init("device", .text, isRequired: false),
        .init("timeZone", .text, isRequired: false),
        .init("locale", .text, isRequired: false),
        .init("language", .text, isRequired: false),
      ]),
    Schema(
      "SignInRequest",
      [
        .init("email", .text, isRequired: true),
        .init("password", .text, isRequired: true),
        .init("device", .text, isRequired: false),
      ]),
    Schema(
      "RefreshRequest",
      [
        .init("refreshToken", .text, isRequired: true)
      ]),
    Schema(
      "ProfilePatchRequest",
      [
        .init("name", .text, isRequired: false),
        .init("photo", .nullableText, isRequired: false),
        .init("timeZone", .nullableText, isRequired: false),
        .init("locale", .nullableText, isRequired: false),
        .init("language", .nullableText, isRequired: false),
      ]),
    Schema(
      "PasswordChangeRequest",
      [
        .init("current", .text, isRequired: true),
        .init("new", .text, isRequired: true),
      ]),
    Schema(
      "DeleteAccountRequest",
      [
        .init("password", .text, isRequired: true)
      ]),
    Schema(
      "CreateConversationRequest",
      [
        .init("kind", .word(["direct", "group"]), isRequired: true),
        .init("members", .array(.identifier), isRequired: true),
        .init("name", .text, isRequired: false),
        .init("id", .identifier, isRequired: false),
      ]),
    Schema(
      "ConversationPatchRequest",
      [
        .init("name", .text, isRequired: false),
        .init("photo", .nullableText, isRequired: false),
      ]),
    Schema(
      "AddMembersRequest",
      [
        .init("users", .array(.identifier), isRequired: true)
      ]),
    Schema(
      "RoleRequest",
      [
        .init("role", .word(["member", "admin"]), isRequired: true)
      ]),
    Schema(
      "PostMessageRequest",
      [
        .init("id", .identifier, isRequired: true),
        .init("text", .text, isRequired: true),
        .init("replyTo", .identifier, isRequired: false),
      ]),
    Schema(
      "EditMessageRequest",
      [
        .init("editId", .identifier, isRequired: true),
        .init("text", .text, isRequired: true),
      ]),
    Schema(
      "ReadRequest",
      [
        .init("seq", .integer, isRequired: true),
        .init("markUnread", .flag, isRequired: false),
      ]),
    Schema(
      "SettingsRequest",
      [
        .init("muted", .flag, isRequired: false),
        .init("mutedUntil", .integer, isRequired: false),
        .init("archived", .flag, isRequired: false),
        .init("pinned", .flag, isRequired: false),
      ]),
  ]
}
