internal import ArchiveBytes
internal import ArchiveValues
internal import ColumnArchives

/// Finds the rows of each partition of an archive. Of the elements, only the column at the path is read.
final class PartitionScan {
  struct Partition {
    /// The name of its folder.
    let name: String
    /// The positions of its rows, in ascending ranges.
    fileprivate(set) var rows: [Range<Int>] = []
  }

  /// The partitions, in the order of their first rows.
  private(set) var partitions: [Partition] = []
  private let partitioning: ParquetPartitioning
  private let dates: DateConversion
  private let schema: Schema
  private var numbers: [PartitionValue: Int] = [:]
  private var numbersOfNames: [[UInt8]: Int] = [:]
  /// The partitions of the texts of a dictionary that occurred.
  private var known: (dictionary: ExportDictionary, numbers: [Int?])?

  /// The greatest number of partitions of an archive. More of them are most likely a mistake, as in partitions by a
  /// number that every row has for itself.
  static let greatestCount = 10_000
  /// The number of rows that are read at a time.
  private static let partCount = 4_096

  init(_ archive: ColumnArchive, _ partitioning: ParquetPartitioning, _ options: ParquetOptions) throws {
    self.partitioning = partitioning
    // Partitions and columns agree on dates that are rounded to the next day, or out of range.
    var options = options
    if options.dates == .secondsSince2001 { (options.dates, options.loss) = (.microseconds, .count) }
    dates = DateConversion(options)
    schema = try archive.withExportReader { $0.schema }
    try archive.withExportReader { reader in
      for batch in 0..<reader.batchCount {
        let elements = reader.elements(ofBatch: batch)
        try reader.readBatch(batch) { column in
          for start in stride(from: 0, to: elements.count, by: Self.partCount) {
            let count = min(Self.partCount, elements.count - start)
            let found = try locating { try numbers(column, schema.root, partitioning.path[...], count) }
            // Rows may take no bytes of the archive, but their ranges take memory.
            try column.charge(add(found, from: elements.lowerBound + start), times: 16)
          }
        }
      }
    }
  }

