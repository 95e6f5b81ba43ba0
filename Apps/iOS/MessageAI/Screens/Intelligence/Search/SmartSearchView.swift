import Domain
import SwiftUI
import ViewModels

/// Searching by words and meaning, with filters; a question is answered too.
struct SmartSearchView: View {
  @State private var model: SmartSearchViewModel
  @State private var context: IntelligenceContext

  init(model: SmartSearchViewModel, context: IntelligenceContext) {
    _model = State(initialValue: model)
    _context = State(initialValue: context)
  }

  var body: some View {
    List {
      Section {
        TextField("Words, or a question", text: $model.query)
          .submitLabel(.search)
          .onSubmit { search() }
          .accessibilityIdentifier("smartSearch.query")
        HStack {
          Button("Search", systemImage: "magnifyingglass") { search() }
            .accessibilityIdentifier("smartSearch.search")
          Spacer()
          Button("Ask", systemImage: "sparkles") {
            Task { await model.ask() }
          }
          .accessibilityHint("Answers from your messages, with sources")
          .accessibilityIdentifier("smartSearch.ask")
        }
        .buttonStyle(.borderless)
      }
      filters
      if showsAnswer {
        OutputStateView(model: model.answer, context: context, screen: "answer", hint: "")
      }
      hits
    }
    .names(context.directory, in: conversations)
    .navigationTitle("Smart search")
    .accessibilityIdentifier("smartSearch.list")
  }

  private var filters: some View {
    Section {
      DisclosureGroup("Filters") {
        Picker("From", selection: $model.filters.sender) {
          Text("Anybody").tag("")
          ForEach(context.directory.others) { person in
            Text(person.name).tag(person.name)
          }
        }
        .accessibilityIdentifier("smartSearch.from")
        Picker("In", selection: $model.filters.conversation) {
          Text("All conversations").tag("")
          ForEach(context.directory.conversations) { conversation in
            Text(conversation.title).tag(conversation.title)
          }
        }
        .accessibilityIdentifier("smartSearch.in")
        Picker("When", selection: $model.filters.days) {
          Text("Any time").tag(Int?.none)
          Text("7 days").tag(Int?.some(7))
          Text("30 days").tag(Int?.some(30))
          Text("A year").tag(Int?.some(365))
        }
        .accessibilityIdentifier("smartSearch.when")
      }
      .accessibilityIdentifier("smartSearch.filters")
    }
  }

  @ViewBuilder private var hits: some View {
    if let notice = model.notice {
      Section {
        NoticeRow(text: notice.localized, symbol: "info.circle", identifier: "smartSearch.notice")
      }
    }
    switch model.hits {
    case .content(let hits) where hits.isEmpty:
      Text("No message was found.")
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("smartSearch.nothing")
    case .content(let hits):
      Section("Messages") {
        ForEach(hits, id: \.citation.message) { hit in
          SmartSearchRow(hit: hit, context: context)
        }
      }
    case .empty, .loading, .failed:
      StateView(model.hits, screen: "smartSearch", retry: { await model.search() }) { _ in
        EmptyView()
      } empty: {
        EmptyState(
          "Find it by what it means", symbol: "magnifyingglass",
          text: "Words need not be the same. Ask a question, and the answer names its messages.", screen: "smartSearch")
      }
    }
  }

  private var showsAnswer: Bool {
    if case .empty = model.answer.state { model.answer.waiting != nil } else { true }
  }

  private var conversations: Set<ConversationID> {
    Set((model.hits.content ?? []).map(\.citation.conversation))
  }

  private func search() {
    Task { await model.search() }
  }
}

/// A message that was found; leads to it.
struct SmartSearchRow: View {
  let hit: SmartSearchHit
  let context: IntelligenceContext

  var body: some View {
    Button {
      context.open(MessageLink(hit.citation))
    } label: {
      VStack(alignment: .leading, spacing: 4) {
        HStack {
          Text(context.directory.sender(hit.citation.sender, in: hit.citation.conversation).localized)
            .font(.headline)
          Spacer()
          Text(context.texts.short(hit.citation.createdAt).localized)
            .font(.caption)
            .foregroundStyle(.secondary)
        }
        if let file = hit.file {
          Text("In a file: \(file)")
            .font(.caption)
            .foregroundStyle(.secondary)
        }
        snippet
          .lineLimit(4)
        if hit.matchedBy.contains("meaning") {
          Label("Found by meaning", systemImage: "sparkles")
            .font(.caption)
            .foregroundStyle(.secondary)
        }
      }
      .accessibilityElement(children: .combine)
    }
    .buttonStyle(.plain)
    .accessibilityHint("Shows the message")
    .accessibilityIdentifier("smartSearch.hit.\(hit.citation.seq)")
  }

  private var snippet: Text {
    SnippetText(hit.snippet).parts.reduce(Text(verbatim: "")) { text, part in
      text + (part.isMatch ? Text(verbatim: part.text).bold() : Text(verbatim: part.text))
    }
  }
}

#if DEBUG
  struct SmartSearchView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          SmartSearchView(model: session.smartSearch(), context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
