internal import ArchiveBytes

/// The distinct values of a column, and which of them each row has. What holds for a distinct value is found out once.
struct DistinctRows {
  /// A column of the distinct values.
  let column: Column
  /// The number of the distinct value for each row that has one of the dictionary.
  private let numbers: PackedIntegers
  private let numberCount: Int
  /// Which rows have one; the others have the last distinct value, which is `nil`.
  private let presence: PackedBits?

  /// Creates them from a column of which nothing has been read, or returns `nil` if it has no dictionary.
  init?(_ column: Column) {
    guard let optional = column as? OptionalColumn else {
      guard let (values, numbers) = (column as? RunColumn)?.dictionary else { return nil }
      (self.column, self.numbers, numberCount, presence) = (values, numbers, column.count, nil)
      return
    }
    guard let present = optional.values as? RunColumn, let (values, numbers) = present.dictionary else {
      return nil
    }
    let count = values.count + 1
    var bits = [UInt8](repeating: 0xFF, count: (count + 7) / 8)
    bits[values.count / 8] &= ~(1 << UInt8(values.count & 7))
    self.column = OptionalColumn(node: column.node, count: count, bits: bits, values: values)
    (self.numbers, numberCount, presence) = (numbers, present.count, optional.presence)
  }

  /// Returns for each row what holds for its distinct value, or `nil` if a row has a number that no value has.
  func mask(of flags: UnsafeBufferPointer<Bool>, count: Int) -> RowMask? {
    let last = flags.count - 1
    var mask = RowMask(count: count)
    let isValid = unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: numberCount) { found in
      var isValid = true
      numbers.visit(from: 0, count: numberCount) { position, number in
        // SAFETY: the number is compared with the number of flags, and there is room for all rows that have a number.
        isValid = isValid && number <= UInt64(last)
        unsafe found.initializeElement(
          at: position, to: flags[Int(truncatingIfNeeded: min(number, UInt64(last)))])
      }
      guard let presence else {
        unsafe mask.set(from: 0, UnsafeBufferPointer(found))
        return isValid
      }
      unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: count) { all in
        var next = 0
        presence.visit(from: 0, count: count) { row, isPresent in
          // SAFETY: opening the column found as many numbers as rows are present; only a mapped file that has changed
          // since has others.
          let hasNumber = isPresent && next < numberCount
          unsafe all.initializeElement(at: row, to: hasNumber ? found[next] : flags[last])
          next += isPresent ? 1 : 0
        }
        unsafe mask.set(from: 0, UnsafeBufferPointer(all))
      }
      return isValid
    }
    return isValid ? mask : nil
  }
}
