// Made from wire/diagnostics.json: change that and run `make wire`.

extension OpenAPISchema {
  static let diagnosticsSchemas = #"""
    "CrashReport":{"type":"object","description":"Something that a client or the server did not expect. No message \#
    of the error: it might quote what somebody wrote.","properties":{"platform":{"type":"string","enum":["web",\#
    "ios","terminal","server"]},"kind":{"type":"string","enum":["error","rejection","crash","hang"]},\#
    "version":{"type":"string","maxLength":40,"description":"Of the program; that of the server that takes the \#
    report when absent."},"name":{"type":"string","maxLength":100,"description":"Type of the error, or the \#
    signal."},"frames":{"type":"array","items":{"type":"string","maxLength":200},"maxItems":40,"description":"The \#
    innermost first, such as `send /src/outbox.js:12:3`."}},"required":["platform","kind","name","frames"]},
    "CrashGroup":{"type":"object","description":"Reports of the same: platform, kind, name and functions are \#
    equal.","properties":{"id":{"type":"string"},"platform":{"type":"string","enum":["web","ios","terminal",\#
    "server"]},"kind":{"type":"string","enum":["error","rejection","crash","hang"]},"name":{"type":"string"},\#
    "frames":{"type":"array","items":{"type":"string"},"description":"Of the newest report."},\#
    "version":{"type":"string","description":"Of the newest report."},"count":{"type":"integer","format":"int64"},\#
    "people":{"type":"integer","format":"int64","description":"To how many people it happened; none of the \#
    server's."},"firstAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "lastAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999}},"required":["id","platform",\#
    "kind","name","frames","version","count","people","firstAt","lastAt"]},
    "CrashGroups":{"type":"object","description":"Newest first.","properties":{"crashes":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/CrashGroup"}}},"required":["crashes"]}
    """#
}
