import Domain

/// Where a voice note stands while it is played.
public struct VoicePlayback: Hashable, Sendable {
  /// How fast it is played.
  public enum Rate: Double, Sendable, CaseIterable {
    case normal = 1
    case faster = 1.5
    case double = 2

    /// Such as `1.5×`.
    public var text: String {
      switch self {
      case .normal: "1×"
      case .faster: "1.5×"
      case .double: "2×"
      }
    }
  }

  /// In seconds.
  public private(set) var duration: Double
  public private(set) var position = 0.0
  public private(set) var isPlaying = false
  public private(set) var rate = Rate.normal

  public init(duration: Double) {
    self.duration = max(0, duration)
  }

  public init(_ note: Attachment) {
    self.init(duration: Double(note.duration ?? 0) / 1_000)
  }

  /// Goes on, or begins anew when it has come to its end.
  public mutating func play() {
    if position >= duration { position = 0 }
    isPlaying = true
  }

  public mutating func pause() {
    isPlaying = false
  }

  /// To a part of it from 0 to 1; it plays on if it was played.
  public mutating func seek(to fraction: Double) {
    position = min(max(fraction, 0), 1) * duration
  }

  /// The next of the rates, and after the last the first.
  public mutating func nextRate() {
    let all = Rate.allCases
    let index = all.firstIndex(of: rate) ?? 0
    rate = all[(index + 1) % all.count]
  }

  /// The player has come to this second. What it says of the length counts where nothing was known.
  public mutating func reached(_ seconds: Double, of length: Double? = nil) {
    if duration == 0, let length { duration = max(0, length) }
    position = min(max(seconds, 0), duration)
  }

  /// The player has come to the end.
  public mutating func ended() {
    position = 0
    isPlaying = false
  }

  /// From 0 to 1.
  public var fraction: Double { duration > 0 ? position / duration : 0 }

  /// The whole length, or how far it has been played.
  public var timeText: String {
    AttachmentText.duration(milliseconds: Int64((isPlaying || position > 0 ? position : duration) * 1_000))
  }

  /// How high each of `count` bars of a wave form is, from 0 to 1.
  public static func bars(_ wave: String?, count: Int) -> [Double] {
    let digits = (wave ?? "").utf8.map { Double(min(max(Int($0) - 48, 0), 9)) / 9 }
    guard !digits.isEmpty, count > 0 else { return Array(repeating: 0, count: max(0, count)) }
    return (0..<count).map { digits[$0 * digits.count / count] }
  }

  /// A wave form of at most 100 digits from how loud each moment was, from 0 to 1.
  public static func wave(_ levels: [Double]) -> String {
    let count = min(100, levels.count)
    return String(
      (0..<count).map { index -> Character in
        let range = levels[(index * levels.count / count)..<((index + 1) * levels.count / count)]
        let level = min(max(range.max() ?? 0, 0), 1)
        return Character(String(Int((level * 9).rounded())))
      })
  }
}
