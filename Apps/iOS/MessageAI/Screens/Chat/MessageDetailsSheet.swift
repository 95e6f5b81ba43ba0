import Domain
import SwiftUI
import ViewModels

/// One message closely: who has received and read it, and what it said before it was edited.
struct MessageDetailsSheet: View {
  @Environment(Session.self) private var session
  @Environment(\.dismiss) private var dismiss
  @State private var model: ChatViewModel
  private let message: MessageID

  init(model: ChatViewModel, message: MessageID) {
    _model = State(initialValue: model)
    self.message = message
  }

  var body: some View {
    NavigationStack {
      StateView(model.bubbleState(message), screen: "messageDetails") { bubble in
        List {
          Section { BubbleView(bubble: bubble, showsName: true) }
            .listRowBackground(Color.clear)
          if let receipts = model.receipts(of: message), bubble.item.isMine { people(receipts) }
          if !bubble.item.edits.isEmpty { edits(bubble.item) }
        }
      } empty: {
        EmptyState(
          "That message is not here any more", symbol: "text.bubble", text: "It may have been deleted.",
          screen: "messageDetails")
      }
      .navigationTitle("Message")
      .navigationBarTitleDisplayMode(.inline)
      .doneButton("messageDetails.done") { dismiss() }
    }
    .task { await model.follow() }
    .screen("messageDetails")
  }

  @ViewBuilder private func people(_ receipts: ReceiptDetails) -> some View {
    section("Read", receipts.read, status: .read)
    section("Delivered", receipts.delivered, status: .delivered)
    section("Waiting", receipts.waiting, status: .sent)
  }

  @ViewBuilder private func section(
    _ title: LocalizedStringKey, _ members: [Member], status: MessageStatus
  ) -> some View {
    if !members.isEmpty {
      Section {
        ForEach(members) { PersonRow(name: $0.name, user: $0.user, photo: $0.photo) }
      } header: {
        HStack(spacing: 6) {
          StatusMark(status: status).accessibilityHidden(true)
          Text(title)
        }
      }
    }
  }

  private func edits(_ item: TimelineItem) -> some View {
    Section {
      ForEach(item.edits.reversed()) { edit in
        VStack(alignment: .leading, spacing: 4) {
          Text(verbatim: edit.text)
          Text("until \(session.services.texts.day(edit.at).localized), \(session.services.texts.time(edit.at))")
            .font(.footnote)
            .foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
      }
    } header: {
      Text("Earlier versions")
    } footer: {
      if item.editCount > item.edits.count {
        Text("\(item.editCount) edits in all; the last \(item.edits.count) are kept.")
      }
    }
  }
}

#if DEBUG
  struct MessageDetailsSheet_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { SheetView(sheet: .messageDetails(PreviewSamples.team, PreviewSamples.mine)).environment($0) }
    }
  }
#endif
