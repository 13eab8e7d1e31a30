internal import ArchiveBytes

/// The least and the greatest value of a column that was opened, or how many are missing.
enum FoundValues {
  case missing(Int)
  case signed(Int64, Int64)
  /// Unsigned integers; booleans are 0 and 1.
  case unsigned(UInt64, UInt64)
  /// The least is greater than the greatest if all numbers are NaN.
  case floating(Double, Double, hasNaN: Bool)
  case texts(String, String)

  /// What statistics say of the values.
  var statistics: ColumnStatistics {
    switch self {
    case .missing(let count): return .missing(count)
    case .signed(let low, let high): return .signed(low, high)
    case .unsigned(let low, let high): return .unsigned(low, high)
    case .floating(let low, let high, let hasNaN):
      let bounds = FloatBounds(low: low, high: high, hasNaN: hasNaN)
      return bounds.map { .floating($0) } ?? .unknown
    case .texts(let low, let high):
      var finder = TextBoundsFinder(count: 2)
      for text in [low, high] {
        // There have to be 16 bytes to load.
        let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 16)
        unsafe bytes.withUnsafeBytes { unsafe finder.add($0.baseAddress!, text.utf8.count) }
      }
      return finder.bounds.map { .text($0) } ?? .unknown
    }
  }
}

extension Column {
  /// Looks at all values; returns `nil` for a column of another kind. The column is at its beginning.
  func foundValues(in context: ReadContext) throws -> FoundValues? {
    switch self {
    case let column as OptionalColumn: return .missing(count - (column.values?.count ?? 0))
    case let column as BoolColumn:
      var (low, high) = (UInt64(1), UInt64(0))
      try column.read(count) { if $1 { high = 1 } else { low = 0 } }
      return .unsigned(low, high)
    case let column as IntegerColumn where kind == .signed:
      var (low, high) = (Int64.max, Int64.min)
      column.integers.visit(from: 0, count: count) {
        (low, high) = (min(low, Int64(bitPattern: $1)), max(high, Int64(bitPattern: $1)))
      }
      return .signed(low, high)
    case let column as IntegerColumn:
      var (low, high) = (UInt64.max, UInt64.min)
      column.integers.visit(from: 0, count: count) { (low, high) = (min(low, $1), max(high, $1)) }
      return .unsigned(low, high)
    case let column as FloatColumn:
      var (low, high, hasNaN) = (Double.infinity, -Double.infinity, false)
      try column.read(count) { _, number in
        if number < low { low = number }
        if number > high { high = number }
        if number.isNaN { hasNaN = true }
      }
      return .floating(low, high, hasNaN: hasNaN)
    case let column as RunColumn where kind == .string:
      var found: (low: String, high: String)?
      while position < count {
        for text in try column.strings(min(count - position, 512), in: context) {
          let (low, high) = found ?? (text, text)
          found = (text < low ? text : low, high < text ? text : high)
        }
      }
      return found.map { .texts($0.low, $0.high) }
    default: return nil
    }
  }
}

extension ZoneColumns {
  /// Returns the columns with statistics, in their order; `nil` for those that are not stored.
  func columns(of root: Column) -> [Column?] {
    var found: [Column?] = []
    func add(_ index: Int, _ column: Column?) {
      if entries[index].number != nil { found.append(column) }
      var (next, position) = (index + 1, 0)
      while next < entries[index].next {
        add(next, column.flatMap { $0.children.indices.contains(position) ? $0.children[position] : nil })
        (next, position) = (entries[next].next, position + 1)
      }
    }
    add(0, root)
    return found
  }

  /// Returns the names of the fields on the way to a column, with dots between them.
  func name(of number: Int, _ schema: Schema) -> String {
    var (index, names) = (0, [String]())
    while entries[index].number != number {
      var (next, position) = (index + 1, 0)
      while !(next..<entries[next].next).contains(where: { entries[$0].number == number }) {
        (next, position) = (entries[next].next, position + 1)
      }
      if schema[entries[index].node].kind == .record {
        names.append(schema[entries[index].node].names[position])
      }
      index = next
    }
    return names.joined(separator: ".")
  }
}
