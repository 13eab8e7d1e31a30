internal import ColumnArchives

/// The distinct values of a column in a row group, one after the other, and a number for each.
struct ValueTable {
  private(set) var entries = ExportTexts()
  private var numbers: [Value: UInt32] = [:]

  private struct Value: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  var count: Int { entries.places.count }

  /// Returns the number of an entry, which is added if it is new.
  mutating func number(of value: ArraySlice<UInt8>) -> UInt32 {
    if let number = numbers[Value(bytes: value)] { return number }
    let number = UInt32(count)
    // A copy, as a slice would keep all bytes around the value.
    numbers[Value(bytes: ArraySlice(Array(value)))] = number
    entries.append(value)
    return number
  }
}
