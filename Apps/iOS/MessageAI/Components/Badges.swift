import Domain
import SwiftUI
import ViewModels

/// How many messages are unread.
struct UnreadBadge: View {
  let count: Int
  var isMuted = false

  var body: some View {
    if count > 0 {
      Text(verbatim: count > 99 ? "99+" : String(count))
        .font(.caption.weight(.semibold))
        .monospacedDigit()
        .foregroundStyle(.white)
        .padding(.horizontal, 7)
        .padding(.vertical, 2)
        .background(isMuted ? Color.mutedFill : Color.accentFill, in: Capsule())
        .accessibilityLabel("\(count) unread")
    }
  }
}

/// How far a message of mine has come: clock, one check, two checks, two blue checks.
struct StatusMark: View {
  let status: MessageStatus

  var body: some View {
    Group {
      switch status {
      case .sending: Image(systemName: "clock")
      case .failed: Image(systemName: "exclamationmark.circle.fill").foregroundStyle(.red)
      case .sent: Image(systemName: "checkmark")
      case .delivered: DoubleCheck()
      case .read: DoubleCheck().foregroundStyle(.blue)
      }
    }
    .font(.caption2.weight(.semibold))
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(status.text.localized)
  }
}

/// Two checks, one over the other.
private struct DoubleCheck: View {
  var body: some View {
    ZStack {
      Image(systemName: "checkmark").padding(.trailing, 5)
      Image(systemName: "checkmark").padding(.leading, 5)
    }
  }
}

/// How many unread messages want their reader now.
struct UrgentBadge: View {
  let count: Int

  var body: some View {
    if count > 0 {
      Label {
        Text(verbatim: String(count)).monospacedDigit()
      } icon: {
        Image(systemName: "exclamationmark.circle.fill")
      }
      .labelStyle(.titleAndIcon)
      .font(.caption.weight(.semibold))
      .foregroundStyle(.red)
      .accessibilityElement(children: .ignore)
      .accessibilityLabel("\(count) urgent")
    }
  }
}

/// Says why a message wants its reader now.
struct UrgentLine: View {
  let reason: String

  var body: some View {
    HStack(alignment: .firstTextBaseline, spacing: 4) {
      Image(systemName: "exclamationmark.circle.fill").foregroundStyle(.red)
      Text("Urgent").fontWeight(.semibold).foregroundStyle(.red)
      Text(verbatim: reason).foregroundStyle(.secondary)
    }
    .font(.footnote)
    .accessibilityElement(children: .combine)
  }
}

#if DEBUG
  struct Badges_Previews: PreviewProvider {
    static var previews: some View {
      VStack(spacing: 16) {
        UnreadBadge(count: 3)
        UnreadBadge(count: 120, isMuted: true)
        UrgentBadge(count: 2)
        UrgentLine(reason: "Ada asks you directly.")
        ForEach(MessageStatus.allCases, id: \.self) { StatusMark(status: $0) }
      }
    }
  }
#endif
