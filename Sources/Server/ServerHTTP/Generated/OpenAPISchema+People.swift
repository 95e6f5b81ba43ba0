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
    user reads."},"workspaceRole":{"type":"string","enum":["member","admin"]},"createdAt":{"type":"integer",\#
    "format":"int64"}},"required":["id","rev","email","name","workspaceRole","createdAt"]},
    "ProfilePatchRequest":{"type":"object","description":"A change of some of a profile: an absent key leaves a \#
    value as it is, `null` clears it.","properties":{"name":{"type":"string"},"photo":{"type":["string","null"]},\#
    "timeZone":{"type":["string","null"]},"locale":{"type":["string","null"]},"language":{"type":["string","null"]}}},
    "DeviceSession":{"type":"object","description":"A signed-in device of a user.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"device":{"type":"string","description":"What the device \#
    calls itself, such as `Safari on Mac`."},"createdAt":{"type":"integer","format":"int64"},\#
    "lastSeenAt":{"type":"integer","format":"int64"},"current":{"type":"boolean","default":false,\#
    "description":"Whether this is the session that asks."}},"required":["id","device","createdAt","lastSeenAt"]}
    """#
}
