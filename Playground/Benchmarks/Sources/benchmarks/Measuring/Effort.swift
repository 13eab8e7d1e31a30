/// The extent of the measurements.
enum Effort {
  /// All contenders, and sizes that take longer.
  case complete
  /// Only what the targets need, for `--check`.
  case check

  /// The total time for one contender, in milliseconds; a slow one gets fewer rounds.
  var budget: Double { self == .complete ? 15_000 : 1_500 }
}
