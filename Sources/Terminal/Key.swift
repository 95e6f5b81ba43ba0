/// What the user has pressed.
package enum Key: Hashable, Sendable {
  case text(String)
  /// Pasted at once: line feeds in it are text.
  case paste(String)
  /// Ctrl with a letter, in lower case.
  case control(Character)
  /// Alt with a character.
  case alt(Character)
  case enter
  case altEnter
  case tab
  case backTab
  case backspace
  case delete
  case escape
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
}
