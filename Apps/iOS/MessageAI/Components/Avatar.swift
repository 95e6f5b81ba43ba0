import Domain
import SwiftUI
import ViewModels

/// A photo, until it is loaded initials on a colour that stays with the person, and whether they
/// are there.
struct Avatar: View {
  private static let colours = AvatarText.palette.map { colour in
    Color(.sRGB, red: part(colour >> 16), green: part(colour >> 8), blue: part(colour))
  }

  /// Points up to which the smaller form is sharp.
  private static let smallFace: CGFloat = 28
  private let text: AvatarText
  private let photo: Domain.Attachment?
  private let form: AttachmentForm
  private let presence: Presence.State?
  private let font: Font
  @ScaledMetric private var size: CGFloat

  init(
    _ name: String, key: some CustomStringConvertible, photo: String? = nil, presence: Presence.State? = nil,
    size: CGFloat = 44
  ) {
    text = AvatarText(name: name, key: key)
    self.photo = photo.flatMap { Domain.Attachment.face($0) }
    // Screens have up to three pixels for a point.
    form = size > Self.smallFace ? .largeFace : .face
    self.presence = presence
    font = Self.font(in: size)
    _size = ScaledMetric(wrappedValue: size, relativeTo: .body)
  }

  var body: some View {
    Circle()
      .fill(Self.colours[text.colour % Self.colours.count])
      .overlay {
        Text(verbatim: text.initials)
          .font(font)
          .foregroundStyle(.white)
          .minimumScaleFactor(0.5)
          .lineLimit(1)
          .padding(2)
      }
      .overlay {
        if let photo { Face(photo: photo, form: form).id(photo.id) }
      }
      .frame(width: size, height: size)
      .overlay(alignment: .bottomTrailing) {
        if let presence { PresenceDot(presence: presence) }
      }
      .accessibilityHidden(true)
  }

  private static func part(_ byte: UInt32) -> Double { Double(byte & 0xFF) / 255 }

  /// Of initials that fill about half of the circle.
  private static func font(in size: CGFloat) -> Font {
    switch size {
    case ..<36: .caption.weight(.semibold)
    case ..<56: .headline
    case ..<80: .title2.weight(.semibold)
    default: .largeTitle.weight(.semibold)
    }
  }
}

/// A photo in a circle; nothing until it is loaded.
private struct Face: View {
  @Environment(Session.self) private var session: Session?
  let photo: Domain.Attachment
  let form: AttachmentForm

  var body: some View {
    if let session {
      Lasting {
        session.file(photo, form)
      } content: {
        LoadedFace(model: $0, form: form, session: session)
      }
    }
  }
}

private struct LoadedFace: View {
  let model: FileModel
  let form: AttachmentForm
  let session: Session

  var body: some View {
    ZStack {
      if let picture = session.pictures.face(model.attachment.id, form, at: model.url) {
        Image(uiImage: picture)
          .resizable()
          .scaledToFill()
          .clipShape(Circle())
          .accessibilityIdentifier("face.\(model.attachment.id)")
      }
    }
    // What could not be loaded is tried again when the connection is back.
    .task(id: session.conversations.connection.state.isOnline) { await model.load() }
  }
}

/// A dot that says whether somebody is there.
struct PresenceDot: View {
  let presence: Presence.State
  @ScaledMetric private var size: CGFloat = 12

  var body: some View {
    Circle()
      .fill(colour)
      .frame(width: size, height: size)
      .overlay { Circle().strokeBorder(.background, lineWidth: 2) }
      .opacity(presence == .offline ? 0 : 1)
  }

  private var colour: Color {
    presence == .online ? .green : .orange
  }
}

#if DEBUG
  struct Avatar_Previews: PreviewProvider {
    static var previews: some View {
      HStack {
        Avatar("Ada Lovelace", key: 1, presence: .online)
        Avatar("Grace", key: 2, presence: .away)
        Avatar("Team", key: 3, size: 64)
      }
      .padding()
    }
  }
#endif
