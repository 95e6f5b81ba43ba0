import Domain
import SwiftUI
import ViewModels

/// One conversation in the list.
struct ConversationRowView: View {
  let row: ConversationRow

  var body: some View {
    HStack(alignment: .top, spacing: 12) {
      Avatar(row.title, key: row.avatarKey, photo: row.photo, presence: row.presence, size: 50)
      VStack(alignment: .leading, spacing: 4) {
        HStack(alignment: .firstTextBaseline, spacing: 6) {
          Text(verbatim: row.title)
            .font(.headline)
            .lineLimit(1)
          if row.summary.settings.pinned { mark("pin.fill", "Pinned") }
          if row.isMuted { mark("bell.slash.fill", "Muted") }
          Spacer(minLength: 8)
          Text(verbatim: row.timeText.localized)
            .font(.subheadline)
            .foregroundStyle(row.unread > 0 && !row.isMuted ? Color.accentColor : Color.secondary)
        }
        HStack(alignment: .top, spacing: 6) {
          preview
          Spacer(minLength: 8)
          if row.summary.hasFailed { StatusMark(status: .failed) }
          UrgentBadge(count: row.urgent)
          UnreadBadge(count: row.unread, isMuted: row.isMuted)
        }
      }
    }
    .padding(.vertical, 6)
    .contentShape(Rectangle())
    .accessibilityElement(children: .combine)
  }

  private var preview: some View {
    HStack(alignment: .firstTextBaseline, spacing: 4) {
      if let status = row.lastStatus { StatusMark(status: status).foregroundStyle(.secondary) }
      Text(verbatim: row.preview.localized)
        .font(.subheadline)
        .italic(row.isPlaceholder)
        .foregroundStyle(.secondary)
        .lineLimit(2)
    }
  }

  private func mark(_ symbol: String, _ label: LocalizedStringKey) -> some View {
    Image(systemName: symbol)
      .font(.caption)
      .foregroundStyle(.secondary)
      .accessibilityLabel(label)
  }
}
