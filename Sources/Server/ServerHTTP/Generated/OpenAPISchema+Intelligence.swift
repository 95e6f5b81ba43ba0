// Made from wire/intelligence.json: change that and run `make wire`.

extension OpenAPISchema {
  static let intelligenceSchemas = #"""
    "Insight":{"type":"object","description":"Something that was found in a conversation, or marked by a member: a \#
    row of the conversation's feed that lives on.\n\nNames the messages that it rests on, unless it is a task that \#
    a member wrote without one. Revised when one of them is edited, `withdrawn` (the tombstone) when none is left.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"rev":{"type":"integer","format":"int64",\#
    "description":"Revision of the conversation at which this row last changed."},"kind":{"type":"string",\#
    "enum":["action_item","decision","scheduling"]},"status":{"type":"string","enum":["open","done","dismissed",\#
    "withdrawn"]},"text":{"type":"string","description":"The task, the decision, or what the meeting is about. \#
    Empty once withdrawn."},"citations":{"type":"array","items":{"type":"string","format":"uuid"},\#
    "description":"The messages that say it, the main one first. Empty once withdrawn, and for a task that a member \#
    wrote without a message."},"owner":{"type":"string","format":"uuid","description":"Action items: the member who \#
    is to do it, when one could be told."},"ownerName":{"type":"string","description":"Action items: the owner as \#
    written, when it is nobody of the conversation."},"dueAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999,"description":"Action items: when it is due."},"dueText":{"type":"string",\#
    "description":"The due time as written, such as \"by Friday\"."},"participants":{"type":"array",\#
    "items":{"type":"string","format":"uuid"},"description":"Decisions and meetings: who took part."},\#
    "tags":{"type":"array","items":{"type":"string"}},"context":{"type":"string","description":"What led to it, in \#
    a sentence."},"confidence":{"type":"number","default":0,"description":"0...1; 1 for what a member marked or \#
    accepted. An open action item or decision below 0.5 is a maybe: it waits to be accepted (`status` set to \#
    `open`) or dismissed."},"reason":{"type":"string","description":"Why it is here, in words."},\#
    "model":{"type":"string","description":"What found it, such as `on-box 1` or a model's name; absent when a \#
    member marked it."},"createdBy":{"type":"string","format":"uuid","description":"The member who marked it; \#
    absent when it was found."},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"updatedAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"report":{"$ref":"#/components/schemas/TaskReport","description":"The message that \#
    says that the action item is done, or by which people agreed on a time to meet; absent when a member set \#
    that."},"isEdited":{"type":"boolean","default":false,"description":"A member changed its words, owner, due time,\#
     tags, context, participants or status. What they changed is theirs."},"completedAt":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":253402300799999,"description":"Action items: when it was ticked off or \#
    reported done; absent while it is not, and where that was before servers kept it."}},"required":["id","rev",\#
    "kind","status","text","citations","participants","tags","confidence","reason","createdAt","updatedAt",\#
    "isEdited"]},
    "TaskReport":{"type":"object","description":"A message that says that a task is done. The task cites it too.",\#
    "properties":{"message":{"type":"string","format":"uuid"},"sender":{"type":"string","format":"uuid"},\#
    "text":{"type":"string","description":"Its words that say so, at most 160 characters."}},"required":["message",\#
    "sender","text"]},
    "PlacedInsight":{"type":"object","description":"An insight with the conversation it belongs to.",\#
    "properties":{"conversation":{"type":"string","format":"uuid"},\#
    "insight":{"$ref":"#/components/schemas/Insight"}},"required":["conversation","insight"]},
    "Citation":{"type":"object","description":"A message that supports a claim. Opens by conversation and seq.",\#
    "properties":{"conversation":{"type":"string","format":"uuid"},"message":{"type":"string","format":"uuid"},\#
    "seq":{"type":"integer","format":"int64"},"sender":{"type":"string","format":"uuid"},"excerpt":{"type":"string",\#
    "description":"The cited words, at most 160 characters."},"createdAt":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":253402300799999}},"required":["conversation","message","seq","sender","excerpt",\#
    "createdAt"]},
    "CitedPoint":{"type":"object","description":"A claim with the messages that support it.",\#
    "properties":{"text":{"type":"string"},"person":{"type":"string","format":"uuid","description":"Whom the point \#
    is about, when it is about one person."},"citations":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Citation"},"description":"Never empty: a claim without one is dropped."}},\#
    "required":["text","citations"]},
    "AIReceipt":{"type":"object","description":"What an output cost and where its text went: shown to the user with \#
    every output.","properties":{"model":{"type":"string","description":"Such as `on-box 1`, or the model's name."},\#
    "place":{"type":"string","description":"`this server`, or the host that the text was sent to."},\#
    "messagesRead":{"type":"integer","format":"int64","default":0,"description":"Messages whose text was read."},\#
    "messagesSent":{"type":"integer","format":"int64","default":0,"description":"Messages whose text left this \#
    server; 0 on the box."},"inputTokens":{"type":"integer","format":"int64","default":0},\#
    "outputTokens":{"type":"integer","format":"int64","default":0},"milliseconds":{"type":"integer",\#
    "format":"int64","default":0},"isCached":{"type":"boolean","default":false,"description":"Answered from an \#
    earlier output: nothing was computed or sent."},"notice":{"type":"string","description":"Said when something \#
    went otherwise than asked, such as a provider that did not answer."},"version":{"type":"string",\#
    "description":"Of the server that made it."}},"required":["model","place","messagesRead","messagesSent",\#
    "inputTokens","outputTokens","milliseconds","isCached"]},
    "AIOutput":{"type":"object","description":"What a feature answered one user: private to them until they share \#
    it.","properties":{"id":{"type":"string","format":"uuid"},"kind":{"type":"string","enum":["summary","digest",\#
    "answer","meeting"]},"conversation":{"type":"string","format":"uuid","description":"Absent for what spans \#
    several conversations."},"title":{"type":"string"},"text":{"type":"string","description":"Prose. Empty when \#
    nothing could be said; `points` are then empty too."},"points":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/CitedPoint"},"description":"The claims, in reading order."},\#
    "contributions":{"type":"array","items":{"$ref":"#/components/schemas/CitedPoint"},"description":"Who said \#
    what: one point a person."},"slots":{"type":"array","items":{"$ref":"#/components/schemas/MeetingSlot"},\#
    "description":"Meetings only."},"isFound":{"type":"boolean","default":true,"description":"Answers: `false` when \#
    nothing supports an answer."},"confidence":{"type":"number"},"reason":{"type":"string"},\#
    "receipt":{"$ref":"#/components/schemas/AIReceipt"},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"expiresAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999,\#
    "description":"When it is forgotten."},"feedback":{"type":"string","enum":["helpful","unhelpful"]},\#
    "feedbackNote":{"type":"string"},"isDismissed":{"type":"boolean","default":false},"sharedAs":{"type":"string",\#
    "format":"uuid","description":"The message that shared it."}},"required":["id","kind","title","text","points",\#
    "contributions","slots","isFound","confidence","reason","receipt","createdAt","expiresAt","isDismissed"]},
    "Seat":{"type":"object","description":"What a slot means for one participant.",\#
    "properties":{"user":{"type":"string","format":"uuid"},"timeZone":{"type":"string","description":"IANA name."},\#
    "localTime":{"type":"string","description":"The start on the participant's clock, such as `Tue 09:30`."},\#
    "isInWorkingHours":{"type":"boolean"},"burden":{"type":"number","description":"0 is convenient; 1 is the middle \#
    of the night."}},"required":["user","timeZone","localTime","isInWorkingHours","burden"]},
    "MeetingSlot":{"type":"object","description":"A time for a meeting, and what it means for each participant.",\#
    "properties":{"start":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "end":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},"seats":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Seat"}},"reason":{"type":"string","description":"Why this one, and who \#
    bears it."}},"required":["start","end","seats","reason"]},
    "PriorityVerdict":{"type":"object","description":"The priority of one message for one reader, with the reason.",\#
    "properties":{"message":{"type":"string","format":"uuid"},"conversation":{"type":"string","format":"uuid"},\#
    "seq":{"type":"integer","format":"int64"},"sender":{"type":"string","format":"uuid"},\#
    "excerpt":{"type":"string"},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999},"priority":{"type":"string","enum":["urgent","can_wait","ai_handled"]},\#
    "score":{"type":"number","description":"0...1, higher first."},"reason":{"type":"string"},\#
    "isCorrected":{"type":"boolean","default":false,"description":"The reader set it."},\#
    "isUnread":{"type":"boolean"}},"required":["message","conversation","seq","sender","excerpt","createdAt",\#
    "priority","score","reason","isCorrected","isUnread"]},
    "PriorityMark":{"type":"object","description":"That a message is urgent for one reader, and why: a row of their \#
    private feed. Without `reason` it is the tombstone.","properties":{"message":{"type":"string","format":"uuid"},\#
    "rev":{"type":"integer","format":"int64","description":"Revision of the private feed at which this row last \#
    changed."},"conversation":{"type":"string","format":"uuid"},"seq":{"type":"integer","format":"int64",\#
    "description":"Of the message: it is unread above the reader's `readSeq`."},"reason":{"type":"string",\#
    "description":"Absent once it is not urgent for the reader any more."},"isByModel":{"type":"boolean",\#
    "default":false,"description":"The reason is in the words of a connected model that has read the message."},\#
    "until":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999,"description":"It counts until \#
    then: the server forgets the row after that, tombstone or not, and so do clients."}},"required":["message",\#
    "rev","conversation","seq","until"]},
    "Hours":{"type":"object","description":"Hours of some days of the week, on the user's clock.",\#
    "properties":{"days":{"type":"array","items":{"type":"integer","format":"int64","minimum":1,"maximum":7},\#
    "description":"1 is Monday, 7 Sunday."},"start":{"type":"integer","format":"int64","minimum":0,"maximum":1440,\#
    "description":"Minutes after midnight. An end before the start is on the next day."},"end":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":1440}},"required":["days","start","end"]},
    "ReminderTimes":{"type":"object","description":"When somebody is reminded of their tasks.",\#
    "properties":{"isOn":{"type":"boolean","default":true},"minutesBefore":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":10080,"default":60,"description":"Of a task that is due at a time."},\#
    "daysBefore":{"type":"integer","format":"int64","minimum":0,"maximum":7,"default":1,"description":"Of a task \#
    that is due on a day."},"time":{"type":"integer","format":"int64","minimum":0,"maximum":1439,"default":540,\#
    "description":"On that day, in minutes after midnight on the user's clock."}},"required":["isOn",\#
    "minutesBefore","daysBefore","time"]},
    "DigestTimes":{"type":"object","description":"When somebody gets a digest by itself.",\#
    "properties":{"days":{"type":"array","items":{"type":"integer","format":"int64","minimum":1,"maximum":7},\#
    "default":[1,2,3,4,5],"description":"1 is Monday, 7 Sunday."},"time":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":1439,"default":480,"description":"Minutes after midnight on the user's clock."},\#
    "inApp":{"type":"boolean","default":false},"byMail":{"type":"boolean","default":false,"description":"To the \#
    user's verified address, where the server sends mail."}},"required":["days","time","inApp","byMail"]},
    "AIPreferences":{"type":"object","description":"What a user wants of the AI: private to them.",\#
    "properties":{"isOn":{"type":"boolean","default":true,"description":"Off: nothing is shown, computed for, or \#
    sent on behalf of this user."},"allowsRemoteModels":{"type":"boolean","default":true,"description":"Whether \#
    text that this user can read may go to the model that the server's owner has chosen. Off: everything stays on \#
    the box."},"urgentContacts":{"type":"array","items":{"type":"string","format":"uuid"}},\#
    "urgentKeywords":{"type":"array","items":{"type":"string"}},"focusHours":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Hours"},"description":"Only urgent contacts and keywords are urgent \#
    then."},"workingHours":{"type":"array","items":{"$ref":"#/components/schemas/Hours"},"default":[{"days":[1,2,3,\#
    4,5],"start":540,"end":1050}]},"tone":{"type":"string","enum":["neutral","brief","friendly","formal"],\#
    "default":"neutral"},"language":{"type":"string","description":"Of summaries and answers by a model, ISO 639-1; \#
    the profile's without one."},"reminders":{"$ref":"#/components/schemas/ReminderTimes","description":"In a \#
    change, what is absent stays."},"digest":{"$ref":"#/components/schemas/DigestTimes","description":"In a change, \#
    what is absent stays."}},"required":["isOn","allowsRemoteModels","urgentContacts","urgentKeywords","focusHours",\#
    "workingHours","tone"]},
    "SmartSearchHit":{"type":"object","description":"A message that answers a search, with what surrounds it.",\#
    "properties":{"citation":{"$ref":"#/components/schemas/Citation"},"snippet":{"type":"string",\#
    "description":"Part of the text, or of the words of `file`, matches between U+0002 and U+0003."},\#
    "file":{"type":"string","description":"Name of the file that the snippet is of, when the message's own text has \#
    no match."},"score":{"type":"number"},"matchedBy":{"type":"array","items":{"type":"string"},"description":"Why \#
    it was found: `words`, `meaning`, or both."}},"required":["citation","snippet","score","matchedBy"]},
    "AssistantMessage":{"type":"object","description":"One entry of a user's talk with the assistant.",\#
    "properties":{"id":{"type":"string","format":"uuid"},"role":{"type":"string","enum":["user","assistant"]},\#
    "text":{"type":"string"},"citations":{"type":"array","items":{"$ref":"#/components/schemas/Citation"}},\#
    "proposals":{"type":"array","items":{"$ref":"#/components/schemas/ActionProposal"},"description":"Changes that \#
    the assistant wants to make: nothing happens until the user approves exactly these."},\#
    "receipt":{"$ref":"#/components/schemas/AIReceipt"},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999}},"required":["id","role","text","citations","proposals","createdAt"]},
    "ActionProposal":{"type":"object","description":"A change that the assistant asks leave for. Carried out \#
    exactly as shown, as the user, once.","properties":{"id":{"type":"string","format":"uuid"},\#
    "function":{"type":"string","description":"Name of the function, such as `sendMessage`."},\#
    "arguments":{"type":"string","description":"Its arguments as a JSON object."},"summary":{"type":"string",\#
    "description":"What will happen, in words that name conversation, people and text."},"state":{"type":"string",\#
    "enum":["waiting","done","rejected","failed"]},"result":{"type":"string","description":"What came of it, or why \#
    it failed."}},"required":["id","function","arguments","summary","state"]},
    "MemoryEntry":{"type":"object","description":"Something that the assistant keeps about its user; they can see \#
    and erase each one.","properties":{"id":{"type":"string","format":"uuid"},"text":{"type":"string"},\#
    "createdAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999}},"required":["id","text",\#
    "createdAt"]},
    "LedgerEntry":{"type":"object","description":"One call of a model for a user: what it cost and what text went \#
    where.","properties":{"at":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "feature":{"type":"string","description":"Operation, such as `summarizeThread`."},"model":{"type":"string"},\#
    "place":{"type":"string","description":"`this server` or a host."},"conversations":{"type":"array",\#
    "items":{"type":"string","format":"uuid"}},"messagesSent":{"type":"integer","format":"int64",\#
    "description":"Messages whose text was sent."},"inputTokens":{"type":"integer","format":"int64"},\#
    "outputTokens":{"type":"integer","format":"int64"},"cost":{"type":"integer","format":"int64","description":"In \#
    millionths of a US dollar; absent when nobody has told the server the model's price."},\#
    "isCached":{"type":"boolean"}},"required":["at","feature","model","place","conversations","messagesSent",\#
    "inputTokens","outputTokens","isCached"]},
    "AIStatus":{"type":"object","description":"What this server's intelligence can do for me now.",\#
    "properties":{"isOn":{"type":"boolean","description":"Off for the whole server."},\#
    "hasEmbeddings":{"type":"boolean","description":"Whether meaning is searched too; `false` means keywords \#
    only."},"model":{"type":"string","description":"The model's name, when the owner has chosen one."},\#
    "place":{"type":"string","description":"Where its text goes; `this server` without one."},\#
    "requestsToday":{"type":"integer","format":"int64"},"requestsADay":{"type":"integer","format":"int64"},\#
    "waitingMessages":{"type":"integer","format":"int64","description":"Messages not yet worked on."},\#
    "embeddingModel":{"type":"string","description":"The model elsewhere that embeds messages and queries too, when \#
    the owner has chosen one."},"embeddingNotice":{"type":"string","description":"Why it does not work now, in \#
    words; searching then goes by this server's own."}},"required":["isOn","hasEmbeddings","place","requestsToday",\#
    "requestsADay","waitingMessages"]}
    """#
}
