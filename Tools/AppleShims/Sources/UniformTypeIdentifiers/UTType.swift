import Foundation
import SwiftUI

public struct UTType: Hashable, Sendable {
  public let identifier: String
  /// Here every identifier is one.
  public init?(_ identifier: String) { self.init(identifier: identifier) }
  private init(identifier: String) { self.identifier = identifier }

  public static var jpeg: UTType { UTType(identifier: "public.jpeg") }
  public static var heic: UTType { UTType(identifier: "public.heic") }
  public static var png: UTType { UTType(identifier: "public.png") }
  public static var item: UTType { UTType(identifier: "public.item") }
  public static var image: UTType { UTType(identifier: "public.image") }
  public static var text: UTType { UTType(identifier: "public.text") }
  public static var url: UTType { UTType(identifier: "public.url") }
  public static var data: UTType { UTType(identifier: "public.data") }

  /// What a type is a special case of.
  private static let parents = [
    "public.jpeg": "public.image", "public.heic": "public.image", "public.png": "public.image",
    "public.image": "public.data", "com.adobe.pdf": "public.data", "public.utf8-plain-text": "public.plain-text",
    "public.plain-text": "public.text", "public.html": "public.text", "public.text": "public.data",
    "public.file-url": "public.url", "public.url": "public.data", "public.data": "public.item",
  ]
  private static let endings = ["public.jpeg": "jpeg", "public.png": "png", "com.adobe.pdf": "pdf"]

  public func conforms(to type: UTType) -> Bool {
    var current: String? = identifier
    while let name = current {
      if name == type.identifier { return true }
      current = Self.parents[name]
    }
    return false
  }

  public var preferredFilenameExtension: String? { Self.endings[identifier] }
}

// SwiftUI's own; here it stands where its types are.
extension View {
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
  ) -> some View { attribute("fileImporter", "\(isPresented.wrappedValue)") }
}