  private func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw partitioning.path.reversed().reduce(ArchiveError.wrapping(error)) { $0.prefixed(.field($1)) }
    }
  }

  /// Adds rows to their partitions.
  ///
  /// - Returns: The number of new ranges.
  private func add(_ found: [Int], from first: Int) -> Int {
    var (start, newCount) = (0, 0)
    while start < found.count {
      let number = found[start]
      var end = start + 1
      while end < found.count, found[end] == number { end += 1 }
      let rows = first + start..<first + end
      let last = partitions[number].rows.count - 1
      if last >= 0, partitions[number].rows[last].upperBound == rows.lowerBound {
        partitions[number].rows[last] = partitions[number].rows[last].lowerBound..<rows.upperBound
      } else {
        partitions[number].rows.append(rows)
        newCount += 1
      }
      start = end
    }
    return newCount
  }

  private func number(of value: PartitionValue) throws -> Int {
    if let known = numbers[value] { return known }
    guard partitions.count < Self.greatestCount else {
      throw ArchiveError(
        .limitExceeded, expected: "at most \(Self.greatestCount) partitions", found: "more",
        advice: "Partition by fewer values, such as days instead of hours.")
    }
    let name =
      PartitionValue.escaped(partitioning.key) + "="
      + PartitionValue.escaped(try value.text(partitioning.period))
    // The longest name that file systems have.
    guard name.utf8.count <= 255 else {
      throw ArchiveError(
        .limitExceeded, expected: "values whose folder has a name of at most 255 bytes",
        found: "one of \(name.utf8.count)", advice: "Partition by shorter values.")
    }
    // A text may be that of another value: an empty one is missing, too.
    let number = numbersOfNames[Array(name.utf8), default: partitions.count]
    if number == partitions.count {
      partitions.append(Partition(name: name))
      numbersOfNames[Array(name.utf8)] = number
    }
    numbers[value] = number
    return number
  }

  // MARK: Columns

  /// Returns the partitions of the next values of a column.
  private func numbers(_ column: ExportColumn, _ node: Int, _ path: ArraySlice<String>, _ count: Int) throws
    -> [Int]
  {
    let kind = schema[node].kind
    if kind == .optional {
      let (flags, values) = try column.presence(count)
      let present = flags.reduce(0) { $0 + Int($1) }
      let found = try values.map { try numbers($0, schema[node].children[0], path, present) } ?? []
      guard found.count == present else {
        throw ArchiveError(.malformed, expected: "the values of optionals", found: "none")
      }
      return present == count ? found : try addMissing(to: found, flags)
    }
    guard let name = path.first else { return try numbers(column, kind, schema[node], count) }
    guard kind == .record || kind == .rawRecord else {
      throw ArchiveError(
        .typeMismatch, expected: "values with a field \(name)", found: kind.description,
        advice: "A path leads through structs and optionals to a single value of each row.")
    }
    guard let position = schema[node].names.firstIndex(of: name), name != ArchiveSchema.versionKey else {
      throw ArchiveError(
        .missingField, expected: "a field \(name)", found: schema[node].names.joined(separator: ", "))
    }
    let field = try column.fields(count)[position]
    return try numbers(field, schema[node].children[position], path.dropFirst(), count)
  }

  private func numbers(_ column: ExportColumn, _ kind: ColumnKind, _ node: SchemaNode, _ count: Int) throws
    -> [Int]
  {
    if let period = partitioning.period {
      guard kind == .date else {
        throw ArchiveError(
          .typeMismatch, expected: "dates for \(period.rawValue)(…)", found: kind.description)
      }
      let words = try dates.words(column.doubles(count), for: partitioning.path)
      let found = try each(words.words) {
        .time(CivilTime.number(period, ofMicroseconds: dates.microseconds(of: $0)))
      }
      return try words.presence.map { try addMissing(to: found, $0) } ?? found
    }
    switch kind {
    case .bool: return try each(try column.booleans(count)) { .boolean($0 == 1) }
    case .signed: return try each(try column.integers(count)) { .signed($0) }
    case .unsigned: return try each(try column.integers(count)) { .unsigned(UInt64(bitPattern: $0)) }
    case .string: return try numbers(column.texts(count))
    case .cases where node.children.allSatisfy { schema[$0].names.isEmpty }:
      return try each(try column.cases(count).numbers) { .text(Array(node.names[Int($0)].utf8)) }
    case .bytes where node.byteCount == 16:
      let bytes = try column.bytes(count)
      return try each(Array(0..<count)) { .uuid(Array(bytes[$0 * 16..<$0 * 16 + 16])) }
    default:
      throw ArchiveError(
        .unsupported, expected: "strings, integers, booleans, UUIDs, plain cases, or a period of dates",
        found: kind.description,
        advice: kind == .date ? "Write day(\(partitioning.path.joined(separator: ".")))." : nil)
    }
  }

  /// Returns the partitions of values of which some are missing.
  ///
  /// - Parameter flags: 1 for each of the values that are there, and 0 for each other.
  private func addMissing(to found: [Int], _ flags: [UInt8]) throws -> [Int] {
    let missing = try number(of: .missing)
    var next = found.makeIterator()
    return flags.map { $0 == 1 ? next.next() ?? missing : missing }
  }

  /// Returns the partitions of values. Equal values often follow each other.
  private func each<Value: Equatable>(_ values: [Value], _ value: (Value) -> PartitionValue) throws -> [Int] {
    var last: (value: Value, number: Int)?
    return try values.map { next in
      if let last, last.value == next { return last.number }
      let number = try number(of: value(next))
      last = (next, number)
      return number
    }
  }

  private func numbers(_ texts: ExportTexts) throws -> [Int] {
    switch texts {
    case .plain(let run):
      return try each(run.ends.indices.map { run.text($0) }) { .text(Array($0)) }
    case .numbers(let ids, let dictionary):
      var found = known?.dictionary === dictionary ? known?.numbers ?? [] : []
      if found.isEmpty { found = [Int?](repeating: nil, count: dictionary.run.ends.count) }
      defer { known = (dictionary, found) }
      return try ids.map { id in
        if let number = found[Int(id)] { return number }
        let number = try number(of: .text(Array(dictionary.run.text(Int(id)))))
        found[Int(id)] = number
        return number
      }
    }
  }
}

extension ExportRun {
  fileprivate func text(_ number: Int) -> ArraySlice<UInt8> {
    bytes[(number > 0 ? ends[number - 1] : 0)..<ends[number]]
  }
}
