import SwiftUI
import ViewModels

/// The line over a screen that says how the app stands to its server; nothing while all is well.
struct ConnectionBannerView: View {
  let model: ConnectionBannerModel

  var body: some View {
    if let text = model.banner.text {
      HStack(spacing: 10) {
        mark
        Text(text.localized)
          .font(.footnote)
          .frame(maxWidth: .infinity, alignment: .leading)
        if isOffline {
          Button {
            Task { await model.retry() }
          } label: {
            Text("Try now").touchTarget()
          }
          .font(.footnote.weight(.semibold))
          .accessibilityIdentifier("banner.retry")
        }
      }
      .padding(.horizontal, 16)
      .padding(.vertical, isOffline ? 0 : 8)
      .background(.bar)
      .accessibilityElement(children: .contain)
      .accessibilityIdentifier("banner")
    }
  }

  private var isOffline: Bool {
    if case .offline = model.banner { true } else { false }
  }

  @ViewBuilder private var mark: some View {
    if case .connecting = model.banner {
      ProgressView().controlSize(.small)
    } else {
      Image(systemName: "wifi.slash")
        .foregroundStyle(.secondary)
        .accessibilityHidden(true)
    }
  }
}
