/// What a key in a dialog leads to.
enum DialogReaction {
  case none
  case close
  /// Takes time; what comes of it shows through the view model.
  case perform(@MainActor () async -> Void)
}
