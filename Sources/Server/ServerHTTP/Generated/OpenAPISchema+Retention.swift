// Made from wire/retention.json: change that and run `make wire`.

extension OpenAPISchema {
  static let retentionSchemas = #"""
    "Retention":{"type":"object","description":"For how long messages are kept. A change replaces it.",\#
    "properties":{"days":{"type":"integer","format":"int64","minimum":0,"maximum":3650,"default":0,"description":"1 \#
    to 3650; 0 keeps them for ever."}},"required":["days"]},
    "ConversationRetention":{"type":"object","description":"A conversation that is kept otherwise than the \#
    workspace says.","properties":{"conversation":{"type":"string","format":"uuid"},"kind":{"type":"string",\#
    "enum":["direct","group"]},"name":{"type":"string","description":"Groups only."},"days":{"type":"integer",\#
    "format":"int64","description":"Of its own, as in `Retention`. Absent: as the workspace says."},\#
    "isHeld":{"type":"boolean","description":"A legal hold: nothing in it is erased."}},"required":["conversation",\#
    "kind","isHeld"]},
    "RetentionOverview":{"type":"object","description":"For how long messages are kept, and what is held.",\#
    "properties":{"days":{"type":"integer","format":"int64","description":"In the workspace; 0 keeps them for \#
    ever."},"conversations":{"type":"array","items":{"$ref":"#/components/schemas/ConversationRetention"},\#
    "description":"With a rule of their own, or held; oldest first."},"people":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/User"},"description":"Held: nothing that they wrote is erased."}},\#
    "required":["days","conversations","people"]},
    "HoldRequest":{"type":"object","description":"A legal hold that is set or lifted.",\#
    "properties":{"isHeld":{"type":"boolean"}},"required":["isHeld"]}
    """#
}
