import Domain

/// Key and value at once. An optional that is `nil` writes nothing.
extension JSONWriter {
  package mutating func field(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func field(_ name: StaticString, literal: StaticString) {
    key(name)
    value(literal)
  }

  package mutating func field(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func field(_ name: StaticString, _ number: Int) {
    key(name)
    value(Int64(number))
  }

  package mutating func field(_ name: StaticString, _ number: Double) {
    key(name)
    value(number)
  }

  package mutating func field(_ name: StaticString, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts { value(text) }
    endArray()
  }

  package mutating func field(_ name: StaticString, _ numbers: [Int]) {
    key(name)
    beginArray()
    for number in numbers { value(Int64(number)) }
    endArray()
  }

  package mutating func field(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// Writes the flag only when it is set.
  package mutating func field(_ name: StaticString, ifTrue flag: Bool) {
    if flag { field(name, flag) }
  }

  /// Writes the count only when it is not 0.
  package mutating func field(_ name: StaticString, ifPositive count: Int) {
    if count > 0 { field(name, count) }
  }

  package mutating func field<Entity>(_ name: StaticString, _ identifier: Identifier<Entity>?) {
    guard let identifier else { return }
    key(name)
    value(identifier)
  }

  package mutating func field(_ name: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    key(name)
    value(time)
  }

  package mutating func field(_ name: StaticString, _ feed: FeedID) {
    key(name)
    value(feed)
  }

  package mutating func field(_ name: StaticString, _ body: (some WireBody)?) {
    guard let body else { return }
    key(name)
    body.write(to: &self)
  }

  package mutating func field(_ name: StaticString, _ bodies: [some WireBody]) {
    key(name)
    beginArray()
    for body in bodies { body.write(to: &self) }
    endArray()
  }

  /// Writes the array only when it holds something.
  package mutating func field(_ name: StaticString, ifAny bodies: [some WireBody]) {
    if !bodies.isEmpty { field(name, bodies) }
  }

  package mutating func field<Entity>(_ name: StaticString, _ identifiers: [Identifier<Entity>]) {
    key(name)
    beginArray()
    for identifier in identifiers { value(identifier) }
    endArray()
  }

  /// Writes nothing for the outer `nil` and `null` for the inner one.
  package mutating func clearableField(_ name: StaticString, _ text: String??) {
    guard let text else { return }
    key(name)
    if let text { value(text) } else { null() }
  }
}
