// Made from wire/people.json: change that and run `make wire`.

extension OpenAPISchema {
  static let peopleSchemas = #"""
    "User":{"type":"object","description":"A person of the workspace as everyone in it may see them.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"name":{"type":"string"},"email":{"type":"string"},\#
    "photo":{"type":"string","description":"Reference to a photo; initials are shown without one."},\#
    "timeZone":{"type":"string","description":"IANA name, such as `Europe/Berlin`."}},"required":["id","name",\#
    "email"]},
    "Profile":{"type":"object","description":"What a user sees of themselves: the profile row of their private \#
    feed.","properties":{"id":{"type":"string","format":"uuid"},"rev":{"type":"integer","format":"int64"},\#
    "email":{"type":"string"},"name":{"type":"string"},"photo":{"type":"string"},"timeZone":{"type":"string",\#
    "description":"IANA name, such as `Europe/Berlin`."},"locale":{"type":"string","description":"Such as `en-GB`; \#
    formats dates and numbers."},"language":{"type":"string","description":"ISO 639-1 code of the language that the \#
    user reads."},"workspaceRole":{"type":"string","enum":["member","admin"]},"disabledFeatures":{"type":"array",\#
    "items":{"type":"string"},"default":[],"description":"Which of the features that admins roll out they do not \#
    have."},"sendsEvents":{"type":"boolean","default":true,"description":"Whether clients of this user tell how \#
    long things take in them (`ClientEvent`)."},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"emailVerifiedAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999,"description":"When they last showed that the address is theirs."}},"required":["id",\#
    "rev","email","name","workspaceRole","createdAt"]},
    "ProfilePatchRequest":{"type":"object","description":"A change of some of a profile: an absent key leaves a \#
    value as it is, `null` clears it.","properties":{"name":{"type":"string"},"photo":{"type":["string","null"]},\#
    "timeZone":{"type":["string","null"]},"locale":{"type":["string","null"]},"language":{"type":["string","null"]},\#
    "sendsEvents":{"type":"boolean"}}},
    "DeviceSession":{"type":"object","description":"A signed-in device of a user.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"device":{"type":"string","description":"What the device \#
    calls itself, such as `Safari on Mac`."},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"lastSeenAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"current":{"type":"boolean","default":false,"description":"Whether this is the \#
    session that asks."}},"required":["id","device","createdAt","lastSeenAt"]},
    "Workspace":{"type":"object","description":"What is said of the workspace to whoever comes to it, also without \#
    an account.","properties":{"name":{"type":"string","description":"Absent until an admin has given one."},\#
    "registration":{"type":"string","enum":["open","invitation","domain","closed"]},"domains":{"type":"array",\#
    "items":{"type":"string"},"default":[],"description":"Where the addresses of people are who may have an \#
    invitation sent to them, such as `example.org`."},"collectsEvents":{"type":"boolean","default":true,\#
    "description":"Whether it takes what clients tell of how long things take in them."},\#
    "sendsMail":{"type":"boolean","default":false,"description":"Whether the server sends mail: invitations, and \#
    links for new passwords."},"isFixed":{"type":"boolean","default":false,"description":"Whether the server's \#
    options say who may register, so that nobody can change it here."},"isNew":{"type":"boolean","default":false,\#
    "description":"Whether nobody has an account yet: the first one administers the workspace."},\#
    "providers":{"type":"array","items":{"$ref":"#/components/schemas/IdentityProvider"},"default":[],\#
    "description":"With which other accounts people can sign in."},"hasNoPasswords":{"type":"boolean",\#
    "default":false,"description":"Whether people sign in with one of these only, and never with a password."}},\#
    "required":["registration"]},
    "IdentityProvider":{"type":"object","description":"A service that says who somebody is, by OpenID Connect.",\#
    "properties":{"id":{"type":"string","description":"Lowercase letters, digits and hyphens."},\#
    "name":{"type":"string","description":"What people call it, such as `Google`."}},"required":["id","name"]},
    "LinkedIdentity":{"type":"object","description":"An account elsewhere with which its owner can sign in here.",\#
    "properties":{"provider":{"$ref":"#/components/schemas/IdentityProvider"},"linkedAt":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":253402300799999}},"required":["provider","linkedAt"]},
    "WorkspacePatchRequest":{"type":"object","description":"A change of some of the workspace: an absent key leaves \#
    a value as it is.","properties":{"name":{"type":"string"},"registration":{"type":"string","enum":["open",\#
    "invitation","domain","closed"]},"domains":{"type":"array","items":{"type":"string"},"maxItems":50,\#
    "description":"Of `domain`: replaces the former ones."},"collectsEvents":{"type":"boolean"}}},
    "Invitation":{"type":"object","description":"A way into the workspace for those who are given its token.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"createdBy":{"type":"string","format":"uuid","description":"Absent when the server's \#
    command line made it."},"role":{"type":"string","enum":["member","admin"]},"conversations":{"type":"array",\#
    "items":{"type":"string","format":"uuid"},"description":"Groups that who comes is added to: those of them that \#
    the asker is in."},"email":{"type":"string","description":"The one address that it is for, where it was sent \#
    there."},"maximumUses":{"type":"integer","format":"int64"},"uses":{"type":"integer","format":"int64"},\#
    "expiresAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "endedAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999,"description":"Since when it \#
    has been withdrawn."}},"required":["id","createdAt","role","conversations","maximumUses","uses","expiresAt"]}
    """#
}
