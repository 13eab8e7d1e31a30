/// Some of the next values of a column.
struct ExportPicks {
  /// Their positions among the next values, in ascending order.
  let rows: [Int]
  /// The number of values that are read for them.
  let span: Int

  /// Returns the picked ones of values, of which there are as many as the span.
  func picked<Value>(_ values: [Value]) -> [Value] { rows.map { values[$0] } }

  /// Returns the picked ones of values of a fixed size, one after the other.
  func picked(_ bytes: [UInt8], size: Int) -> [UInt8] {
    var picked: [UInt8] = []
    picked.reserveCapacity(rows.count * size)
    for row in rows { picked += bytes[row * size..<(row + 1) * size] }
    return picked
  }

  func picked(_ texts: ExportTexts) -> ExportTexts {
    switch texts {
    case .numbers(let numbers, let dictionary): return .numbers(picked(numbers), of: dictionary)
    case .plain(let run):
      var (bytes, ends) = ([UInt8](), [Int]())
      ends.reserveCapacity(rows.count)
      for row in rows {
        bytes += run.bytes[(row > 0 ? run.ends[row - 1] : 0)..<run.ends[row]]
        ends.append(bytes.count)
      }
      return .plain(ExportRun(bytes: bytes, ends: ends))
    }
  }

  /// Returns the picked ones of the values below: those that belong to the picked ones here.
  ///
  /// - Parameter count: Returns how many values below belong to the value at a position.
  func below(_ count: (Int) -> Int) -> ExportPicks {
    var (rows, total) = ([Int](), 0)
    var next = self.rows.makeIterator()
    var wanted = next.next()
    for position in 0..<span {
      let count = count(position)
      if position == wanted {
        rows.append(contentsOf: total..<total + count)
        wanted = next.next()
      }
      total += count
    }
    return ExportPicks(rows: rows, span: total)
  }
}
