/// One measured number and what is asked of it.
struct Figure: Codable {
  let scenario: String
  let name: String
  let value: Double
  let unit: String
  /// The most that the value may be, or the least where `isAtLeast`; `nil` when nothing is asked.
  let target: Double?
  let isAtLeast: Bool

  var isMet: Bool? {
    guard let target else { return nil }
    return isAtLeast ? value >= target : value <= target
  }

  var line: String {
    "\(scenario): \(name) \(Self.text(value)) \(unit)\(isMet == false ? "  (target \(targetText))" : "")"
  }

  static func table(_ figures: [Figure]) -> String {
    let rows = figures.map { figure in
      "| \(figure.scenario) | \(figure.name) | \(text(figure.value)) \(figure.unit) | \(figure.targetText) | \(figure.verdict) |"
    }
    return (["| Scenario | Figure | Measured | Target | |", "|---|---|---|---|---|"] + rows).joined(separator: "\n")
  }

  private var targetText: String {
    guard let target else { return "" }
    return "\(isAtLeast ? "≥" : "≤") \(Self.text(target)) \(unit)"
  }

  private var verdict: String {
    guard let isMet else { return "" }
    return isMet ? "met" : "**missed**"
  }

  /// Three digits that matter, whole numbers from 100 up, with thousands apart.
  static func text(_ value: Double) -> String {
    if value.magnitude >= 100 {
      var digits = String(Int64(value.rounded()))
      var grouped = ""
      while digits.count > 3 {
        grouped = ",\(digits.suffix(3))\(grouped)"
        digits.removeLast(3)
      }
      return digits + grouped
    }
    let factor = value.magnitude >= 10 ? 10.0 : value.magnitude >= 1 ? 100.0 : 1_000.0
    return "\((value * factor).rounded() / factor)"
  }
}
