import SwiftUI
import ViewModels

/// Shows its content, or why the AI cannot be asked.
struct AvailabilityGate<Content: View>: View {
  let model: AvailabilityModel
  private let content: Content

  init(_ model: AvailabilityModel, @ViewBuilder content: () -> Content) {
    self.model = model
    self.content = content()
  }

  var body: some View {
    VStack(spacing: 0) {
      banner
      if model.isOff {
        off
      } else {
        content
      }
    }
    .task { await model.run() }
  }

  @ViewBuilder private var banner: some View {
    if case .unknown(let message) = model.state {
      NoticeRow(text: message.localized, symbol: "wifi.slash", identifier: "availability.offline")
    } else if model.waitingMessages > 0 {
      Text("\(model.waitingMessages) messages are still being read.")
        .font(.footnote)
        .foregroundStyle(.secondary)
        .padding(.horizontal)
        .accessibilityIdentifier("availability.waiting")
    }
  }

  @ViewBuilder private var off: some View {
    if model.state == .notOffered {
      EmptyState(
        "No AI here", symbol: "nosign", text: "This server does not offer it. Messages work as ever.",
        screen: "availability.notOffered")
    } else {
      EmptyState(
        "You have switched it off", symbol: "sparkles",
        text: "Nothing of yours is worked on. Settings, AI switches it on again.",
        screen: "availability.switchedOff")
    }
  }
}

/// Something that the reader should know before reading on.
struct NoticeRow: View {
  let text: String
  let symbol: String
  let identifier: String

  var body: some View {
    Label(text, systemImage: symbol)
      .font(.footnote)
      .foregroundStyle(.secondary)
      .padding(8)
      .accessibilityElement(children: .combine)
      .accessibilityIdentifier(identifier)
  }
}

#if DEBUG
  struct AvailabilityGate_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in
        AvailabilityGate(AvailabilityModel(intelligence: SampleIntelligence(.notOffered))) {
          Text("Content")
        }
        AvailabilityGate(AvailabilityModel(intelligence: SampleIntelligence(.offline))) {
          Text("Content")
        }
      }
    }
  }
#endif
