// Made from wire/events.json: change that and run `make wire`.

extension OpenAPISchema {
  static let eventsSchemas = #"""
    "ClientEvent":{"type":"object","description":"Something that took a while in a client. Nothing says whose it \#
    was or what it was about.","properties":{"kind":{"type":"string","enum":["appLaunch","conversationLoad",\#
    "messageSent","messageDelivered","summaryGenerated"]},"milliseconds":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":86400000,"description":"How long it took: 0 to a day."},"waited":{"type":"boolean",\#
    "default":false,"description":"Whether it had to wait in the outbox, for there was no connection."}},\#
    "required":["kind","milliseconds"]},
    "ClientEventBatch":{"type":"object","description":"What a client has counted since it told last. The server \#
    adds it up at once and keeps nobody's.","properties":{"platform":{"type":"string","enum":["web","ios",\#
    "terminal","server"]},"version":{"type":"string","maxLength":40,"description":"Of the client; that of the \#
    server when absent. Letters, digits, `.`, `-`, `+` and `_`."},"events":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/ClientEvent"},"maxItems":100},"spans":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/ClientSpan"},"maxItems":100,"default":[],"description":"Of messages that \#
    are traced. They go where the operator has told the server to send traces, and nowhere else."}},\#
    "required":["platform","events"]},
    "ClientSpan":{"type":"object","description":"What a client did for one message that is traced. Its ids are \#
    random; nothing says whose message it was or what it says.","properties":{"kind":{"type":"string",\#
    "enum":["send","receive","show"]},"trace":{"type":"string","description":"32 hexadecimal digits."},\#
    "span":{"type":"string","description":"16 hexadecimal digits."},"parent":{"type":"string","description":"16 \#
    hexadecimal digits; absent for `send`, with which a trace begins."},"start":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":253402300799999,"description":"By the server's clock, as far as the client knows it."},\#
    "end":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999}},"required":["kind","trace",\#
    "span","start","end"]},
    "ClientEventSummary":{"type":"object","description":"All events of one kind in clients of one platform and \#
    version on one day.","properties":{"day":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999,"description":"When it began (UTC)."},"kind":{"type":"string","enum":["appLaunch",\#
    "conversationLoad","messageSent","messageDelivered","summaryGenerated"]},"platform":{"type":"string",\#
    "enum":["web","ios","terminal","server"]},"version":{"type":"string","description":"`other` where there were \#
    too many of them."},"count":{"type":"integer","format":"int64"},"waited":{"type":"integer","format":"int64",\#
    "description":"How many of them had to wait in the outbox."},"median":{"type":"integer","format":"int64",\#
    "description":"Milliseconds that half of them stayed within (p50), as exactly as the buckets of the histogram \#
    say."},"p95":{"type":"integer","format":"int64","description":"Milliseconds that 95 of 100 stayed within."}},\#
    "required":["day","kind","platform","version","count","waited","median","p95"]},
    "ClientEventOverview":{"type":"object","description":"How long things took in clients, day by day.",\#
    "properties":{"isCollecting":{"type":"boolean","description":"Whether the workspace takes them."},\#
    "summaries":{"type":"array","items":{"$ref":"#/components/schemas/ClientEventSummary"},"description":"The \#
    newest day first."}},"required":["isCollecting","summaries"]}
    """#
}
