import Foundation

@MainActor
open class UIViewController: UIResponder {}

@MainActor
open class UINavigationController: UIViewController {}

@MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {}

@MainActor
public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
  func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

/// Takes no photo: a test tells its delegate of one.
@MainActor
open class UIImagePickerController: UINavigationController {
  public enum SourceType: Int, Sendable {
    case photoLibrary, camera, savedPhotosAlbum
  }

  public struct InfoKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
  }

  /// For tests: the last that was made, and what the device has.
  public private(set) static weak var latest: UIImagePickerController?
  public static var sources: Set<SourceType> = [.photoLibrary, .camera]

  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { sources.contains(sourceType) }

  open var sourceType = SourceType.photoLibrary
  open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?

  public override init() {
    super.init()
    Self.latest = self
  }
}
