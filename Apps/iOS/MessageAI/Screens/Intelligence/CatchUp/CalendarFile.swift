import Foundation
import SwiftUI
import UniformTypeIdentifiers

/// A meeting as an iCalendar file that other apps take.
struct CalendarFile: Transferable {
  /// What other apps know such a file by.
  private static let type = UTType("com.apple.ical.ics") ?? .calendarEvent

  let text: String

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: type) { file in
      Data(file.text.utf8)
    }
    .suggestedFileName("meeting.ics")
  }
}
