import Domain

/// What the composer's text will become.
public enum ComposerMode: Hashable, Sendable {
  case new
  case reply(TimelineItem)
  case edit(TimelineItem)

  public var item: TimelineItem? {
    switch self {
    case .new: nil
    case .reply(let item), .edit(let item): item
    }
  }

  public var isEdit: Bool {
    if case .edit = self { true } else { false }
  }
}
