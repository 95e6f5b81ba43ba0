import Foundation

public struct UTType: Hashable, Sendable {
  public let identifier: String
  public static var jpeg: UTType { UTType(identifier: "public.jpeg") }
  public static var heic: UTType { UTType(identifier: "public.heic") }
  public static var png: UTType { UTType(identifier: "public.png") }
  public static var image: UTType { UTType(identifier: "public.image") }
}
