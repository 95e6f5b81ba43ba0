import SwiftUI

/// A screen without content: what will stand here, and the first step towards it.
struct EmptyState<Actions: View>: View {
  private let title: LocalizedStringKey
  private let symbol: String
  private let text: LocalizedStringKey
  private let screen: String
  private let actions: Actions

  init(
    _ title: LocalizedStringKey, symbol: String, text: LocalizedStringKey, screen: String,
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.title = title
    self.symbol = symbol
    self.text = text
    self.screen = screen
    self.actions = actions()
  }

  var body: some View {
    ContentUnavailableView {
      Label(title, systemImage: symbol)
    } description: {
      Text(text)
    } actions: {
      actions
    }
    .screen("\(screen).empty")
  }
}
