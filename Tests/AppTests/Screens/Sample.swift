import ShimHost
import SwiftUI

@testable import MessageAIApp

/// Every preview of the app: each view has one, with sample data.
@MainActor
struct Sample {
  let name: String
  let view: AnyView

  static var names: [String] { all.map(\.name) }
  private static var all: [Sample] {
    [
      Sample(name: "AIMark", view: AnyView(AIMark_Previews.previews)),
      Sample(name: "AIPreferencesView", view: AnyView(AIPreferencesView_Previews.previews)),
      Sample(name: "AddMembersSheet", view: AnyView(AddMembersSheet_Previews.previews)),
      Sample(name: "AppearanceScreen", view: AnyView(AppearanceScreen_Previews.previews)),
      Sample(name: "AssistantTalk", view: AnyView(AssistantTalk_Previews.previews)),
      Sample(name: "AssistantView", view: AnyView(AssistantView_Previews.previews)),
      Sample(name: "AvailabilityGate", view: AnyView(AvailabilityGate_Previews.previews)),
      Sample(name: "Avatar", view: AnyView(Avatar_Previews.previews)),
      Sample(name: "Badges", view: AnyView(Badges_Previews.previews)),
      Sample(name: "CatchUpView", view: AnyView(CatchUpView_Previews.previews)),
      Sample(name: "ChangePasswordScreen", view: AnyView(ChangePasswordScreen_Previews.previews)),
      Sample(name: "ChatScreen", view: AnyView(ChatScreen_Previews.previews)),
      Sample(name: "ChatsTab", view: AnyView(ChatsTab_Previews.previews)),
      Sample(name: "ClaimRow", view: AnyView(ClaimRow_Previews.previews)),
      Sample(name: "ConversationInfoScreen", view: AnyView(ConversationInfoScreen_Previews.previews)),
      Sample(name: "ConversationListScreen", view: AnyView(ConversationListScreen_Previews.previews)),
      Sample(name: "DeleteAccountScreen", view: AnyView(DeleteAccountScreen_Previews.previews)),
      Sample(name: "InsightBoard", view: AnyView(InsightBoard_Previews.previews)),
      Sample(name: "InsightEditView", view: AnyView(InsightEditView_Previews.previews)),
      Sample(name: "InsightRow", view: AnyView(InsightRow_Previews.previews)),
      Sample(name: "InsightsDashboard", view: AnyView(InsightsDashboard_Previews.previews)),
      Sample(name: "LanguageScreen", view: AnyView(LanguageScreen_Previews.previews)),
      Sample(name: "LedgerView", view: AnyView(LedgerView_Previews.previews)),
      Sample(name: "MainView", view: AnyView(MainView_Previews.previews)),
      Sample(name: "MarkInsightView", view: AnyView(MarkInsightView_Previews.previews)),
      Sample(name: "MeetingView", view: AnyView(MeetingView_Previews.previews)),
      Sample(name: "MemoryView", view: AnyView(MemoryView_Previews.previews)),
      Sample(name: "MessageDetailsSheet", view: AnyView(MessageDetailsSheet_Previews.previews)),
      Sample(name: "NewConversationSheet", view: AnyView(NewConversationSheet_Previews.previews)),
      Sample(name: "NewTaskView", view: AnyView(NewTaskView_Previews.previews)),
      Sample(name: "NotificationsScreen", view: AnyView(NotificationsScreen_Previews.previews)),
      Sample(name: "OutputFooter", view: AnyView(OutputFooter_Previews.previews)),
      Sample(name: "OutputHistoryView", view: AnyView(OutputHistoryView_Previews.previews)),
      Sample(name: "OutputSections", view: AnyView(OutputSections_Previews.previews)),
      Sample(name: "OutputStateView", view: AnyView(OutputStateView_Previews.previews)),
      Sample(name: "PriorityInboxView", view: AnyView(PriorityInboxView_Previews.previews)),
      Sample(name: "ProfileScreen", view: AnyView(ProfileScreen_Previews.previews)),
      Sample(name: "ProfileSetUpSheet", view: AnyView(ProfileSetUpSheet_Previews.previews)),
      Sample(name: "ProposalCard", view: AnyView(ProposalCard_Previews.previews)),
      Sample(name: "ReceiptView", view: AnyView(ReceiptView_Previews.previews)),
      Sample(name: "ReloadNotice", view: AnyView(ReloadNotice_Previews.previews)),
      Sample(name: "RootView", view: AnyView(RootView_Previews.previews)),
      Sample(name: "SessionsScreen", view: AnyView(SessionsScreen_Previews.previews)),
      Sample(name: "SettingsScreen", view: AnyView(SettingsScreen_Previews.previews)),
      Sample(name: "SignInScreen", view: AnyView(SignInScreen_Previews.previews)),
      Sample(name: "SmartSearchView", view: AnyView(SmartSearchView_Previews.previews)),
      Sample(name: "SummaryView", view: AnyView(SummaryView_Previews.previews)),
      Sample(name: "ThreadScreen", view: AnyView(ThreadScreen_Previews.previews)),
      Sample(name: "UrgentSections", view: AnyView(UrgentSections_Previews.previews)),
    ]
  }

  static func named(_ name: String) throws -> AnyView {
    guard let sample = all.first(where: { $0.name == name }) else { throw NotOnScreen(description: name) }
    return sample.view
  }
}
