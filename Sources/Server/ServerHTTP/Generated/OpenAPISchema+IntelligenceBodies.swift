// Made from wire/intelligence-bodies.json: change that and run `make wire`.

extension OpenAPISchema {
  static let intelligenceBodiesSchemas = #"""
    "SummaryRequest":{"type":"object","description":"What `summarizeThread`, `extractActionItems` and \#
    `trackDecisions` take.","properties":{"range":{"type":"string","description":"`unread` (the standard), `last`, \#
    `days` or `range`."},"count":{"type":"integer","format":"int64","description":"For `last`: how many messages."},\#
    "days":{"type":"integer","format":"int64","description":"For `days`."},"from":{"type":"integer",\#
    "format":"int64","description":"For `range`: the first seq."},"to":{"type":"integer","format":"int64",\#
    "description":"For `range`: the last seq."},"question":{"type":"string","description":"What the summary should \#
    answer; at most 500 characters."}}},
    "FeedbackRequest":{"type":"object","description":"Whether an output helped; an absent `feedback` takes it \#
    back.","properties":{"feedback":{"type":"string","enum":["helpful","unhelpful"]},"note":{"type":"string"}}},
    "ShareRequest":{"type":"object","description":"Where an output is posted.",\#
    "properties":{"conversation":{"type":"string","format":"uuid"}},"required":["conversation"]},
    "SharePreview":{"type":"object","description":"What sharing an output would post.",\#
    "properties":{"text":{"type":"string"}},"required":["text"]},
    "SharedResponse":{"type":"object","description":"The message that shares an output.",\#
    "properties":{"message":{"type":"string","format":"uuid"}},"required":["message"]},
    "InsightsResponse":{"type":"object","description":"Insights of the asker's conversations, newest first.",\#
    "properties":{"insights":{"type":"array","items":{"$ref":"#/components/schemas/PlacedInsight"}},\#
    "notice":{"type":"string","description":"Said when they were looked for otherwise than the server's owner has \#
    chosen."}},"required":["insights"]},
    "MarkInsightRequest":{"type":"object","description":"A message that a member marks, or a task that a member \#
    writes without one.","properties":{"kind":{"type":"string","enum":["action_item","decision","scheduling"]},\#
    "message":{"type":"string","format":"uuid","description":"Absent for an action item with a text of its own \#
    alone."},"text":{"type":"string","description":"As long as that of a change; the message's own words when \#
    absent."},"owner":{"type":"string","format":"uuid","description":"Action items: a member of the conversation."},\#
    "dueAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999,"description":"Action items."},\#
    "id":{"type":"string","format":"uuid","description":"Made by the client so that a retry marks once."}},\#
    "required":["kind"]},
    "PrioritiesResponse":{"type":"object","description":"The priority inbox, most urgent first.",\#
    "properties":{"verdicts":{"type":"array","items":{"$ref":"#/components/schemas/PriorityVerdict"}}},\#
    "required":["verdicts"]},
    "PriorityRequest":{"type":"object","description":"A reader's correction.",\#
    "properties":{"priority":{"type":"string","enum":["urgent","can_wait","ai_handled"]}},"required":["priority"]},
    "SmartSearchRequest":{"type":"object","description":"A search by words and meaning, with the filters of the \#
    keyword search.","properties":{"query":{"type":"string"},"limit":{"type":"integer","format":"int64"}},\#
    "required":["query"]},
    "SmartSearchResponse":{"type":"object","description":"What was found, best first.",\#
    "properties":{"hits":{"type":"array","items":{"$ref":"#/components/schemas/SmartSearchHit"}},\#
    "notice":{"type":"string","description":"Said when the search went otherwise than the server's owner has \#
    chosen."}},"required":["hits"]},
    "FindRequest":{"type":"object","description":"One search by everything there is: by words, by meaning, and for \#
    an answer.","properties":{"query":{"type":"string","description":"With the filters of the keyword search."},\#
    "limit":{"type":"integer","format":"int64","description":"Messages of each kind; 20 unless told, at most 100."},\#
    "asks":{"type":"boolean","default":false,"description":"Whether it is a question that is to be answered as \#
    well."}},"required":["query"]},
    "Findings":{"type":"object","description":"All that has been found so far: first by words, then by meaning, \#
    then the answer.","properties":{"results":{"type":"array","items":{"$ref":"#/components/schemas/SearchResult"},\#
    "description":"By words, newest first; those with the number at the end as a whole come before those with a \#
    longer one."},"next":{"type":"string","description":"`before` of the next page of `GET /v1/search`."},\#
    "hits":{"type":"array","items":{"$ref":"#/components/schemas/SmartSearchHit"},"description":"By words and \#
    meaning, best first; absent until they have been looked for."},"notice":{"type":"string","description":"As that \#
    of `searchConversations`."},"answer":{"$ref":"#/components/schemas/AIOutput","description":"As that of \#
    `askConversations`."}},"required":["results"]},
    "QuestionRequest":{"type":"object","description":"A question to all conversations of the asker.",\#
    "properties":{"question":{"type":"string"}},"required":["question"]},
    "MeetingRequest":{"type":"object","description":"What is known of a meeting that is to be; the rest is read \#
    from the conversation.","properties":{"topic":{"type":"string"},"minutes":{"type":"integer","format":"int64"},\#
    "participants":{"type":"array","items":{"type":"string","format":"uuid"}}}},
    "OutputsResponse":{"type":"object","description":"The asker's outputs, newest first.",\#
    "properties":{"outputs":{"type":"array","items":{"$ref":"#/components/schemas/AIOutput"}}},\#
    "required":["outputs"]},
    "LedgerResponse":{"type":"object","description":"What text of the asker went where, newest first.",\#
    "properties":{"entries":{"type":"array","items":{"$ref":"#/components/schemas/LedgerEntry"}}},\#
    "required":["entries"]},
    "ConversationWork":{"type":"object","description":"How far the AI is with a conversation.",\#
    "properties":{"waitingMessages":{"type":"integer","format":"int64","description":"Its messages that are not \#
    worked on yet; 10,000 stands for more too."}},"required":["waitingMessages"]},
    "SwitchRequest":{"type":"object","description":"On or off.","properties":{"isOn":{"type":"boolean"}},\#
    "required":["isOn"]},
    "AssistantRequest":{"type":"object","description":"What the asker says to the assistant, and what they are \#
    looking at.","properties":{"text":{"type":"string"},"conversation":{"type":"string","format":"uuid"},\#
    "id":{"type":"string","format":"uuid","description":"Of the asker's choice: the same once more is one \#
    question."}},"required":["text"]},
    "AssistantHistoryResponse":{"type":"object","description":"The talk so far, oldest first.",\#
    "properties":{"messages":{"type":"array","items":{"$ref":"#/components/schemas/AssistantMessage"}}},\#
    "required":["messages"]},
    "MemoryResponse":{"type":"object","description":"What the assistant keeps about the asker.",\#
    "properties":{"entries":{"type":"array","items":{"$ref":"#/components/schemas/MemoryEntry"}}},\#
    "required":["entries"]},
    "ProposalRequest":{"type":"object","description":"The asker's word on a proposed change.",\#
    "properties":{"approve":{"type":"boolean"}},"required":["approve"]},
    "FunctionRequest":{"type":"object","description":"A function of the assistant, called by name. `arguments` is a \#
    JSON object as text.","properties":{"function":{"type":"string"},"arguments":{"type":"string"},\#
    "conversation":{"type":"string","format":"uuid"}},"required":["function","arguments"]},
    "InsightChange":{"type":"object","description":"What a member changes of an insight. Absent keys leave things \#
    as they are.","properties":{"text":{"type":"string","maxLength":300},"status":{"type":"string","enum":["open",\#
    "done","dismissed","withdrawn"]},"owner":{"type":"string","format":"uuid"},"removesOwner":{"type":"boolean"},\#
    "dueAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "removesDue":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string","maxLength":40},"maxItems":10},\#
    "context":{"type":"string","maxLength":300,"description":"What led to it; empty takes it away."},\#
    "participants":{"type":"array","items":{"type":"string","format":"uuid"},"maxItems":50,"description":"Decisions \#
    and meetings: members who took part."}}}
    """#
}
