// Made from wire/requests.json: change that and run `make wire`.

extension OpenAPISchema {
  static let requestsSchemas = #"""
    "SignUpRequest":{"type":"object","description":"What `POST /v1/accounts` takes.",\#
    "properties":{"email":{"type":"string"},"password":{"type":"string"},"name":{"type":"string"},\#
    "device":{"type":"string"},"timeZone":{"type":"string"},"locale":{"type":"string"},"language":{"type":"string"},\#
    "invitation":{"type":"string","description":"The token of an invitation."}},"required":["email","password",\#
    "name"]},
    "CreateInvitationRequest":{"type":"object","description":"What `POST /v1/invitations` takes.",\#
    "properties":{"email":{"type":"string","description":"Sends the invitation there; then only that address may \#
    use it, once."},"role":{"type":"string","enum":["member","admin"]},"conversations":{"type":"array",\#
    "items":{"type":"string","format":"uuid"},"default":[],"description":"Groups that the asker may add people \#
    to."},"maximumUses":{"type":"integer","format":"int64","minimum":1,"maximum":1000,"description":"1 to 1,000; 1 \#
    when absent."},"days":{"type":"integer","format":"int64","minimum":1,"maximum":365,"description":"Until it \#
    expires: 1 to 365; 7 when absent."}}},
    "CreatedInvitation":{"type":"object","description":"An invitation with its token, which the server says this \#
    once.","properties":{"invitation":{"$ref":"#/components/schemas/Invitation"},"token":{"type":"string"}},\#
    "required":["invitation","token"]},
    "Invitations":{"type":"object","description":"All invitations, newest first.",\#
    "properties":{"invitations":{"type":"array","items":{"$ref":"#/components/schemas/Invitation"}}},\#
    "required":["invitations"]},
    "AccountSummary":{"type":"object","description":"An account as admins of the workspace see it.",\#
    "properties":{"user":{"$ref":"#/components/schemas/User"},"role":{"type":"string","enum":["member","admin"]},\#
    "isDisabled":{"type":"boolean","default":false},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"lastSeen":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "invitedBy":{"type":"string","format":"uuid","description":"Who made the invitation that they came by."},\#
    "isVerified":{"type":"boolean","default":false,"description":"They have shown that the address is theirs."}},\#
    "required":["user","role","createdAt"]},
    "Accounts":{"type":"object","description":"All accounts in the order in which they were made.",\#
    "properties":{"accounts":{"type":"array","items":{"$ref":"#/components/schemas/AccountSummary"}}},\#
    "required":["accounts"]},
    "AccountPatchRequest":{"type":"object","description":"What `PATCH /v1/accounts/{id}` takes: an absent key \#
    leaves a value as it is.","properties":{"role":{"type":"string","enum":["member","admin"]},\#
    "isDisabled":{"type":"boolean"},"email":{"type":"string","description":"The account's new address, or its \#
    present one: it counts as verified from now on."}}},
    "MadePassword":{"type":"object","description":"A password that was made up, said this once.",\#
    "properties":{"password":{"type":"string"}},"required":["password"]},
    "InvitationWishRequest":{"type":"object","description":"What `POST /v1/invitations/request` takes.",\#
    "properties":{"email":{"type":"string"}},"required":["email"]},
    "MailOutcomes":{"type":"object","description":"What became of letters.",\#
    "properties":{"outcomes":{"type":"array","items":{"$ref":"#/components/schemas/MailOutcomeCount"}}},\#
    "required":["outcomes"]},
    "MailOutcomeCount":{"type":"object","description":"How many letters came to the same.",\#
    "properties":{"outcome":{"type":"string","description":"`accepted`, `rejected`, `exhausted`, or `waiting` for \#
    those that are still to be sent."},"count":{"type":"integer","format":"int64"},"detail":{"type":"string",\#
    "description":"What the mail server said of the last of them."}},"required":["outcome","count"]},
    "AuditPage":{"type":"object","description":"Part of the audit log, newest first.",\#
    "properties":{"entries":{"type":"array","items":{"$ref":"#/components/schemas/AuditEntry"}},\#
    "next":{"type":"integer","format":"int64","description":"`before` of the next page; absent behind the oldest \#
    entry."}},"required":["entries"]},
    "AuditEntry":{"type":"object","description":"What somebody did. docs/audit.md says what each kind has, and what \#
    the hash is of.","properties":{"number":{"type":"integer","format":"int64"},"at":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":253402300799999},"actor":{"type":"string","description":"`account:` and \#
    the id, `command-line`, `server` or `nobody`."},"session":{"type":"string"},"address":{"type":"string",\#
    "description":"Of the network; absent where it was not known, or was erased."},"salt":{"type":"string",\#
    "description":"Hexadecimal, as the hashes."},"addressHash":{"type":"string","description":"SHA-256 of the salt \#
    and the address."},"kind":{"type":"string"},"subject":{"type":"string","description":"`account:`, `session:`, \#
    `invitation:` or `conversation:`, and the id."},"detail":{"type":"string"},"outcome":{"type":"string",\#
    "description":"`done`, or the code of the refusal."},"before":{"type":"string","description":"The hash of the \#
    entry before."},"hash":{"type":"string"}},"required":["number","at","actor","kind","outcome","before","hash"]},
    "AuditVerification":{"type":"object","description":"What was found of the whole audit log.",\#
    "properties":{"entries":{"type":"integer","format":"int64"},"number":{"type":"integer","format":"int64",\#
    "description":"Of the newest entry, which tells of this verification."},"hash":{"type":"string",\#
    "description":"Of that entry: keep it elsewhere."},"finding":{"type":"string","description":"What is wrong; \#
    absent when nothing is."}},"required":["entries","number","hash"]},
    "PasswordResetRequest":{"type":"object","description":"What `POST /v1/password-resets` takes.",\#
    "properties":{"email":{"type":"string"}},"required":["email"]},
    "PasswordResetUse":{"type":"object","description":"What `POST /v1/password-resets/use` takes.",\#
    "properties":{"token":{"type":"string"},"password":{"type":"string"}},"required":["token","password"]},
    "EmailChangeRequest":{"type":"object","description":"What `POST /v1/me/email` takes.",\#
    "properties":{"email":{"type":"string","description":"The new address, or the present one, to verify it."},\#
    "password":{"type":"string"}},"required":["email","password"]},
    "EmailChangeUse":{"type":"object","description":"What `POST /v1/email-changes/use` takes.",\#
    "properties":{"token":{"type":"string"}},"required":["token"]},
    "EmailChanged":{"type":"object","description":"The address that an account has from now on.",\#
    "properties":{"email":{"type":"string"}},"required":["email"]},
    "InvitationLookupRequest":{"type":"object","description":"What `POST /v1/invitations/lookup` takes.",\#
    "properties":{"token":{"type":"string"}},"required":["token"]},
    "InvitationPreview":{"type":"object","description":"What an invitation says to who was given it.",\#
    "properties":{"workspace":{"type":"string","description":"The name of the workspace."},\#
    "invitedBy":{"type":"string","description":"Who made the invitation."},"email":{"type":"string",\#
    "description":"The one address that it is for."},"expiresAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999}},"required":["expiresAt"]},
    "SignInRequest":{"type":"object","description":"What `POST /v1/sessions` takes.",\#
    "properties":{"email":{"type":"string"},"password":{"type":"string"},"device":{"type":"string"}},\#
    "required":["email","password"]},
    "RefreshRequest":{"type":"object","description":"What `POST /v1/sessions/refresh` takes.",\#
    "properties":{"refreshToken":{"type":"string"}},"required":["refreshToken"]},
    "PasswordChangeRequest":{"type":"object","description":"What `PUT /v1/me/password` takes.",\#
    "properties":{"current":{"type":"string"},"new":{"type":"string"}},"required":["current","new"]},
    "DeleteAccountRequest":{"type":"object","description":"What `DELETE /v1/me` takes.",\#
    "properties":{"password":{"type":"string"}},"required":["password"]},
    "AccountExportRequest":{"type":"object","description":"What `POST /v1/me/export` takes.",\#
    "properties":{"password":{"type":"string"}},"required":["password"]},
    "CreateConversationRequest":{"type":"object","description":"What `POST /v1/conversations` takes. `members` are \#
    the others.","properties":{"kind":{"type":"string","enum":["direct","group"]},"members":{"type":"array",\#
    "items":{"type":"string","format":"uuid"}},"name":{"type":"string"},"id":{"type":"string","format":"uuid"}},\#
    "required":["kind","members"]},
    "ConversationPatchRequest":{"type":"object","description":"What `PATCH /v1/conversations/{id}` takes: an absent \#
    key leaves a value as it is, `null` clears the photo.","properties":{"name":{"type":"string"},\#
    "photo":{"type":["string","null"]}}},
    "AddMembersRequest":{"type":"object","description":"What `POST /v1/conversations/{id}/members` takes.",\#
    "properties":{"users":{"type":"array","items":{"type":"string","format":"uuid"}}},"required":["users"]},
    "RoleRequest":{"type":"object","description":"What `PATCH /v1/conversations/{id}/members/{user}` takes.",\#
    "properties":{"role":{"type":"string","enum":["member","admin"]}},"required":["role"]},
    "PostMessageRequest":{"type":"object","description":"What `POST /v1/conversations/{id}/messages` takes.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"text":{"type":"string","description":"May be empty when \#
    files go with it."},"replyTo":{"type":"string","format":"uuid"},"attachments":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/AttachmentReference"},"default":[],"description":"Files that the asker \#
    has uploaded."}},"required":["id","text"]},
    "EditMessageRequest":{"type":"object","description":"What `PATCH /v1/conversations/{id}/messages/{message}` \#
    takes.","properties":{"editId":{"type":"string","format":"uuid"},"text":{"type":"string"}},"required":["editId",\#
    "text"]},
    "ReadRequest":{"type":"object","description":"What `PUT /v1/conversations/{id}/read` takes.",\#
    "properties":{"seq":{"type":"integer","format":"int64"},"markUnread":{"type":"boolean","default":false}},\#
    "required":["seq"]},
    "DeliveredRequest":{"type":"object","description":"What `PUT /v1/conversations/{id}/delivered` takes.",\#
    "properties":{"seq":{"type":"integer","format":"int64"}},"required":["seq"]},
    "Session":{"type":"object","description":"A session with its tokens: the answer to signing up, signing in and \#
    refreshing.","properties":{"user":{"$ref":"#/components/schemas/Profile"},"session":{"type":"string",\#
    "format":"uuid"},"accessToken":{"type":"string"},"accessExpiresAt":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":253402300799999},"refreshToken":{"type":"string"}},"required":["user","session",\#
    "accessToken","accessExpiresAt","refreshToken"]},
    "Sessions":{"type":"object","description":"The asker's sessions, newest first.",\#
    "properties":{"sessions":{"type":"array","items":{"$ref":"#/components/schemas/DeviceSession"}}},\#
    "required":["sessions"]},
    "Users":{"type":"object","description":"People of the workspace, best match first.",\#
    "properties":{"users":{"type":"array","items":{"$ref":"#/components/schemas/User"}}},"required":["users"]},
    "FeedRev":{"type":"object","description":"A conversation and the rev of its feed.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"rev":{"type":"integer","format":"int64"}},\#
    "required":["id","rev"]},
    "Conversations":{"type":"object","description":"The asker's conversations.",\#
    "properties":{"conversations":{"type":"array","items":{"$ref":"#/components/schemas/FeedRev"}}},\#
    "required":["conversations"]},
    "SearchResults":{"type":"object","description":"Matching messages, newest first; `next` is passed back as \#
    `before`.","properties":{"results":{"type":"array","items":{"$ref":"#/components/schemas/SearchResult"}},\#
    "next":{"type":"string"}},"required":["results"]},
    "Health":{"type":"object","description":"Whether the server accepts work.",\#
    "properties":{"status":{"type":"string"},"version":{"type":"string"}},"required":["status","version"]},
    "Problem":{"type":"object","description":"A refusal as problem details (RFC 9457).",\#
    "properties":{"type":{"type":"string"},"title":{"type":"string"},"status":{"type":"integer","format":"int64"},\#
    "code":{"type":"string"},"detail":{"type":"string"},"retry":{"type":"boolean","description":"Whether trying \#
    again may help."},"retryAfter":{"type":"integer","format":"int64","description":"Seconds to wait before."}},\#
    "required":["type","title","status","code","detail"]},
    "OpenAPIDocument":{"type":"object","description":"This description.","properties":{"openapi":{"type":"string"},\#
    "info":{"type":"object"},"paths":{"type":"object"},"components":{"type":"object"}},"required":["openapi","info",\#
    "paths","components"]}
    """#
}
