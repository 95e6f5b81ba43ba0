// Made from wire/reminders.json: change that and run `make wire`.

extension OpenAPISchema {
  static let remindersSchemas = #"""
    "Reminder":{"type":"object","description":"What its user is reminded of, and when: a row of their private feed. \#
    `over` is the tombstone.","properties":{"id":{"type":"string","format":"uuid"},"rev":{"type":"integer",\#
    "format":"int64","description":"Revision of the private feed at which this row last changed."},\#
    "kind":{"type":"string","enum":["task","message","note","digest"]},"state":{"type":"string","enum":["waiting",\#
    "due","over"]},"at":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999,\#
    "description":"When it reminds, or did."},"text":{"type":"string","description":"Of what. Empty when its user \#
    may not read it any more, and once it is over."},"conversation":{"type":"string","format":"uuid",\#
    "description":"Where the message or the task is; absent once its user may not read it any more."},\#
    "message":{"type":"string","format":"uuid","description":"The message, or the main one of the task."},\#
    "insight":{"type":"string","format":"uuid","description":"Of a task."},"output":{"type":"string",\#
    "format":"uuid","description":"The digest that is there."},"dueAt":{"type":"integer","format":"int64",\#
    "minimum":0,"maximum":253402300799999,"description":"When the task is due."},"createdAt":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":253402300799999}},"required":["id","rev","kind","state","at","text",\#
    "createdAt"]},
    "ReminderRequest":{"type":"object","description":"What somebody wants to be reminded of: a message, or words of \#
    their own.","properties":{"id":{"type":"string","format":"uuid","description":"Made by the client so that a \#
    retry makes one."},"at":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999},\#
    "text":{"type":"string","maxLength":300,"description":"The beginning of the message when absent."},\#
    "conversation":{"type":"string","format":"uuid"},"message":{"type":"string","format":"uuid","description":"Of \#
    that conversation."}},"required":["id","at"]},
    "ReminderChange":{"type":"object","description":"Later, or done.","properties":{"at":{"type":"integer",\#
    "format":"int64","minimum":0,"maximum":253402300799999,"description":"It reminds then, once more."},\#
    "isDone":{"type":"boolean"}}},
    "RemindersResponse":{"type":"object","description":"The asker's reminders that are not over, those that have \#
    reminded first, then by time.","properties":{"reminders":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/Reminder"}}},"required":["reminders"]},
    "UnsubscribeRequest":{"type":"object","description":"The token of a link in a letter.",\#
    "properties":{"token":{"type":"string"}},"required":["token"]},
    "Opinion":{"type":"object","description":"Whether something that the AI shows of a message helps its reader: a \#
    row of their private feed. Without `feedback` it is the tombstone.","properties":{"id":{"type":"string",\#
    "description":"`subject:message`."},"rev":{"type":"integer","format":"int64","description":"Revision of the \#
    private feed at which this row last changed."},"subject":{"type":"string","enum":["digest","priority",\#
    "action_item","decision","scheduling"]},"conversation":{"type":"string","format":"uuid"},\#
    "message":{"type":"string","format":"uuid"},"feedback":{"type":"string","enum":["helpful","unhelpful"]}},\#
    "required":["id","rev","subject","conversation","message"]},
    "OpinionRequest":{"type":"object","description":"What the asker thinks of it; an absent `feedback` takes it \#
    back.","properties":{"feedback":{"type":"string","enum":["helpful","unhelpful"]}}}
    """#
}
