import AVFoundation
import SwiftUI
import UIKit

/// The device's camera.
@MainActor
enum Camera {
  static var isThere: Bool { UIImagePickerController.isSourceTypeAvailable(.camera) }

  /// Asks where that is still to be asked.
  static func isAllowed() async -> Bool { await AVCaptureDevice.requestAccess(for: .video) }
}

/// The camera over the whole screen. It takes one photo.
struct CameraView: UIViewControllerRepresentable {
  /// `nil` where none was taken.
  let taken: @MainActor (UIImage?) -> Void

  func makeCoordinator() -> Coordinator { Coordinator(taken: taken) }

  func makeUIViewController(context: Context) -> UIImagePickerController {
    let camera = UIImagePickerController()
    camera.sourceType = .camera
    camera.delegate = context.coordinator
    return camera
  }

  func updateUIViewController(_ camera: UIImagePickerController, context: Context) {}

  @MainActor
  final class Coordinator: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
    private let taken: @MainActor (UIImage?) -> Void

    init(taken: @escaping @MainActor (UIImage?) -> Void) {
      self.taken = taken
    }

    func imagePickerController(
      _ camera: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
      taken(info[.originalImage] as? UIImage)
    }

    func imagePickerControllerDidCancel(_ camera: UIImagePickerController) {
      taken(nil)
    }
  }
}
