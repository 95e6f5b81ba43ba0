// Made from wire/models.json: change that and run `make wire`.

extension OpenAPISchema {
  static let modelsSchemas = #"""
    "ModelConnection":{"type":"object","description":"A connection to a language model as it is kept. The key is \#
    never told.","properties":{"kind":{"type":"string","enum":["openai","anthropic","ollama","compatible"]},\#
    "address":{"type":"string","description":"Up to the version, such as `https://api.openai.com/v1`."},\#
    "model":{"type":"string"},"key":{"type":"string","enum":["none","kept","unreadable"]},\#
    "keyEnding":{"type":"string","description":"The last four characters of a key that is long enough for them to \#
    tell nothing else."},"inputPrice":{"type":"number","description":"For a million tokens that the model reads. \#
    Absent, as `outputPrice` is then: nobody has said."},"outputPrice":{"type":"number","description":"For a \#
    million tokens that the model writes."},"setBy":{"type":"string","format":"uuid"},"setAt":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":253402300799999}},"required":["kind","address","model","key","setBy",\#
    "setAt"]},
    "ModelConnectionForm":{"type":"object","description":"A connection to a language model as an admin wants it. It \#
    replaces the one before.","properties":{"kind":{"type":"string","enum":["openai","anthropic","ollama",\#
    "compatible"]},"address":{"type":"string","maxLength":500,"description":"Up to the version. Absent: the usual \#
    one of `openai`, `anthropic` and `ollama`."},"model":{"type":"string","maxLength":200,"description":"As its \#
    provider names it."},"key":{"type":"string","maxLength":1024,"description":"Absent: the key that is kept for \#
    the same kind and address, if there is one."},"inputPrice":{"type":"number","description":"For a million \#
    tokens. Absent, as `outputPrice` is then: the usual price where it is known."},"outputPrice":{"type":"number"},\#
    "percentage":{"type":"integer","format":"int64","description":"0 to 100: of all people, who get it. Absent: as \#
    the feature `model` says."}},"required":["kind","model"]},
    "ModelConnectionState":{"type":"object","description":"Which model the server asks, and who says so.",\#
    "properties":{"source":{"type":"string","enum":["none","stored","options"]},"model":{"type":"string",\#
    "description":"That is asked now. Absent: none is."},"place":{"type":"string","description":"Where its text \#
    goes."},"percentage":{"type":"integer","format":"int64","description":"Of all people, who get it: the feature \#
    `model`."},"isStopped":{"type":"boolean","description":"Nobody gets it, whatever the percentage is."},\#
    "connection":{"$ref":"#/components/schemas/ModelConnection","description":"What is kept, in use or not."}},\#
    "required":["source","percentage","isStopped"]},
    "ModelServer":{"type":"object","description":"A server of models that was found on the machine.",\#
    "properties":{"kind":{"type":"string","enum":["openai","anthropic","ollama","compatible"]},\#
    "address":{"type":"string","description":"For a `ModelConnectionForm`."},"isReady":{"type":"boolean",\#
    "description":"`false`: it is there and still loads its model."},"models":{"type":"array",\#
    "items":{"type":"string"}}},"required":["kind","address","isReady","models"]},
    "ModelServers":{"type":"object","description":"Servers of models on the server's own machine.",\#
    "properties":{"servers":{"type":"array","items":{"$ref":"#/components/schemas/ModelServer"}}},\#
    "required":["servers"]},
    "ModelComparisonForm":{"type":"object","description":"What the connected model and the server's own engine are \#
    compared on.","properties":{"conversation":{"type":"string","format":"uuid"},"days":{"type":"integer",\#
    "format":"int64","minimum":1,"maximum":31,"description":"1 to 31: the last so many. Absent: 7."}},\#
    "required":["conversation"]},
    "ModelComparison":{"type":"object","description":"The same messages as the server's own engine and as the \#
    connected model read them.","properties":{"title":{"type":"string","description":"Of the conversation."},\#
    "messages":{"type":"integer","format":"int64","description":"That were read."},\#
    "own":{"$ref":"#/components/schemas/ModelReading","description":"By the server."},"model":{"type":"string"},\#
    "place":{"type":"string"},"other":{"$ref":"#/components/schemas/ModelReading","description":"By the model. \#
    Absent when it gave none."},"problem":{"type":"string","description":"Why it gave none, and what can be done."},\#
    "milliseconds":{"type":"integer","format":"int64"},"inputTokens":{"type":"integer","format":"int64"},\#
    "outputTokens":{"type":"integer","format":"int64"},"cost":{"type":"integer","format":"int64",\#
    "description":"Millionths of the currency of the prices. Absent: no price is known."}},"required":["title",\#
    "messages","own","model","place","milliseconds","inputTokens","outputTokens"]},
    "ModelReading":{"type":"object","description":"What messages were read as, a line each.",\#
    "properties":{"summary":{"type":"array","items":{"type":"string"}},"tasks":{"type":"array",\#
    "items":{"type":"string"}},"decisions":{"type":"array","items":{"type":"string"}}},"required":["summary",\#
    "tasks","decisions"]},
    "ModelTrialForm":{"type":"object","description":"Which connection is to be tried.",\#
    "properties":{"connection":{"$ref":"#/components/schemas/ModelConnectionForm","description":"Tried without \#
    being kept. Absent: the model that is asked now."}}},
    "ModelTrial":{"type":"object","description":"What a model answered to one small question.",\#
    "properties":{"model":{"type":"string"},"place":{"type":"string"},"answer":{"type":"string",\#
    "description":"Absent when it gave none."},"problem":{"type":"string","description":"Why it gave none, and what \#
    can be done."},"milliseconds":{"type":"integer","format":"int64"},"inputTokens":{"type":"integer",\#
    "format":"int64"},"outputTokens":{"type":"integer","format":"int64"},"cost":{"type":"integer","format":"int64",\#
    "description":"Millionths of the currency of the prices. Absent: no price is known."}},"required":["model",\#
    "place","milliseconds","inputTokens","outputTokens"]}
    """#
}
