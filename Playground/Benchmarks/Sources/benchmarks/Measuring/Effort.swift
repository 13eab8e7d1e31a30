/// The extent of the measurements.
enum Effort {
  /// All contenders, and sizes that take longer.
  case complete
  /// Only what the targets need, for `--check`.
  case check
  /// Only the fast contenders, for `--default-heap`.
  case fast

  /// The total time for one contender, in milliseconds; a slow one gets fewer rounds.
  var budget: Double { self == .complete ? 15_000 : 1_500 }

  /// The number of rounds for contenders that are not slow.
  var rounds: Int { self == .check ? 15 : 41 }

  /// Returns whether a contender takes part.
  ///
  /// - Parameter needed: The contenders that a target compares.
  func includes(_ peer: Peer, needed: Set<Peer>) -> Bool {
    switch self {
    case .complete: true
    case .check: needed.contains(peer)
    case .fast: [.columnArchive, .keyedArchive, .protobuf, .memcpy].contains(peer)
    }
  }
}
