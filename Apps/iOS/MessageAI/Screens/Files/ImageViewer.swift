import Domain
import SwiftUI
import UIKit
import ViewModels

/// One image as large as the screen, to be zoomed and handed on.
struct ImageViewer: View {
  @Environment(Session.self) private var session
  @Environment(\.dismiss) private var dismiss
  @State private var zoom = 1.0
  @GestureState private var pinch = 1.0
  let model: FileModel

  private static let zooms = 1.0...6.0

  var body: some View {
    NavigationStack {
      ScrollView([.horizontal, .vertical]) {
        content
          .scaleEffect(CGFloat(Self.bounded(zoom * pinch)))
      }
      .defaultScrollAnchor(.center)
      .simultaneousGesture(magnify)
      .toolbar { toolbar }
      .navigationTitle(Text(verbatim: model.attachment.name))
      .navigationBarTitleDisplayMode(.inline)
    }
    .task { await model.load() }
    .screen("image")
  }

  @ViewBuilder private var content: some View {
    if let url = model.url, let image = session.pictures.picture(at: url) {
      Image(uiImage: image)
        .resizable()
        .scaledToFit()
        .accessibilityLabel(model.attachment.spokenText.localized)
        .accessibilityIdentifier("image.picture")
    } else if let problem = model.problem {
      ContentUnavailableView {
        Label("The photo is not here", systemImage: "photo.badge.exclamationmark")
      } description: {
        Text(verbatim: problem.sentence.localized)
      }
    } else {
      ProgressView()
    }
  }

  private var magnify: some Gesture {
    MagnifyGesture()
      .updating($pinch) { value, pinch, _ in pinch = Double(value.magnification) }
      .onEnded { value in zoom = Self.bounded(zoom * Double(value.magnification)) }
  }

  private static func bounded(_ zoom: Double) -> Double {
    min(max(zoom, zooms.lowerBound), zooms.upperBound)
  }

  @ToolbarContentBuilder private var toolbar: some ToolbarContent {
    ToolbarItem(placement: .cancellationAction) {
      Button("Done") { dismiss() }
        .accessibilityIdentifier("image.done")
    }
    ToolbarItem(placement: .primaryAction) {
      Button {
        zoom = zoom > 1 ? 1 : 2
      } label: {
        Label(
          zoom > 1 ? "Zoom out" : "Zoom in", systemImage: zoom > 1 ? "minus.magnifyingglass" : "plus.magnifyingglass")
      }
      .accessibilityIdentifier("image.zoom")
    }
    if let url = model.url {
      ToolbarItem(placement: .primaryAction) {
        ShareLink(item: url)
          .accessibilityIdentifier("image.share")
      }
    }
  }
}
