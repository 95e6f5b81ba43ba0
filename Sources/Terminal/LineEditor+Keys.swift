extension LineEditor {
  /// Does what the key means while editing. `false` when it means nothing here.
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .text(let text), .paste(let text): insert(text)
    case .altEnter: insert("\n")
    case .backspace: deleteBackward()
    case .delete: deleteForward()
    case .left: moveLeft()
    case .right: moveRight()
    case .home, .control("a"): moveToLineStart()
    case .end: moveToLineEnd()
    case .alt("b"): moveWordLeft()
    case .alt("f"): moveWordRight()
    case .control("w"): deleteWordBackward()
    case .control("u"): deleteToLineStart()
    case .control("k"): deleteToLineEnd()
    default: return false
    }
    return true
  }

  /// The same for a field of one line: line feeds become spaces.
  package mutating func handleInField(_ key: Key) -> Bool {
    switch key {
    case .altEnter: return false
    case .paste(let text): return handle(.text(text.replacing("\n", with: " ")))
    default: return handle(key)
    }
  }
}
