import Domain
import WireProtocol

extension ServerRequest {
  /// The body as it is sent and as it waits; empty for what has none.
  package var body: [UInt8] {
    switch self {
    case .changeInsight(let change, _, _): change.json()
    case .markInsight(let id, let kind, let message, _, let text):
      MarkInsightRequest(kind: kind, message: message, text: text, id: id).json()
    case .writeTask(let id, let task, _):
      MarkInsightRequest(kind: .actionItem, text: task.text, owner: task.owner, dueAt: task.dueAt, id: id).json()
    case .remind(let id, let time, let text, let message, let conversation):
      ReminderRequest(id: id, at: time, text: text, conversation: conversation, message: message).json()
    case .postponeReminder(_, let time): ReminderChange(at: time).json()
    case .finishReminder: ReminderChange(isDone: true).json()
    case .setOpinion(let feedback, _, _, _): OpinionRequest(feedback: feedback).json()
    case .correctPriority(_, _, let priority): PriorityRequest(priority: priority).json()
    case .savePreferences(let preferences): preferences.json()
    case .changeSettings(let change, _): change.json()
    case .switchIntelligence(let isOn, _): SwitchRequest(isOn: isOn).json()
    case .share(_, let conversation): ShareRequest(conversation: conversation).json()
    case .createGroup(let id, let name, let members):
      CreateConversationRequest(kind: .group, members: members, name: name, id: id).json()
    case .openDirect(_, let user):
      CreateConversationRequest(kind: .direct, members: [user], name: nil, id: nil).json()
    case .summarize(_, let range, let question): SummaryRequest(range, question: question).json()
    case .digest: []
    case .ask(let question): QuestionRequest(question: question).json()
    case .talk(let text, let conversation, let id):
      AssistantRequest(text: text, conversation: conversation, id: id).json()
    }
  }
}
