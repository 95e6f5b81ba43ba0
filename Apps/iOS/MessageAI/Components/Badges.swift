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

/// Something here wants its reader now.
struct PriorityMark: View {
  var body: some View {
    Image(systemName: "exclamationmark.circle.fill")
      .font(.subheadline)
      .foregroundStyle(.red)
      .accessibilityLabel("Urgent")
  }
}

#if DEBUG
  struct Badges_Previews: PreviewProvider {
    static var previews: some View {
      VStack(spacing: 16) {
        UnreadBadge(count: 3)
        UnreadBadge(count: 120, isMuted: true)
        PriorityMark()
        ForEach(MessageStatus.allCases, id: \.self) { StatusMark(status: $0) }
      }
    }
  }
#endif
