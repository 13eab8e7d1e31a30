/// A field of optional structs, for a type that has the field directly. A row has a value if its struct is present.
///
/// It is a view of the archive's column, and is created again each time rows are read.
final class PartColumn: Column {
  private let records: OptionalColumn
  /// The field of the present structs. It is a part itself if structs inside others may be missing.
  private let values: Column?
  /// The number of present structs before the next row.
  private var presentBefore: Int

  init(_ records: OptionalColumn, values: Column?) {
    self.records = records
    self.values = values
    presentBefore = records.values?.position ?? 0
    super.init(values?.kind ?? .optional, node: values?.node ?? records.node, count: records.count)
    position = records.position
  }

  /// The values of a range of rows.
  struct PresentValues {
    /// The column to read them from.
    let column: Column?
    /// The number of values.
    let count: Int
    /// The index of each row's value, or -1 if it has none; `nil` if every row has a value.
    let numbers: [Int]?

    /// Returns the row of the value with an index.
    func row(of number: Int) -> Int { numbers.map { $0.firstIndex(of: number) ?? 0 } ?? number }
  }

  /// Returns the values of the next rows, and counts the rows as read. The caller must read the values from their
  /// column.
  ///
  /// - Throws: ``ArchiveError`` if too few rows are left, because another field of the type has read them.
  func next(_ count: Int, in context: ReadContext) throws -> PresentValues {
    try context.require(count, in: self)
    let (first, present) = (position, records.presence.sum(from: position, count: count))
    position += count
    presentBefore += present
    // The other fields of the same structs are read up to the same row.
    records.position = position
    records.values?.position = presentBefore
    let found =
      try (values as? PartColumn)?.next(present, in: context)
      ?? PresentValues(column: values, count: present, numbers: nil)
    if present == count { return found }
    var (numbers, number) = ([Int](), 0)
    records.presence.visit(from: first, count: count) { _, isPresent in
      numbers.append(isPresent == 1 ? found.numbers?[number] ?? number : -1)
      number += isPresent == 1 ? 1 : 0
    }
    return PresentValues(column: found.column, count: found.count, numbers: numbers)
  }
}
