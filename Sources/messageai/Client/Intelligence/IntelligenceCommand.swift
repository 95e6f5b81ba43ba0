import ArgumentParser

/// `messageai ai`
struct IntelligenceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ai", abstract: "Ask the server's intelligence: summaries, tasks, decisions, answers, meetings.",
    discussion: "What is answered is read for you alone. With --json commands print what the server said, as JSON.",
    subcommands: [
      DigestSubcommand.self, SummarySubcommand.self, AskSubcommand.self, SearchSubcommand.self,
      ActionItemsSubcommand.self, DecisionsSubcommand.self, MeetingsSubcommand.self, MarkSubcommand.self,
      TaskSubcommand.self,
      ChangeSubcommand.self,
      PrioritiesSubcommand.self, PrioritySubcommand.self, OpinionSubcommand.self, RemindersSubcommand.self,
      RemindSubcommand.self, ReminderSubcommand.self, MeetingSubcommand.self, TalkSubcommand.self,
      ApproveSubcommand.self, RejectSubcommand.self, HistorySubcommand.self, MemorySubcommand.self,
      OutputsSubcommand.self, OutputSubcommand.self, LedgerSubcommand.self, PreferencesSubcommand.self,
      SwitchSubcommand.self, StatusSubcommand.self,
      ConnectSubcommand.self, DiscoverSubcommand.self, TestSubcommand.self, CompareSubcommand.self,
      DisconnectSubcommand.self,
    ])
}
