/// The columns on the way to one column. The directory of a batch locates them, and the other columns are skipped.
final class ColumnSelection {
  let directory: ColumnDirectory
  /// The entry of the column to open.
  let entry: Int
  /// The remaining turns from that column; empty to open it with all columns below.
  private let turns: ArraySlice<ColumnTurn>

  init(_ directory: ColumnDirectory, entry: Int = 0, turns: ArraySlice<ColumnTurn>) {
    (self.directory, self.entry, self.turns) = (directory, entry, turns)
  }

  /// Whether the columns below are opened too.
  var isWhole: Bool { turns.isEmpty || directory.entries[entry].range.isEmpty }

  /// Returns the selection in the column after the bytes of an optional or a list.
  func inLast() -> ColumnSelection {
    ColumnSelection(directory, entry: entry + 1, turns: turns.dropFirst())
  }

  /// Returns the selection in a field of a record; `nil` if the route does not lead there.
  func inField(_ number: Int) -> ColumnSelection? {
    let rest: ArraySlice<ColumnTurn>
    switch turns.first {
    case .field(number): rest = turns.dropFirst()
    case .flattened(_, let fields) where fields.contains(number): rest = []
    default: return nil
    }
    return ColumnSelection(directory, entry: directory.entry(ofField: number, in: entry), turns: rest)
  }

  /// Compares the checksums of the bytes that are read next.
  func check(_ bytes: ByteCursor) throws {
    let entries = directory.entries
    for entry in isWhole ? entries[entry..<entries[entry].next] : entries[entry...entry]
    where entry.ownByteCount > 0 {
      let start = entry.range.lowerBound
      try bytes.part(start..<start + entry.ownByteCount).check(entry.checksum, of: "a column")
    }
  }
}

/// A column that a route skips. Nothing is read from it.
final class ClosedColumn: Column {}

/// One step from a column to the next.
enum ColumnTurn {
  /// To a field of records.
  case field(Int)
  /// To fields of records that make up a record which the archive does not store as one.
  case flattened(node: Int, [Int])
  /// To the elements of lists.
  case elements
  /// To the present values of optionals.
  case present
  /// To the values of optionals, all of which must be present.
  case allPresent
  /// To the values of optionals, whose result becomes optional again.
  ///
  /// If the result is itself optional and `joins` is true, the two optionals become one.
  case optional(joins: Bool)
}
