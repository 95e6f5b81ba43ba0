@_exported import SwiftUI
import ShimTree

@preconcurrency public protocol Transferable: Sendable {}
extension Data: Transferable {}

public struct PHPickerFilter: Equatable, Hashable, Sendable {
  public static let images = PHPickerFilter()
}

/// A picture that somebody has chosen: here it holds what a test put into it. Not every SDK says
/// that it is `Sendable`.
public struct PhotosPickerItem: Equatable, Hashable {
  public let itemIdentifier: String?
  private let data: Data?

  public init(itemIdentifier: String) { self.init(itemIdentifier: itemIdentifier, data: nil) }

  package init(itemIdentifier: String, data: Data?) {
    self.itemIdentifier = itemIdentifier
    self.data = data
  }

  public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? { data as? T }
}

public struct PhotosPickerSelectionBehavior: Equatable, Hashable, Sendable {
  public static let `default` = PhotosPickerSelectionBehavior()
}

public struct PhotosPicker<Label: View>: View {
  private let label: Label

  public init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil, @ViewBuilder label: () -> Label
  ) { self.label = label() }

  public init(
    selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
    @ViewBuilder label: () -> Label
  ) { self.label = label() }

  public var body: some View {
    Button(action: {}, label: { label })
  }
}

extension PhotosPicker where Label == Text {
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil
  ) { self.init(selection: selection, matching: filter) { Text(titleKey) } }
}

extension View {
  public func photosPicker(
    isPresented: Binding<Bool>, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil
  ) -> some View { attribute("photosPicker", "\(isPresented.wrappedValue)") }

  public func photosPicker(
    isPresented: Binding<Bool>, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil
  ) -> some View { attribute("photosPicker", "\(isPresented.wrappedValue)") }
}
