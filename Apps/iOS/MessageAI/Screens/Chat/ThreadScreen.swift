import Domain
import SwiftUI
import ViewModels

/// A message with everything that answers it.
struct ThreadScreen: View {
  @State private var model: ThreadViewModel

  init(model: ThreadViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    StateView(model.state, screen: "thread") { bubbles in
      VStack(spacing: 0) {
        ScrollView {
          LazyVStack(alignment: .leading, spacing: 12) {
            ForEach(bubbles) { bubble in
              HStack(alignment: .bottom, spacing: 8) {
                if bubble.item.isMine { Spacer(minLength: 48) }
                VStack(alignment: bubble.item.isMine ? .trailing : .leading, spacing: 4) {
                  if !bubble.item.attachments.isEmpty {
                    AttachmentsView(attachments: bubble.item.attachments, uploads: [:])
                  }
                  BubbleView(bubble: bubble, showsName: true)
                    .accessibilityIdentifier("thread.message.\(bubble.id)")
                }
                if !bubble.item.isMine { Spacer(minLength: 48) }
              }
            }
          }
          .padding(16)
        }
        .defaultScrollAnchor(.bottom)
        composer
      }
    } empty: {
      EmptyState(
        "That message is not here any more", symbol: "text.bubble",
        text: "It may have been deleted.", screen: "thread")
    }
    .navigationTitle("Thread")
    .navigationBarTitleDisplayMode(.inline)
    .hidesTabBarOnPhones()
    .task { await model.run() }
    .screen("thread")
  }

  private var composer: some View {
    VStack(spacing: 4) {
      Divider()
      if let problem = model.problem {
        ProblemText(text: problem.sentence)
          .accessibilityIdentifier("thread.problem")
      }
      HStack(alignment: .bottom, spacing: 10) {
        TextField("Reply", text: text, axis: .vertical)
          .lineLimit(1...6)
          .padding(.horizontal, 14)
          .padding(.vertical, 8)
          .background(.fill.tertiary, in: RoundedRectangle(cornerRadius: 20, style: .continuous))
          .accessibilityIdentifier("thread.text")
        Button {
          Task { await model.send() }
        } label: {
          Image(systemName: "arrow.up.circle.fill").font(.title).touchTarget()
        }
        .disabled(!model.canSend)
        .accessibilityLabel("Send")
        .accessibilityIdentifier("thread.send")
      }
      .padding(.horizontal, 12)
      .padding(.vertical, 8)
    }
    .background(.bar)
  }

  private var text: Binding<String> {
    Binding {
      model.text
    } set: { text in
      model.setText(text)
    }
  }
}

#if DEBUG
  struct ThreadScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in
        NavigationStack { RouteView(route: .thread(PreviewSamples.team, PreviewSamples.question)) }
      }
    }
  }
#endif
