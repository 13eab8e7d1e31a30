/// How much is measured.
enum Effort {
  /// All contenders, and sizes that take a while.
  case complete
  /// What the targets need, for `--check`.
  case check

  /// How long one contender may take altogether, in milliseconds; a slow one gets fewer rounds.
  var budget: Double { self == .complete ? 15_000 : 1_500 }
}
