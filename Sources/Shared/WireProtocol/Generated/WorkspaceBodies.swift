// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `POST /v1/invitations` takes.
package struct CreateInvitationRequest: WireBody, Hashable {
  /// Sends the invitation there; then only that address may use it, once.
  package var email: String?
  package var role: WorkspaceRole?
  /// Groups that the asker may add people to.
  package var conversations: [ConversationID]
  /// 1 to 1,000; 1 when absent.
  package var maximumUses: Int64?
  /// Until it expires: 1 to 365; 7 when absent.
  package var days: Int64?
  package static let maximumUsesRange: ClosedRange<Int64> = 1...1_000
  package static let daysRange: ClosedRange<Int64> = 1...365

  package init(
    email: String? = nil, role: WorkspaceRole? = nil, conversations: [ConversationID] = [], maximumUses: Int64? = nil,
    days: Int64? = nil
  ) {
    self.email = email
    self.role = role
    self.conversations = conversations
    self.maximumUses = maximumUses
    self.days = days
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var email: String?
    var role: WorkspaceRole?
    var conversations: [ConversationID] = []
    var maximumUses: Int64?
    var days: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "email": email = try reader.string()
      case "role": role = try reader.word("member or admin")
      case "conversations": conversations = try reader.identifiers() ?? []
      case "maximumUses": maximumUses = try reader.integer()
      case "days": days = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(email: email, role: role, conversations: conversations, maximumUses: maximumUses, days: days)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("email", email)
    writer.field("role", role?.rawValue)
    if conversations != [] { writer.field("conversations", conversations) }
    writer.field("maximumUses", maximumUses)
    writer.field("days", days)
    writer.endObject()
  }
}

/// An invitation with its token, which the server says this once.
package struct CreatedInvitation: WireBody, Hashable {
  package var invitation: Invitation
  package var token: String

  package init(invitation: Invitation, token: String) {
    self.invitation = invitation
    self.token = token
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var invitation: Invitation?
    var token: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "invitation": invitation = try reader.body()
      case "token": token = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(invitation: try invitation.required("invitation"), token: try token.required("token"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("invitation", invitation)
    writer.field("token", token)
    writer.endObject()
  }
}

/// All invitations, newest first.
package struct InvitationsResponse: WireBody, Hashable {
  package var invitations: [Invitation]

  package init(invitations: [Invitation]) {
    self.invitations = invitations
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var invitations: [Invitation] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "invitations": invitations = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(invitations: invitations)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("invitations", invitations)
    writer.endObject()
  }
}

/// An account as admins of the workspace see it.
package struct AccountSummary: WireBody, Hashable {
  package var user: User
  package var role: WorkspaceRole
  package var isDisabled: Bool
  package var createdAt: Timestamp
  package var lastSeen: Timestamp?
  /// Who made the invitation that they came by.
  package var invitedBy: UserID?
  /// They have shown that the address is theirs.
  package var isVerified: Bool

  package init(
    user: User, role: WorkspaceRole, isDisabled: Bool = false, createdAt: Timestamp, lastSeen: Timestamp? = nil,
    invitedBy: UserID? = nil, isVerified: Bool = false
  ) {
    self.user = user
    self.role = role
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.lastSeen = lastSeen
    self.invitedBy = invitedBy
    self.isVerified = isVerified
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var user: User?
    var role: WorkspaceRole?
    var isDisabled: Bool?
    var createdAt: Timestamp?
    var lastSeen: Timestamp?
    var invitedBy: UserID?
    var isVerified: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "user": user = try reader.body()
      case "role": role = try reader.word("member or admin")
      case "isDisabled": isDisabled = try reader.boolean()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "lastSeen": lastSeen = try reader.timestamp("lastSeen")
      case "invitedBy": invitedBy = try reader.identifier()
      case "isVerified": isVerified = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      user: try user.required("user"), role: try role.required("role"), isDisabled: isDisabled ?? false,
      createdAt: try createdAt.required("createdAt"), lastSeen: lastSeen, invitedBy: invitedBy,
      isVerified: isVerified ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("user", user)
    writer.field("role", role.rawValue)
    writer.field("isDisabled", ifTrue: isDisabled)
    writer.field("createdAt", createdAt)
    writer.field("lastSeen", lastSeen)
    writer.field("invitedBy", invitedBy)
    writer.field("isVerified", ifTrue: isVerified)
    writer.endObject()
  }
}

/// All accounts in the order in which they were made.
package struct AccountsResponse: WireBody, Hashable {
  package var accounts: [AccountSummary]

  package init(accounts: [AccountSummary]) {
    self.accounts = accounts
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var accounts: [AccountSummary] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "accounts": accounts = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(accounts: accounts)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("accounts", accounts)
    writer.endObject()
  }
}

/// What `PATCH /v1/accounts/{id}` takes: an absent key leaves a value as it is.
package struct AccountPatchRequest: WireBody, Hashable {
  package var role: WorkspaceRole?
  package var isDisabled: Bool?
  /// The account's new address, or its present one: it counts as verified from now on.
  package var email: String?

  package init(role: WorkspaceRole? = nil, isDisabled: Bool? = nil, email: String? = nil) {
    self.role = role
    self.isDisabled = isDisabled
    self.email = email
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var role: WorkspaceRole?
    var isDisabled: Bool?
    var email: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "role": role = try reader.word("member or admin")
      case "isDisabled": isDisabled = try reader.boolean()
      case "email": email = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(role: role, isDisabled: isDisabled, email: email)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("role", role?.rawValue)
    if let isDisabled { writer.field("isDisabled", isDisabled) }
    writer.field("email", email)
    writer.endObject()
  }
}

/// A password that was made up, said this once.
package struct MadePassword: WireBody, Hashable {
  package var password: String

  package init(password: String) {
    self.password = password
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var password: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "password": password = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(password: try password.required("password"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("password", password)
    writer.endObject()
  }
}

/// What `POST /v1/invitations/request` takes.
package struct InvitationWishRequest: WireBody, Hashable {
  package var email: String

  package init(email: String) {
    self.email = email
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var email: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "email": email = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(email: try email.required("email"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("email", email)
    writer.endObject()
  }
}

/// What `POST /v1/invitations/lookup` takes.
package struct InvitationLookupRequest: WireBody, Hashable {
  package var token: String

  package init(token: String) {
    self.token = token
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var token: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "token": token = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(token: try token.required("token"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("token", token)
    writer.endObject()
  }
}

/// What an invitation says to who was given it.
package struct InvitationPreview: WireBody, Hashable {
  /// The name of the workspace.
  package var workspace: String?
  /// Who made the invitation.
  package var invitedBy: String?
  /// The one address that it is for.
  package var email: String?
  package var expiresAt: Timestamp

  package init(workspace: String? = nil, invitedBy: String? = nil, email: String? = nil, expiresAt: Timestamp) {
    self.workspace = workspace
    self.invitedBy = invitedBy
    self.email = email
    self.expiresAt = expiresAt
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var workspace: String?
    var invitedBy: String?
    var email: String?
    var expiresAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "workspace": workspace = try reader.string()
      case "invitedBy": invitedBy = try reader.string()
      case "email": email = try reader.string()
      case "expiresAt": expiresAt = try reader.timestamp("expiresAt")
      default: try reader.skipValue()
      }
    }
    self.init(workspace: workspace, invitedBy: invitedBy, email: email, expiresAt: try expiresAt.required("expiresAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("workspace", workspace)
    writer.field("invitedBy", invitedBy)
    writer.field("email", email)
    writer.field("expiresAt", expiresAt)
    writer.endObject()
  }
}
