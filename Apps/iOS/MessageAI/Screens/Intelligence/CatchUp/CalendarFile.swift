import CoreTransferable
import Foundation
import UniformTypeIdentifiers

/// A meeting as an iCalendar file that other apps take.
struct CalendarFile: Transferable {
  let text: String

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .calendarEvent) { file in
      Data(file.text.utf8)
    }
    .suggestedFileName("meeting.ics")
  }
}
