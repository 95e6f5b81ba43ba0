import Foundation

/// One thing that was copied: a picture, a file, a text.
public struct ClipboardItem: Sendable {
  /// One of the forms in which it can be had.
  public struct Form: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case image, text, file
    }

    /// As the system calls it.
    public let type: String
    public let kind: Kind
    /// How the names of such files end, without the dot.
    public let ending: String?

    public init(type: String, kind: Kind, ending: String? = nil) {
      self.type = type
      self.kind = kind
      self.ending = ending
    }
  }

  /// What becomes of it in a message.
  enum Use: Hashable {
    case photo(Form)
    case file(Form, name: String)
  }

  /// Files have one, mostly without its ending.
  let name: String?
  let forms: [Form]
  /// Writes it to a place that is free.
  let write: @Sendable (Form, URL) async throws -> Void

  /// `forms` has the best first.
  public init(name: String?, forms: [Form], write: @escaping @Sendable (Form, URL) async throws -> Void) {
    self.name = name
    self.forms = forms
    self.write = write
  }

  /// `nil` for text, which is pasted where it is written, also when it comes with a picture of
  /// itself.
  var use: Use? {
    let isText = forms.contains { $0.kind == .text }
    if !isText, let image = forms.first(where: { $0.kind == .image }) { return .photo(image) }
    guard let name, !name.isEmpty, let form = forms.first else { return nil }
    return .file(form, name: Self.fileName(name, form.ending))
  }

  private static func fileName(_ name: String, _ ending: String?) -> String {
    guard let ending, !name.lowercased().hasSuffix(".\(ending.lowercased())") else { return name }
    return "\(name).\(ending)"
  }
}
