import ShimHost

extension ViewHost {
  /// Returns when nothing has changed for a while. Samples answer at once: a screen is then as it
  /// stays.
  func settle() async {
    var last = ""
    var same = 0
    while same < 20 {
      await Task.yield()
      let now = outline
      same = now == last ? same + 1 : 0
      last = now
    }
  }
}
