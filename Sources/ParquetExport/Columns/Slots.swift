/// Some places at one level of the schema, in order, with or without values.
///
/// Each place has a repetition level, which names the list that it continues, and a definition level, which shows how
/// far the path to the value exists. The value itself exists where the definition level is ``level``.
struct Slots {
  /// The number of places.
  var count: Int
  /// The number of places with a value.
  var present: Int
  /// The definition level of places with a value.
  var level: UInt8 = 0
  /// The definition levels; `nil` if all places have a value.
  var definitions: [UInt8]?
  /// The repetition levels; `nil` if all are 0.
  var repetitions: [UInt8]?

  /// The places of rows.
  init(rows count: Int) { (self.count, present) = (count, count) }

  /// Returns the places one level deeper, where some values are missing.
  ///
  /// - Parameter flags: 1 or 0 for each value.
  func optional(_ flags: [UInt8]) -> Slots {
    var deeper = self
    deeper.level = level + 1
    if let definitions {
      var next = 0
      deeper.definitions = definitions.map { definition in
        guard definition == level else { return definition }
        defer { next += 1 }
        return level + flags[next]
      }
    } else {
      deeper.definitions = flags.map { level + $0 }
    }
    deeper.present = flags.reduce(0) { $0 + Int($1) }
    return deeper
  }

  /// Returns the places of the elements of lists.
  ///
  /// - Parameters:
  ///   - lengths: The length of each list.
  ///   - total: The sum of the lengths.
  ///   - repetition: The repetition level of all elements except the first of each list.
  func lists(_ lengths: [Int], total: Int, repetition: UInt8) -> Slots {
    var deeper = self
    let capacity = count + total
    var (levels, repeats) = ([UInt8](), [UInt8]())
    levels.reserveCapacity(capacity)
    repeats.reserveCapacity(capacity)
    var next = 0
    for place in 0..<count {
      let (definition, first) = (definitions?[place] ?? level, repetitions?[place] ?? 0)
      repeats.append(first)
      guard definition == level else {
        levels.append(definition)
        continue
      }
      let length = lengths[next]
      next += 1
      if length == 0 {
        levels.append(level)
      } else {
        levels.append(contentsOf: repeatElement(level + 1, count: length))
        repeats.append(contentsOf: repeatElement(repetition, count: length - 1))
      }
    }
    (deeper.level, deeper.present, deeper.count) = (level + 1, total, levels.count)
    (deeper.definitions, deeper.repetitions) = (levels, repeats)
    return deeper
  }
}
