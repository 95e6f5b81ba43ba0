import Domain
import Foundation
import PhotosUI
import SwiftUI
import UIKit
import ViewModels

/// Below a photo: choosing another one, cropping it, and taking it away.
struct PhotoButtons: View {
  @State private var picked: PhotosPickerItem?
  let model: PhotoModel
  let hasPhoto: Bool
  /// Begins the identifiers.
  let screen: String

  var body: some View {
    VStack(spacing: 4) {
      HStack(spacing: 16) {
        PhotosPicker(selection: $picked, matching: .images) { [hasPhoto] in
          Text(hasPhoto ? "Change photo" : "Add a photo").touchTarget()
        }
        .accessibilityIdentifier("\(screen).photo")
        if hasPhoto {
          Button(role: .destructive) {
            Task { await model.remove() }
          } label: {
            Text("Remove photo").touchTarget()
          }
          .accessibilityIdentifier("\(screen).photoRemove")
        }
      }
      .buttonStyle(.borderless)
      .font(.subheadline)
      .disabled(model.isBusy)
      if model.draft == nil, let problem = model.problem {
        ProblemText(text: problem.sentence)
          .accessibilityIdentifier("\(screen).photoProblem")
      }
    }
    .onChange(of: picked) { Task { await take() } }
    .sheet(isPresented: isCropping) { PhotoCropSheet(model: model) }
  }

  private var isCropping: Binding<Bool> {
    Binding {
      model.draft != nil
    } set: { isShown in
      if !isShown { model.cancel() }
    }
  }

  private func take() async {
    guard let item = picked else { return }
    picked = nil
    // Not every SDK says that an item is `Sendable`. It is a value, and only asked for its data.
    nonisolated(unsafe) let chosen = item
    await model.pick { try await chosen.loadTransferable(type: Data.self) }
  }
}

/// The square of an image that becomes a photo: moved with a finger, made smaller with two or with
/// buttons.
struct PhotoCropSheet: View {
  let model: PhotoModel
  @GestureState private var pinch = 1.0
  @GestureState private var pull = CGSize.zero

  private static let side: CGFloat = 280
  private static let step = 1.5

  var body: some View {
    NavigationStack {
      VStack(spacing: 20) {
        if let draft = model.draft { square(draft) }
        zoomButtons
        if let problem = model.problem {
          ProblemText(text: problem.sentence)
            .accessibilityIdentifier("crop.problem")
        }
        Spacer(minLength: 0)
      }
      .padding()
      .navigationTitle("Photo")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { model.cancel() }
            .accessibilityIdentifier("crop.cancel")
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { Task { await model.save() } }
            .disabled(model.isBusy)
            .accessibilityIdentifier("crop.save")
        }
      }
    }
    .screen("crop")
  }

  private func square(_ draft: PhotoModel.Draft) -> some View {
    let crop = moved(draft.crop)
    return ZStack {
      if let image = UIImage(data: draft.shown.data) {
        Image(uiImage: image)
          .resizable()
          .frame(width: Self.side * crop.imageWidth, height: Self.side * crop.imageHeight)
          .offset(x: Self.side * crop.offsetX, y: Self.side * crop.offsetY)
      }
    }
    .frame(width: Self.side, height: Self.side)
    .clipShape(Circle())
    .contentShape(Circle())
    .simultaneousGesture(drag)
    .simultaneousGesture(magnify)
    .accessibilityElement(children: .ignore)
    .accessibilityLabel("The part of the photo that others see")
    .accessibilityIdentifier("crop.square")
  }

  private var zoomButtons: some View {
    HStack(spacing: 24) {
      Button {
        zoom(by: 1 / Self.step)
      } label: {
        Label("Zoom out", systemImage: "minus.magnifyingglass").labelStyle(.iconOnly).touchTarget()
      }
      .accessibilityIdentifier("crop.zoomOut")
      Button {
        zoom(by: Self.step)
      } label: {
        Label("Zoom in", systemImage: "plus.magnifyingglass").labelStyle(.iconOnly).touchTarget()
      }
      .accessibilityIdentifier("crop.zoomIn")
    }
  }

  private func zoom(by factor: Double) {
    guard var draft = model.draft else { return }
    draft.crop.setZoom(draft.crop.zoom * factor)
    model.draft = draft
  }

  /// The crop with what the fingers do to it now.
  private func moved(_ crop: SquareCrop) -> SquareCrop {
    var crop = crop
    crop.setZoom(crop.zoom * pinch)
    crop.drag(right: pull.width / Self.side, down: pull.height / Self.side)
    return crop
  }

  private var drag: some Gesture {
    DragGesture()
      .updating($pull) { value, pull, _ in pull = value.translation }
      .onEnded { value in
        model.draft?.crop.drag(
          right: value.translation.width / Self.side, down: value.translation.height / Self.side)
      }
  }

  private var magnify: some Gesture {
    MagnifyGesture()
      .updating($pinch) { value, pinch, _ in pinch = Double(value.magnification) }
      .onEnded { value in zoom(by: Double(value.magnification)) }
  }
}
