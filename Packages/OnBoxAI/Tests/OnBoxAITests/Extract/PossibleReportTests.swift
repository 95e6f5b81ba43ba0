import Testing

@testable import OnBoxAI

/// A task, a message after it, and whether that says that the task is done.
struct ReportCase: Sendable, CustomTestStringConvertible {
  let task: String
  let text: String
  /// Of whom the message is; the task is Bo's.
  let speaker: String
  let distance: Int

  init(_ task: String, _ text: String, by speaker: String = "Bo Chen", after distance: Int = 40) {
    self.task = task
    self.text = text
    self.speaker = speaker
    self.distance = distance
  }

  var testDescription: String { "\(task) <- \(text)" }

  func words(owner: String? = "Bo Chen", said: String = "", isReply: Bool = false) -> String? {
    let open = OpenTask(text: task, owner: owner, names: ["Ana Lopez", "Bo Chen"], said: said)
    return PossibleReport(text, by: speaker)?.words(reporting: open, distance: distance, isReply: isReply)
  }
}

@Suite("What says that a task is done")
struct PossibleReportTests {
  @Test(
    "its owner reports it, or the thing",
    arguments: [
      ReportCase("Renew the lease", "Lease is renewed."),
      ReportCase("Write the quote for the roof", "Quote is in the folder: 3 pages."),
      ReportCase("Draw the floor plan", "The new floor plan is up!"),
      ReportCase("Translate it", "Translation is finished."),
      ReportCase("Order the chairs", "I've ordered the chairs, they come on Monday."),
      ReportCase("Order the chairs", "Ordered them this morning.", after: 2),
      ReportCase("Send Ana the figures", "Figures for Ana: 12 rooms, 3 floors."),
      ReportCase("Find out which doors stick", "Result: only the one in the cellar."),
      ReportCase("Move the printer behind the wall", "The printer is only behind the wall now."),
      ReportCase("Clean the old filters", "Filters older than a year are gone."),
      ReportCase("Send it", "Sent.", after: 1),
      ReportCase("Fix the tap", "Fixed: it was the seal.", after: 3),
      ReportCase("Fix the tap", "Done", after: 2),
      ReportCase("Renew the garden lease", "The garden lease is renewed.", by: "Ana Lopez"),
      ReportCase("Renew the lease", "The lease is renewed.", by: "Ana Lopez"),
      ReportCase("Send the quote", "The quote is out."),
      ReportCase("Check that the alarm bell still rings", "alarm bell tested, rings. one loose wire, tied it"),
      ReportCase("Check the alarm bell", "Alarm bell works."),
      ReportCase("Roll back the door firmware", "rollback is live"),
      ReportCase("Get the tablets fixed", "menu is finally done, also on tablets"),
      ReportCase("Upload the floor photos", "got it, photos are up"),
      ReportCase("Review Ana's floor plan", "looked at your plan, one comment"),
      ReportCase("Renew the lease", "lease renewed, keys are with me"),
      ReportCase("Look at sketch 31", "31 reviewed, two small things"),
      ReportCase("Dig out the list", "sent", after: 2),
      ReportCase("Post the new hours", "done both", after: 3),
      ReportCase("Write the label", "text for the label is up, ana?"),
      ReportCase("Get the form signed", "signed", after: 2),
      ReportCase("Get the form signed", "the form is signed"),
      ReportCase("Send the parcel", "parcel is in the post. they say monday"),
      ReportCase("Draw the floor plan", "floor plan is off my list. in the folder"),
      ReportCase("Send the letter", "landlord letter sent"),
      ReportCase("Order the chairs", "ordered. shd be here monday", after: 2),
      ReportCase("Send the drawing", "sent 3.52", after: 2),
      ReportCase("Do the lamp repair", "lamp repair done!! going home"),
      ReportCase("Call the landlord", "rang the landlord, he comes at noon"),
    ])
  func reported(_ item: ReportCase) {
    #expect(item.words() != nil)
  }

