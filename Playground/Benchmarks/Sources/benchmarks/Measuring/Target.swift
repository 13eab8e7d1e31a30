/// A figure that StructCoding promises to reach.
struct Target {
  let name: String
  let measured: Double
  let target: Double
  let bound: Bound
  /// The share of the target that `--check` accepts, since times vary between machines and between runs.
  var tolerance = 0.7

  enum Bound { case atLeast, atMost }

  var isMet: Bool { isMet(tolerance: 1) }

  /// Whether the figure is close enough to the target for `--check`.
  var isNear: Bool { isMet(tolerance: tolerance) }

  private func isMet(tolerance: Double) -> Bool {
    switch bound {
    case .atLeast: measured >= target * tolerance
    case .atMost: measured <= target / tolerance
    }
  }
}
