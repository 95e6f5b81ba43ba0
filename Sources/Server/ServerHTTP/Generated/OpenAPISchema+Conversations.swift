// Made from wire/conversations.json: change that and run `make wire`.

extension OpenAPISchema {
  static let conversationsSchemas = #"""
    "Conversation":{"type":"object","description":"A direct conversation of two, or a group.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"rev":{"type":"integer","format":"int64",\#
    "description":"Revision at which this row (not the feed) last changed."},"kind":{"type":"string",\#
    "enum":["direct","group"]},"name":{"type":"string","description":"Groups only."},"photo":{"type":"string"},\#
    "createdAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "createdBy":{"type":"string","format":"uuid"},"intelligenceOff":{"type":"boolean","default":false,\#
    "description":"Whether the server works on its messages. Off: nothing of it is summarised, searched by meaning, \#
    found or sent to a model."},"renamed":{"$ref":"#/components/schemas/Renaming","description":"Groups only: its \#
    last renaming. Absent until it is renamed."}},"required":["id","rev","kind","createdAt","createdBy"]},
    "Renaming":{"type":"object","description":"When a group got another name, from whom, and what it was called \#
    until then.","properties":{"at":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "by":{"type":"string","format":"uuid"},"from":{"type":"string"}},"required":["at","by","from"]},
    "Member":{"type":"object","description":"A user's place in a conversation, with how far they have received and \#
    read. A tombstone once `leftAt` is set.","properties":{"user":{"type":"string","format":"uuid"},\#
    "rev":{"type":"integer","format":"int64"},"role":{"type":"string","enum":["member","admin"]},\#
    "name":{"type":"string"},"photo":{"type":"string"},"joinSeq":{"type":"integer","format":"int64","default":0,\#
    "description":"The conversation's last seq when the user joined: earlier messages are readable and never \#
    unread."},"deliveredSeq":{"type":"integer","format":"int64","default":0},"readSeq":{"type":"integer",\#
    "format":"int64","default":0},"leftAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999}},"required":["user","rev","role","name","joinSeq","deliveredSeq","readSeq"]},
    "Settings":{"type":"object","description":"How one user keeps one conversation: a row of the user's private \#
    feed.","properties":{"conversation":{"type":"string","format":"uuid"},"rev":{"type":"integer","format":"int64"},\#
    "muted":{"type":"boolean","default":false},"mutedUntil":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999,"description":"End of the mute; a mute without one lasts until it is taken off."},\#
    "archived":{"type":"boolean","default":false},"archivedAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999,"description":"Since when; absent too when it was archived by a version that did not \#
    keep the time."},"pinned":{"type":"boolean","default":false}},"required":["conversation","rev"]},
    "SettingsRequest":{"type":"object","description":"A change of some of a conversation's settings: an absent key \#
    leaves a setting as it is.","properties":{"muted":{"type":"boolean"},"mutedUntil":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":253402300799999,"description":"Only looked at together with `muted: \#
    true`; without it, the mute lasts until it is taken off."},"archived":{"type":"boolean"},\#
    "pinned":{"type":"boolean"}}}
    """#
}
