/// What work costs for which no value stands, in the measure of bytes: about one for a nanosecond.
///
/// A short archive can ask for much of it: of columns, cases and rows that take no bytes it may have any number. So
/// whatever is done for each of them is charged for, and reading ends in time linear in the budget.
enum WorkCost {
  /// A column that is looked at, to pass over rows of it or to say where it is.
  static let column = 16
  /// A case of an enumeration that is counted.
  static let `case` = 8
  /// Values that are read apart from others: the calls that this takes.
  static let run = 64
  /// An error that is made, and then caught.
  static let failure = 512
}