  @Test(
    "a plan, a question, a condition, a negation and what is half done report nothing",
    arguments: [
      ReportCase("Renew the lease", "I'll renew the lease tomorrow."),
      ReportCase("Renew the lease", "Is the lease renewed?"),
      ReportCase("Renew the lease", "Lease is not renewed yet."),
      ReportCase("Renew the lease", "The lease still needs to be renewed."),
      ReportCase("Renew the lease", "If the lease is renewed we can paint."),
      ReportCase("Renew the lease", "Once the lease is renewed we paint."),
      ReportCase("Renew the lease", "The lease will be renewed."),
      ReportCase("Renew the lease", "The lease isn't renewed."),
      ReportCase("Renew the lease", "Renewing the lease now."),
      ReportCase("Renew the lease", "The lease is half done."),
      ReportCase("Renew the lease", "The lease should be renewed by May."),
      ReportCase("Renew the lease", "Please get the lease renewed."),
      ReportCase("Renew the lease", "> Lease is renewed."),
      ReportCase("Fix the tap", "Not done.", after: 1),
      ReportCase("Fix the tap", "I tried and it is still broken.", after: 1),
      ReportCase("Fix the tap", "The fix is in review.", after: 1),
      ReportCase("Write the label", "label is up to you, or not?"),
      ReportCase("Look at sketch 31", "41 reviewed"),
      ReportCase("Get two more quotes", "first quote is in, 820. second one tomorrow"),
      ReportCase("Dig out the list", "sent the invoice", after: 2),
      ReportCase("Send the parcel", "All sent, ana?", after: 1),
      ReportCase("Send the parcel", "Is the parcel in the post, ana?"),
      ReportCase("Get the form signed", "the form is in the folder", by: "Ana Lopez"),
    ])
  func unfinished(_ item: ReportCase) {
    #expect(item.words() == nil)
  }

  @Test(
    "what may mean another task does not close it",
    arguments: [
      ReportCase("Renew the lease", "The roof is finished."),
      ReportCase("Send Ana the figures", "Sent the invoice.", after: 1),
      ReportCase("Send Ana the figures", "Ana is back in town."),
      ReportCase("Send it", "Sent."),
      ReportCase("Fix the tap", "Done"),
      ReportCase("Fix the tap", "Done", by: "Ana Lopez", after: 1),
      ReportCase("Fix the kitchen tap", "The kitchen is done.", by: "Ana Lopez"),
      ReportCase("Order the chairs", "Ordered them.", by: "Ana Lopez", after: 1),
      ReportCase("Translate the quote", "Quote is in the folder.", by: "Ana Lopez"),
      ReportCase("Send the quote", "The quote is ready."),
      ReportCase("Check the alarm bell", "Door bell tested."),
      ReportCase("Check the alarm bell", "Bell tested", by: "Ana Lopez"),
      ReportCase("Write the alarm guide", "Alarm works."),
      ReportCase("Review Ana's floor plan", "looked at the weather", after: 1),
      ReportCase("Get the tablets fixed", "menu is finally done"),
      ReportCase("Send the quote", "Quote written, needs a look."),
    ])
  func another(_ item: ReportCase) {
    #expect(item.words() == nil)
  }

  @Test("a reply means its task however far it is")
  func reply() {
    #expect(ReportCase("Fix the tap", "Done").words(isReply: true) == "Done")
  }

  @Test("what nobody in particular was to do is done by whoever names it, and what all are to do by nobody")
  func nobodys() {
    let deed = ReportCase("Order the chairs", "I ordered the chairs.", by: "Ana Lopez")
    #expect(deed.words(owner: nil) != nil)
    #expect(deed.words(owner: nil, said: "Could everyone order the chairs?") == nil)
    #expect(ReportCase("Order the chairs", "Ordered them.", after: 1).words(owner: nil) == nil)
  }

  @Test("the sentence that says so is told, and a long one cut")
  func words() {
    let found = ReportCase("Renew the lease", "Good morning all! Lease is renewed. Coffee?").words()
    #expect(found == "Lease is renewed.")
    let long = "Lease is renewed and " + String(repeating: "very ", count: 34) + "good"
    #expect(ReportCase("Renew the lease", long).words()?.count ?? 0 <= 160)
  }
}
