// Made from wire/people.json: change that and run `make wire`.

/// What a user may do in the whole workspace. The first account is its admin.
public enum WorkspaceRole: String, Sendable, Codable, CaseIterable {
  case member
  case admin
}
