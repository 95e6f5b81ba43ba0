import SwiftUI
import ViewModels

/// A part of a screen, of which one is shown at a time.
protocol ScreenPart: Hashable, CaseIterable {
  var title: LocalizedStringKey { get }
}

/// Chooses the part of a screen that is shown.
struct PartPicker<Part: ScreenPart>: View {
  @Binding var part: Part
  /// Of the picker itself.
  let identifier: String
  /// In place of their own, such as with a count.
  var titles: [Part: Phrase] = [:]

  var body: some View {
    Picker("Part", selection: $part) {
      ForEach(Array(Part.allCases), id: \.self) { part in
        title(of: part).tag(part)
      }
    }
    .pickerStyle(.segmented)
    .padding()
    .accessibilityIdentifier(identifier)
  }

  private func title(of part: Part) -> Text {
    titles[part].map { Text($0.localized) } ?? Text(part.title)
  }
}
