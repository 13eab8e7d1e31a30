internal import ColumnArchives

/// Some places at one level of the schema, in order, with or without values.
///
/// Each place has a repetition level, which names the list that it continues, and a definition level, which shows how
/// far the path to the value exists. The value itself exists where the definition level is ``level``.
struct Slots {
  /// Charged for the places of each level, as those without a value take no bytes in the archive.
  let budget: ColumnCursor
  /// The number of places with a value.
  private(set) var present: Int
  /// The definition level of places with a value.
  private var level: UInt8 = 0
  /// The definition level of each place.
  private(set) var definitions: [UInt8]
  /// The repetition level of each place.
  private(set) var repetitions: [UInt8]

  var count: Int { definitions.count }

  /// The places of rows of a column.
  init(rows count: Int, of column: ColumnCursor) {
    (present, budget) = (count, column)
    definitions = [UInt8](repeating: 0, count: count)
    repetitions = definitions
  }

  /// Returns the places one level deeper, where some values are missing.
  ///
  /// - Parameter flags: 1 or 0 for each value.
  func optional(_ flags: [UInt8]) throws -> Slots {
    try budget.charge(count)
    var (deeper, next) = (self, 0)
    for place in 0..<count where definitions[place] == level {
      deeper.definitions[place] += flags[next]
      next += 1
    }
    deeper.level = level + 1
    deeper.present = flags.reduce(0) { $0 + Int($1) }
    return deeper
  }

  /// Returns the places of the elements of lists.
  ///
  /// - Parameters:
  ///   - lengths: The length of each list.
  ///   - total: The sum of the lengths.
  ///   - repetition: The repetition level of all elements except the first of each list.
  func lists(_ lengths: [Int], total: Int, repetition: UInt8) throws -> Slots {
    try budget.charge(count)
    var (deeper, next) = (self, 0)
    (deeper.level, deeper.present) = (level + 1, total)
    deeper.definitions.removeAll()
    deeper.repetitions.removeAll()
    for place in 0..<count {
      deeper.repetitions.append(repetitions[place])
      guard definitions[place] == level else {
        deeper.definitions.append(definitions[place])
        continue
      }
      let length = lengths[next]
      next += 1
      if length == 0 {
        deeper.definitions.append(level)
      } else {
        deeper.definitions.append(contentsOf: repeatElement(level + 1, count: length))
        deeper.repetitions.append(contentsOf: repeatElement(repetition, count: length - 1))
      }
    }
    return deeper
  }
}
