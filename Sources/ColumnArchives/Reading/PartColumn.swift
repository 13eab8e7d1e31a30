internal import ArchiveBytes

/// A field of structs that may be missing, for a type that has the field itself: there is a value in each row where
/// the struct is.
///
/// It is no column of the archive but a view of one, made anew each time that rows are read.
final class PartColumn: Column {
  private let records: OptionalColumn
  /// The field of those structs that are there: a part as well, where structs are missing inside of others.
  private let values: Column?
  /// How many structs that are there come before the next row.
  private var presentBefore: Int

  init(_ records: OptionalColumn, values: Column?) {
    self.records = records
    self.values = values
    presentBefore = records.values?.position ?? 0
    super.init(values?.kind ?? .optional, node: values?.node ?? records.node, count: records.count)
    position = records.position
  }

  /// The values of some rows.
  struct Values {
    /// The column they are read from next.
    let column: Column?
    /// How many they are.
    let count: Int
    /// For each row the number of its value, or -1; `nil` when each row has one.
    let numbers: [Int]?

    /// The row of the value with a number.
    func row(of number: Int) -> Int { numbers.map { $0.firstIndex(of: number) ?? 0 } ?? number }
  }

  /// Whether each of the next rows has a value.
  func hasAll(_ count: Int) -> Bool {
    count <= self.count - position && presentCount(count) == count
      && (values as? PartColumn)?.hasAll(count) ?? true
  }

  private func presentCount(_ count: Int) -> Int {
    if records.presence.constant == true { return count }
    var present = 0
    records.presence.visit(from: position, count: count) { _, isPresent in present += isPresent ? 1 : 0 }
    return present
  }

  /// The values of the next rows, which count as read. Reading them from their column is left to the caller.
  ///
  /// - Throws: ``ArchiveError`` when there are not as many rows, since another field of the type took them.
  func next(_ count: Int, in context: ReadContext) throws -> Values {
    guard count <= self.count - position else {
      throw RowError(row: nil, context.malformed("\(count) more values in a column", "fewer"))
    }
    let (first, present) = (position, presentCount(count))
    position += count
    presentBefore += present
    // Other fields of the same structs go as far.
    records.position = position
    records.values?.position = presentBefore
    let found =
      try (values as? PartColumn)?.next(present, in: context)
      ?? Values(column: values, count: present, numbers: nil)
    if present == count { return found }
    var (numbers, number) = ([Int](), 0)
    records.presence.visit(from: first, count: count) { _, isPresent in
      numbers.append(isPresent ? found.numbers?[number] ?? number : -1)
      number += isPresent ? 1 : 0
    }
    return Values(column: found.column, count: found.count, numbers: numbers)
  }
}
