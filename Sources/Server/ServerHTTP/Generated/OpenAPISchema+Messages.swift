// Made from wire/messages.json: change that and run `make wire`.

extension OpenAPISchema {
  static let messagesSchemas = #"""
    "MessageEdit":{"type":"object","description":"A former text of a message: what stood there until the edit `id` \#
    replaced it at `at`.","properties":{"id":{"type":"string","format":"uuid"},"text":{"type":"string"},\#
    "at":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999}},"required":["id","text","at"]},
    "Message":{"type":"object","description":"A committed message as the server's row has it. A message that is \#
    still in an outbox has no row.","properties":{"id":{"type":"string","format":"uuid"},"seq":{"type":"integer",\#
    "format":"int64","description":"Position in the conversation, 1..n without a gap; the only thing that orders \#
    messages."},"rev":{"type":"integer","format":"int64"},"sender":{"type":"string","format":"uuid"},\#
    "text":{"type":"string","description":"Empty once deleted."},"createdAt":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":253402300799999},"replyTo":{"type":"string","format":"uuid"},\#
    "editCount":{"type":"integer","format":"int64","default":0,"description":"Counts on when `edits` no longer \#
    grows."},"editedAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "edits":{"type":"array","items":{"$ref":"#/components/schemas/MessageEdit"},"default":[],"description":"At most \#
    10 former texts, oldest first."},"deletedAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"deletedBy":{"type":"string","format":"uuid"},"attachments":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Attachment"},"default":[],"description":"At most 10. None once \#
    deleted."}},"required":["id","seq","rev","sender","text","createdAt"]},
    "Window":{"type":"object","description":"All rows of a feed that changed in `(fromRev, toRev]`, or the whole \#
    window when `reset`.","properties":{"feed":{"type":"string"},"fromRev":{"type":"integer","format":"int64",\#
    "description":"Absent only in the answer to a repeated request: the rows are current but no range is claimed."},\#
    "toRev":{"type":"integer","format":"int64"},"reset":{"type":"boolean","default":false},\#
    "windowStart":{"type":"integer","format":"int64","description":"In a window: seq of the oldest message it holds,\#
     1 when there is none older."},"unreadBefore":{"type":"integer","format":"int64","description":"In a window: \#
    the asker's unread messages with `seq < windowStart`."},\#
    "conversation":{"$ref":"#/components/schemas/Conversation"},"members":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Member"},"default":[]},"messages":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Message"},"default":[]},"insights":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Insight"},"default":[],"description":"What was found in the conversation \#
    or marked in it."},"settings":{"type":"array","items":{"$ref":"#/components/schemas/Settings"},"default":[]},\#
    "reminders":{"type":"array","items":{"$ref":"#/components/schemas/Reminder"},"default":[],"description":"Of the \#
    private feed."},"opinions":{"type":"array","items":{"$ref":"#/components/schemas/Opinion"},"default":[],\#
    "description":"Of the private feed."},"priorities":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/PriorityMark"},"default":[],"description":"Of the private feed: what is \#
    urgent for its user."},"profile":{"$ref":"#/components/schemas/Profile"},"history":{"type":"string",\#
    "format":"uuid","description":"Of which history the revisions are; only said outside a socket, whose welcome \#
    has said it for all that follows."},"traceparent":{"type":"string","description":"Of which trace the message is \#
    (W3C Trace Context); only in frames, and only where the message is traced."}},"required":["feed","history"]},
    "Page":{"type":"object","description":"Older or newer history of a conversation, oldest first.",\#
    "properties":{"conversation":{"type":"string","format":"uuid"},"messages":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Message"}},"windowStart":{"type":"integer","format":"int64",\#
    "description":"Seq of the oldest message that a client holds after joining this page to its window; 1 when \#
    there is none older."},"unreadBefore":{"type":"integer","format":"int64","default":0,"description":"The asker's \#
    unread messages with `seq < windowStart`."},"hasMore":{"type":"boolean","default":false,"description":"More in \#
    the asked direction."},"history":{"type":"string","format":"uuid","description":"As in a window."}},\#
    "required":["conversation","messages","windowStart","unreadBefore","history"]},
    "SearchResult":{"type":"object","description":"A message that matches a search, with the matching part of its \#
    text.","properties":{"conversation":{"type":"string","format":"uuid"},\#
    "message":{"$ref":"#/components/schemas/Message"},"snippet":{"type":"string","description":"Part of the \#
    message's text, or of the words of `file`, with each match between U+0002 and U+0003."},"file":{"type":"string",\#
    "description":"Name of the file that the snippet is of, when the message's own text has no match."}},\#
    "required":["conversation","message","snippet"]}
    """#
}
