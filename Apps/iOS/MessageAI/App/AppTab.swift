/// The tabs, in the order of the bar.
enum AppTab: String, Hashable, CaseIterable, Sendable {
  case chats
  case insights
  case assistant
  case settings
}
