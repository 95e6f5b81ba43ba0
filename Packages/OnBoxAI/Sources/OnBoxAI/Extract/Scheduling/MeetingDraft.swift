import Foundation

/// What has been read so far of a meeting that is to be arranged.
struct MeetingDraft {
  var topic: String?
  var duration: Int?
  var wanted = Availabilities()
  var refused = Availabilities()
  var earliest: Date?
  var latest: Date?
}

/// What people said of when, each thing once, in the order of the turns. Of somebody who says it
/// more often than a person does, and of more people than meet, only what was said last counts:
/// looking for times costs what was said times the times that are looked at.
struct Availabilities {
  static let maximumOfOne = 64
  static let maximumOfAll = 256

  private(set) var all: [MeetingRequest.Availability] = []
  private var said: [String: Set<AvailabilityWindow>] = [:]

  mutating func append(_ availability: MeetingRequest.Availability) {
    guard said[availability.speaker, default: []].insert(availability.window).inserted else {
      return
    }
    if said[availability.speaker, default: []].count > Self.maximumOfOne {
      drop { $0.speaker == availability.speaker }
    } else if all.count == Self.maximumOfAll {
      drop { _ in true }
    }
    all.append(availability)
  }

  /// The oldest that matches.
  private mutating func drop(_ matches: (MeetingRequest.Availability) -> Bool) {
    guard let index = all.firstIndex(where: matches) else { return }
    let oldest = all.remove(at: index)
    said[oldest.speaker]?.remove(oldest.window)
  }
}
