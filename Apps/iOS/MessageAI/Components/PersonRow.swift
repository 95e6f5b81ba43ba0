import Domain
import SwiftUI

/// A person in a list.
struct PersonRow: View {
  let name: String
  /// How the name reads here; `nil` as it is.
  var shownName: String?
  let user: UserID
  var photo: String?
  var detail: String?
  var presence: Presence.State?

  var body: some View {
    HStack(spacing: 12) {
      Avatar(name, key: user, photo: photo, presence: presence, size: 40)
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: shownName ?? name)
          .font(.body)
          .foregroundStyle(.primary)
        if let detail {
          Text(verbatim: detail)
            .font(.footnote)
            .foregroundStyle(.secondary)
        }
      }
      .lineLimit(1)
      Spacer(minLength: 0)
    }
    .accessibilityElement(children: .combine)
  }
}
