import Domain
import Foundation
import TestSupport
import WireProtocol

/// What a crawler asks the AI of a conversation whose ids and words it knows.
enum CanaryQuestions {
  /// The crawler's own words come back to it in titles and in its own talk; whoever looks for leaks
  /// takes them out first.
  private static let questions = [
    "what about canarytext and canaryedit then", "who sends the canarytask report then",
    "summarise canaryname please then", "what of canarymemory and canarylate then",
  ]

  static func withoutEchoes(_ heard: String) -> String {
    questions.reduce(heard) { $0.replacingOccurrences(of: $1, with: "", options: .caseInsensitive) }
  }

  /// Everything that the AI says when asked properly; refusals too.
  static func askAll(_ user: TestUser, about conversation: ConversationID) async throws -> String {
    let place = "/v1/conversations/\(conversation)"
    var asked: [(String, any WireBody)] = ["summary", "action-items", "decisions", "scheduling"].map {
      ("\(place)/\($0)", SummaryRequest(.last(100)))
    }
    asked.append(("\(place)/meeting-times", MeetingRequest()))
    asked.append(("/v1/ai/search", SmartSearchRequest(query: "report canarytask canarytext", limit: 50)))
    asked.append(("/v1/ai/search", SmartSearchRequest(query: "in:canaryname", limit: 50)))
    for question in questions {
      asked.append(("/v1/ai/ask", QuestionRequest(question: question)))
      asked.append(("/v1/search", FindRequest(query: question, asks: true)))
      asked.append(("/v1/ai/assistant", AssistantRequest(text: question, conversation: conversation)))
    }
    for (function, arguments) in functions {
      asked.append(
        ("/v1/ai/functions", FunctionRequest(function: function, arguments: arguments, conversation: conversation)))
    }
    var heard: [UInt8] = try await user.server.http.send("POST", "/v1/ai/digest", token: user.token).body
    for (path, form) in asked {
      heard += try await user.server.http.send("POST", path, token: user.token, body: form.json()).body
    }
    for path in ["outputs", "insights", "priorities", "ledger", "assistant", "memory", "status", "preferences"] {
      heard += try await user.server.http.send("GET", "/v1/ai/\(path)", token: user.token).body
    }
    return withoutEchoes(String(decoding: heard, as: UTF8.self))
  }

  private static let functions = [
    ("searchMessages", #"{"query":"report canarytask"}"#), ("answerQuestion", #"{"question":"\#(questions[1])"}"#),
    ("summarizeConversation", #"{"conversation":"canaryname"}"#), ("summarizeConversation", "{}"), ("catchUp", "{}"),
    ("listActionItems", #"{"mine":false}"#), ("listActionItems", #"{"mine":false,"conversation":"canaryname"}"#),
    ("listDecisions", #"{"query":"canarytext"}"#), ("listPriorities", "{}"),
    ("suggestMeetingTimes", #"{"conversation":"canaryname"}"#),
  ]

  /// Bodies that some route of the AI can read, with the prey's ids wherever an id can stand.
  static func bodies(
    _ conversation: ConversationID, _ messages: [MessageID], _ members: [UserID]
  ) -> [[UInt8]?] {
    let participants = members.map { "\"\($0)\"" }.joined(separator: ",")
    let preferences = """
      {"isOn":true,"allowsRemoteModels":true,"urgentContacts":[\(participants)],"urgentKeywords":["intruder"],\
      "focusHours":[],"workingHours":[],"tone":"neutral"}
      """
    return [
      "{}",
      #"{"range":"last","count":100,"query":"canarytask report","text":"\#(questions[0])","priority":"urgent","approve":true}"#,
      #"{"range":"range","from":1,"to":9,"question":"\#(questions[1])","isOn":false,"feedback":"helpful","note":"intruder"}"#,
      #"{"question":"\#(questions[3])","query":"in:canaryname canarytext","conversation":"\#(conversation)"}"#,
      #"{"text":"\#(questions[2])","conversation":"\#(conversation)","status":"done","owner":"\#(members[0])"}"#,
      #"{"kind":"action_item","message":"\#(messages[0])","text":"intruder","approve":false}"#,
      #"{"function":"searchMessages","arguments":"{\"query\":\"canarytask\"}","conversation":"\#(conversation)"}"#,
      #"{"function":"sendMessage","arguments":"{\"text\":\"intruder\"}","conversation":"\#(conversation)"}"#,
      #"{"topic":"intruder","minutes":30,"participants":[\#(participants)]}"#,
      preferences,
    ].map { Array($0.utf8) }
  }
}
