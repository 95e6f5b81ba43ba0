/// What is wrong with a script, as a sentence for people.
package struct DemoFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
