/// How far the pipeline is.
package struct PipelineProgress: Hashable, Sendable {
  /// Messages due now or later.
  package var due: Int
  /// Of those, waiting for another try.
  package var postponed: Int
  package var dead: Int

  package init(due: Int, postponed: Int, dead: Int) {
    self.due = due
    self.postponed = postponed
    self.dead = dead
  }
}
