/// An expected result of a contest.
struct Expectation {
  private enum Measure {
    case encode, decode, bytes
  }

  private let subject: Peer
  private let measure: Measure
  private let other: Peer?
  private let bound: Target.Bound
  private let figure: Double
  /// The share of the figure that `--check` accepts, if not the usual one.
  private var tolerance: Double?

  /// The contenders that it compares.
  var peers: [Peer] { [subject] + (other.map { [$0] } ?? []) }

  /// Expects a contender to encode a number of times as fast as another one.
  ///
  /// - Parameter tolerance: The share of the figure that `--check` accepts, for one that is known to be missed.
  static func encodes(
    _ times: Double, asFastAs other: Peer, _ subject: Peer = .columnArchive, tolerance: Double? = nil
  ) -> Expectation {
    Expectation(
      subject: subject, measure: .encode, other: other, bound: .atLeast, figure: times, tolerance: tolerance)
  }

  static func decodes(
    _ times: Double, asFastAs other: Peer, _ subject: Peer = .columnArchive, tolerance: Double? = nil
  ) -> Expectation {
    Expectation(
      subject: subject, measure: .decode, other: other, bound: .atLeast, figure: times, tolerance: tolerance)
  }

  /// Expects a contender to take at most a number of times as long as another one.
  static func encodes(within times: Double, of other: Peer, _ subject: Peer = .columnArchive) -> Expectation {
    Expectation(subject: subject, measure: .encode, other: other, bound: .atMost, figure: times)
  }

  static func decodes(within times: Double, of other: Peer, _ subject: Peer = .columnArchive) -> Expectation {
    Expectation(subject: subject, measure: .decode, other: other, bound: .atMost, figure: times)
  }

  static func bytes(atMost bytes: Int, _ subject: Peer = .columnArchive) -> Expectation {
    Expectation(subject: subject, measure: .bytes, other: nil, bound: .atMost, figure: Double(bytes))
  }

  /// Returns the target with its actual figure, unless a contender is missing.
  func target(_ results: [Peer: Result]) -> Target? {
    guard let ours = results[subject] else { return nil }
    let dataset = ours.dataset
    guard let other else {
      return Target(
        name: "\(dataset): bytes", measured: Double(ours.bytes), target: figure, bound: bound, tolerance: 1)
    }
    guard let theirs = results[other] else { return nil }
    let (verb, our, their) =
      measure == .encode
      ? ("encode", ours.encode, theirs.encode) : ("decode", ours.decode, theirs.decode)
    let manner = bound == .atLeast ? "times as fast as" : "times as long as"
    var target = Target(
      name: "\(dataset): \(subject.rawValue) \(verb)s, \(manner) \(other.rawValue)",
      measured: bound == .atLeast ? their / our : our / their, target: figure, bound: bound)
    if let tolerance { target.tolerance = tolerance }
    return target
  }
}
