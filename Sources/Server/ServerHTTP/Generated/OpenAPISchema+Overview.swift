// Made from wire/overview.json: change that and run `make wire`.

extension OpenAPISchema {
  static let overviewSchemas = #"""
    "ConversationOverview":{"type":"object","description":"A group, as an admin who is not in it sees it.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"name":{"type":"string"},"members":{"type":"integer",\#
    "format":"int64","description":"People who are in it now."},"messages":{"type":"integer","format":"int64",\#
    "description":"All that were ever posted; deleted ones count."},"createdAt":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":253402300799999},"lastMessageAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"isIntelligenceOn":{"type":"boolean"}},"required":["id","name","members","messages",\#
    "createdAt","isIntelligenceOn"]},
    "ConversationOverviews":{"type":"object","description":"Groups, oldest first.",\#
    "properties":{"conversations":{"type":"array","items":{"$ref":"#/components/schemas/ConversationOverview"}},\#
    "next":{"type":"string","description":"For `after`: there are more."}},"required":["conversations"]},
    "WorkspaceTotals":{"type":"object","description":"How much a workspace has.",\#
    "properties":{"people":{"type":"integer","format":"int64","description":"Accounts that may sign in."},\#
    "disabled":{"type":"integer","format":"int64","description":"Accounts that may not."},\#
    "groups":{"type":"integer","format":"int64"},"directConversations":{"type":"integer","format":"int64"},\#
    "messages":{"type":"integer","format":"int64","description":"All that were ever posted; deleted ones count."},\#
    "fileBytes":{"type":"integer","format":"int64","description":"Of all files together."},\#
    "mostFileBytes":{"type":"integer","format":"int64","description":"That all files together may have."},\#
    "mostFileBytesEach":{"type":"integer","format":"int64","description":"That one person's files may have."}},\#
    "required":["people","disabled","groups","directConversations","messages","fileBytes","mostFileBytes",\#
    "mostFileBytesEach"]},
    "AIUse":{"type":"object","description":"What a feature of the AI did with a model, for all people together.",\#
    "properties":{"feature":{"type":"string","description":"Operation, such as `summarizeThread`."},\#
    "model":{"type":"string"},"place":{"type":"string","description":"`this server` or a host."},\#
    "requests":{"type":"integer","format":"int64"},"cached":{"type":"integer","format":"int64","description":"Of \#
    those, answered from an earlier output."},"inputTokens":{"type":"integer","format":"int64"},\#
    "outputTokens":{"type":"integer","format":"int64"},"cost":{"type":"integer","format":"int64","description":"In \#
    millionths of a US dollar; absent when nobody has told the server the price of some of it."}},\#
    "required":["feature","model","place","requests","cached","inputTokens","outputTokens"]},
    "AIRating":{"type":"object","description":"How people found what the AI made, as far as they have said so.",\#
    "properties":{"kind":{"type":"string","description":"Of an output, such as `summary`, or the subject of an \#
    opinion, such as `priority`."},"model":{"type":"string"},"version":{"type":"string","description":"Of the \#
    server that made it; empty where that was before it was noted."},"helpful":{"type":"integer","format":"int64"},\#
    "unhelpful":{"type":"integer","format":"int64"}},"required":["kind","model","version","helpful","unhelpful"]},
    "AIUsage":{"type":"object","description":"What the AI of the workspace did, what it cost, and how people found \#
    it.","properties":{"since":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "uses":{"type":"array","items":{"$ref":"#/components/schemas/AIUse"},"description":"The most requests first."},\#
    "ratings":{"type":"array","items":{"$ref":"#/components/schemas/AIRating"},"description":"Of outputs that are \#
    still kept, and of opinions."}},"required":["since","uses","ratings"]}
    """#
}
