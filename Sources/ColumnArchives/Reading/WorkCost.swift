/// The cost of work that produces no values, in bytes of the budget: about one byte for each nanosecond.
///
/// A short archive can ask for a lot of such work: it can have any number of columns, cases and rows that take no
/// bytes. So all work done for each of them is charged, and reading ends in time linear in the budget.
enum WorkCost {
  /// A column that is visited, to skip rows or to record its position.
  static let column = 16
  /// A case of an enumeration that is counted.
  static let `case` = 8
  /// Values that are read separately from others: the calls that this needs.
  static let run = 64
  /// An error that is created and then caught.
  static let failure = 512
}
