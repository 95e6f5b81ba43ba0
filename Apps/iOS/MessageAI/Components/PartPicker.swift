import SwiftUI

/// A part of a screen, of which one is shown at a time.
protocol ScreenPart: Hashable, CaseIterable {
  var title: LocalizedStringKey { get }
}

/// Chooses the part of a screen that is shown.
struct PartPicker<Part: ScreenPart>: View {
  @Binding var part: Part
  /// Of the picker itself.
  let identifier: String

  var body: some View {
    Picker("Part", selection: $part) {
      ForEach(Array(Part.allCases), id: \.self) { part in
        Text(part.title).tag(part)
      }
    }
    .pickerStyle(.segmented)
    .padding()
    .accessibilityIdentifier(identifier)
  }
}
