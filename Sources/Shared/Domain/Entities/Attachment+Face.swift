extension Attachment {
  /// A photo of a person or a group as a file to be read. All that is known of it is what their
  /// `photo` says: its id. `nil` for what is no id.
  public static func face(_ photo: String) -> Attachment? {
    AttachmentID(photo).map { Attachment(id: $0, kind: .image, name: "photo", type: "image/webp", bytes: 0) }
  }
}
