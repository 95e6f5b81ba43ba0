import Domain
import SwiftUI
import ViewModels

/// The messages that have the words of a search: a section of the list.
struct MessageResults: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  let model: SearchViewModel
  let directory: DirectoryModel
  /// What is looked for, as it is typed.
  @Binding var query: String

  var body: some View {
    Section { SearchKinds(query: $query) }
    Section {
      switch model.state {
      case .loading:
        ProgressView()
          .frame(maxWidth: .infinity)
          .accessibilityLabel("Loading")
          .accessibilityIdentifier("search.loading")
      case .empty:
        EmptyView()
      case .failed(let message, let canRetry):
        ProblemText(text: message)
          .accessibilityIdentifier("search.failed")
        if canRetry {
          Button("Try again") { model.retry() }
            .accessibilityIdentifier("search.retry")
        }
      case .content(let results):
        content(results)
      }
    } header: {
      Text("Messages")
    }
    if session.features.has(.ai) {
      Section {
        Button {
          router.push(.intelligence(.smartSearch))
        } label: {
          Label("Search by meaning, or ask", systemImage: "text.magnifyingglass")
        }
        .accessibilityIdentifier("search.byMeaning")
      }
    }
  }

  @ViewBuilder private func content(_ results: [SearchResult]) -> some View {
    if results.isEmpty {
      Text("No message has these words.")
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("search.none")
    }
    ForEach(results, id: \.message.id) { result in
      Button {
        router.open(MessageLink(conversation: result.conversation, message: result.message.id))
      } label: {
        MessageResultRow(
          title: directory.sender(result.message.sender, in: result.conversation), snippet: SnippetText(result.snippet),
          file: result.file,
          time: session.services.texts.short(result.message.createdAt))
      }
      .buttonStyle(.plain)
      .accessibilityIdentifier("search.result.\(result.message.id)")
    }
    if model.hasMore {
      Button("More results") { Task { await model.loadMore() } }
        .disabled(model.isLoadingMore)
        .accessibilityIdentifier("search.more")
    }
  }
}

/// Narrows a search to messages with files of a kind, by the words for it.
struct SearchKinds: View {
  @Binding var query: String

  var body: some View {
    ScrollView(.horizontal) {
      HStack(spacing: 8) {
        kind("With images", "image")
        kind("With files", "file")
        kind("With voice messages", "voice")
      }
    }
    .scrollIndicators(.hidden)
  }

  @ViewBuilder private func kind(_ title: LocalizedStringKey, _ name: String) -> some View {
    if !words.contains("has:\(name)") {
      Button {
        query = (words + ["has:\(name)"]).joined(separator: " ")
      } label: {
        Text(title)
          .font(.subheadline)
          .padding(.horizontal, 12)
          .padding(.vertical, 6)
          .background(Color.accentColor.opacity(0.15), in: Capsule())
          .touchTarget()
      }
      .buttonStyle(.plain)
      .accessibilityIdentifier("search.has.\(name)")
    }
  }

  private var words: [String] { query.split(separator: " ").map(String.init) }
}

/// One message that was found.
struct MessageResultRow: View {
  let title: Phrase
  let snippet: SnippetText
  /// Name of the file that the snippet is of.
  var file: String?
  let time: Phrase

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      HStack(alignment: .firstTextBaseline) {
        Text(verbatim: title.localized)
          .font(.subheadline.weight(.semibold))
          .lineLimit(1)
        Spacer(minLength: 8)
        Text(verbatim: time.localized)
          .font(.footnote)
          .foregroundStyle(.secondary)
      }
      if let file {
        Text("In a file: \(file)")
          .font(.footnote)
          .foregroundStyle(.secondary)
          .lineLimit(1)
      }
      SnippetView(snippet: snippet)
        .lineLimit(3)
    }
    .padding(.vertical, 4)
    .contentShape(Rectangle())
    .accessibilityElement(children: .combine)
  }
}

/// Part of a message with the words that were found in bold.
struct SnippetView: View {
  let snippet: SnippetText

  var body: some View {
    snippet.parts.reduce(Text(verbatim: "")) { text, part in
      text + (part.isMatch ? Text(verbatim: part.text).bold() : Text(verbatim: part.text).foregroundStyle(.secondary))
    }
    .font(.subheadline)
  }
}
