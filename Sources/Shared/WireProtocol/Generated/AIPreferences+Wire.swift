// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AIPreferences: ReplacingBody {
  package static let demandedKeys = [
    "isOn", "allowsRemoteModels", "urgentContacts", "urgentKeywords", "focusHours", "workingHours", "tone",
  ]

  package init(from reader: inout JSONReader) throws(Refusal) {
    var isOn: Bool?
    var allowsRemoteModels: Bool?
    var urgentContacts: [UserID] = []
    var urgentKeywords: [String] = []
    var focusHours: [Hours] = []
    var workingHours: [Hours]?
    var tone: Tone?
    var language: String?
    var reminders: ReminderTimes?
    var digest: DigestTimes?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "isOn": isOn = try reader.boolean()
      case "allowsRemoteModels": allowsRemoteModels = try reader.boolean()
      case "urgentContacts": urgentContacts = try reader.identifiers() ?? []
      case "urgentKeywords": urgentKeywords = try reader.strings()
      case "focusHours": focusHours = try reader.bodies()
      case "workingHours": workingHours = try reader.null() ? nil : reader.bodies()
      case "tone": tone = try reader.word("neutral, brief, friendly or formal")
      case "language": language = try reader.string()
      case "reminders": reminders = try reader.body()
      case "digest": digest = try reader.body()
      default: try reader.skipValue()
      }
    }
    self.init(
      isOn: isOn ?? true, allowsRemoteModels: allowsRemoteModels ?? true, urgentContacts: urgentContacts,
      urgentKeywords: urgentKeywords, focusHours: focusHours,
      workingHours: workingHours ?? [Hours(days: [1, 2, 3, 4, 5], start: 540, end: 1050)], tone: tone ?? .neutral,
      language: language, reminders: reminders, digest: digest)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("isOn", isOn)
    writer.field("allowsRemoteModels", allowsRemoteModels)
    writer.field("urgentContacts", urgentContacts)
    writer.field("urgentKeywords", urgentKeywords)
    writer.field("focusHours", focusHours)
    writer.field("workingHours", workingHours)
    writer.field("tone", tone.rawValue)
    writer.field("language", language)
    writer.field("reminders", reminders)
    writer.field("digest", digest)
    writer.endObject()
  }
}
