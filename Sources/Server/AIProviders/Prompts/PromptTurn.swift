/// One message as a model is shown it.
package struct PromptTurn: Hashable, Sendable {
  /// What citations name; unique in the prompt, from 1.
  package var number: Int
  package var speaker: String
  /// As written. Cleaned when the prompt is made.
  package var text: String
  /// The local time in words, such as `Fri 2026-11-20 09:12`.
  package var time: String?
  /// The conversation's title, in prompts that span several.
  package var conversation: String?

  package init(number: Int, speaker: String, text: String, time: String? = nil, conversation: String? = nil) {
    self.number = number
    self.speaker = speaker
    self.text = text
    self.time = time
    self.conversation = conversation
  }
}
