import Foundation

/// The parts of a column archive, taken apart and put together by the letter of the format's description alone: what
/// tests look at, and what they build hostile archives of.
struct ArchiveParts: Equatable {
  var magic: [UInt8] = [0xC3, 0x53, 0x43, 0x41]
  var version: UInt8 = 1
  var isSequence: Bool
  var isFromNodes = false
  var className = ""
  var schema: [UInt8]
  var batches: [Batch] = []
  /// The columns of a single value.
  var columns: [UInt8] {
    get { body.columns }
    set { body.columns = newValue }
  }
  var body = Batch(count: 1, columns: [])
  /// Whether the footer has an index of the batches.
  var hasIndex = true
  /// The end of the table of the index, and what zones say behind it; ``data`` leaves it out, since it is not true of other
  /// batches.
  private var zones: [[UInt8]]?

  struct Batch: Equatable {
    var count: UInt64
    /// The columns and the instances, as they are stored. New ones have no directory.
    var columns: [UInt8] { didSet { trailer = nil } }
    /// The flag of the compression of the columns, and their size before; `nil` if they are not compressed.
    var compression: Compression?
    /// The directory of the columns.
    var trailer: [UInt8]?
    /// The count of bytes that the batch states, when it is not the right one.
    var statedLength: UInt64?

    struct Compression: Equatable {
      var flag: UInt8
      var size: UInt64
    }

    init(count: UInt64, columns: [UInt8]) { (self.count, self.columns) = (count, columns) }

    /// The columns and what follows them.
    init(count: UInt64, body: [UInt8]) throws {
      self.count = count
      guard body.count >= 5 else { throw Malformed() }
      let flags = body[body.count - 5]
      columns = Array(body.dropLast(5))
      if flags & 6 != 0 {
        guard columns.count >= 8 else { throw Malformed() }
        compression = Compression(flag: flags & 6, size: Format.number(columns.suffix(8)))
        columns.removeLast(8)
      }
      if flags & 1 == 0 { return }
      guard flags < 6, columns.count >= 4 else { throw Malformed() }
      let size = Int(Format.number(columns.suffix(4)))
      guard columns.count >= 4 + size else { throw Malformed() }
      let trailer = Array(columns.dropLast(4).suffix(size))
      columns.removeLast(4 + size)
      self.trailer = trailer
    }

    /// The count as far as the head of a batch has room for it.
    var stored: UInt64 { min(count, UInt64(UInt32.max)) }

    var body: [UInt8] {
      var body = columns
      if let trailer { body += trailer + Format.bytes(UInt64(trailer.count), 4) }
      if let compression { body += Format.bytes(compression.size, 8) }
      return Format.checked(body + [(trailer == nil ? 0 : 1) | (compression?.flag ?? 0)])
    }
  }

  struct Malformed: Error {}

  /// A sequence of one batch.
  init(elements schema: [UInt8], count: Int, _ columns: [UInt8], className: String = "") {
    (isSequence, self.schema, self.className) = (true, schema, className)
    batches = [Batch(count: UInt64(count), columns: columns)]
  }

  /// A single value.
  init(value schema: [UInt8], _ columns: [UInt8], className: String = "") {
    (isSequence, self.schema, self.className) = (false, schema, className)
    self.columns = columns
  }

  /// The parts of an archive.
  init(_ data: Data) throws {
    var rest = Array(data)[...]
    func take(_ count: Int) throws -> [UInt8] {
      guard count <= rest.count else { throw Malformed() }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    func number() throws -> UInt64 {
      var (number, shift) = (UInt64(0), UInt64(0))
      while true {
        let byte = try take(1)[0]
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }
    magic = try take(4)
    version = try take(1)[0]
    let flags = try take(1)[0]
    (isSequence, isFromNodes) = (flags & 1 == 1, flags & 2 == 2)
    className = String(decoding: try take(Int(try number())), as: UTF8.self)
    schema = try take(Int(try number()))
    _ = try take(4)
    guard isSequence else {
      body = try Batch(count: 1, body: Array(rest))
      return
    }
    while rest.starts(with: Format.batchMark) {
      let head = try take(32)
      let length = Int(Format.number(head[8..<16]))
      // The last 4 bytes say how many elements before it were not yet on the disk.
      batches.append(try Batch(count: Format.number(head[24..<28]), body: try take(length)))
    }
    guard rest.count >= Self.footerCount else { throw Malformed() }
    let index = Array(rest.dropLast(Self.footerCount))
    hasIndex = batches.count < 2 || !index.isEmpty
    if index.count > 16 {
      let size = Int(Format.number(index[8..<16]))
      let list = Array(index.dropFirst(16).prefix(size).dropFirst(table.count))
      if list != [0] { zones = [list, Array(index.dropFirst(16 + size))] }
    }
    guard footerWithStatistics.count == rest.count else { throw Malformed() }
  }

  /// An archive with some bytes changed, and the checksums of these bytes. It has no directories.
  static func resealed(_ data: Data) throws -> Data {
    var parts = try ArchiveParts(data)
    for index in parts.batches.indices { parts.batches[index].trailer = nil }
    parts.body.trailer = nil
    return parts.data
  }

  /// The header with its checksum.
  var header: [UInt8] {
    var bytes = magic + [version, (isSequence ? 1 : 0) | (isFromNodes ? 2 : 0)] + Format.name(className)
    bytes += Format.varint(UInt64(schema.count)) + schema
    return Format.checked(bytes)
  }

  /// The number of bytes of a footer without an index.
  static let footerCount = 24

  private var table: [UInt8] {
    Format.varint(batches.count)
      + batches.flatMap { Format.varint($0.body.count) + Format.varint($0.stored) }
  }

  private var footer: [UInt8] {
    let table = hasIndex && batches.count > 1 ? table + [0] : []
    return Format.footer(count: batches.reduce(0) { $0 &+ $1.stored }, table)
  }

  private var footerWithStatistics: [UInt8] {
    guard let zones else { return footer }
    return Format.footer(count: batches.reduce(0) { $0 &+ $1.stored }, table + zones[0], zones[1])
  }

  /// The bytes of the archive, with the statistics that it had when it was taken apart.
  var dataWithStatistics: Data {
    data.dropLast(isSequence ? footer.count : 0) + Data(isSequence ? footerWithStatistics : [])
  }

  /// The bytes of the archive.
  var data: Data {
    var bytes = header
    guard isSequence else { return Data(bytes + body.body) }
    var first: UInt64 = 0
    for batch in batches {
      let body = batch.body
      let head =
        Format.bytes(batch.statedLength ?? UInt64(body.count), 8) + Format.bytes(first, 8)
        + Format.bytes(batch.stored, 8)
      bytes += Format.batchMark + Format.bytes(UInt64(Format.checksum(head)), 4) + head + body
      first &+= batch.stored
    }
    return Data(bytes + footer)
  }
}

/// Pieces of archives, by the letter of the format's description.
enum Format {
  /// A number in as many bytes as it takes, seven bits each.
  static func varint(_ number: some FixedWidthInteger) -> [UInt8] {
    var (varint, rest) = ([UInt8](), UInt64(truncatingIfNeeded: number))
    while rest >= 0x80 {
      varint.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return varint + [UInt8(rest)]
  }

  static func name(_ text: String) -> [UInt8] { varint(text.utf8.count) + Array(text.utf8) }

  /// The lowest bytes of a number, the lowest first.
  static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static let batchMark: [UInt8] = [0xC3, 0x42, 0x41, 0x54]

  private static let checksums: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0x82F6_3B78 : rest >> 1 }
  }

  /// CRC-32C, byte by byte.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { checksums[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  /// Bytes followed by their checksum.
  static func checked(_ bytes: [UInt8]) -> [UInt8] { bytes + self.bytes(UInt64(checksum(bytes)), 4) }

  /// The end of a sequence; without a table, it has no index.
  static func footer(count: UInt64, _ table: [UInt8], _ statistics: [UInt8] = []) -> [UInt8] {
    func head(_ mark: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xC3, 0x42, 0x41, mark] + bytes(UInt64(checksum(content)), 4) + content
    }
    let index = table.isEmpty ? [] : head(0x49, bytes(UInt64(table.count), 8) + table) + statistics
    return index + head(0x46, bytes(count, 8) + bytes(UInt64(index.count), 8))
  }

  /// A column of booleans.
  static func bits(_ values: [Bool]) -> [UInt8] {
    if !values.contains(true) { return [0] }
    if !values.contains(false) { return [1] }
    return [2] + packed(values.map { $0 ? 1 : 0 }, bits: 1)
  }

  /// A column of doubles that are equal or plain.
  static func doubles(_ values: [Double]) -> [UInt8] {
    let bits = values.map(\.bitPattern)
    return Set(bits).count == 1 ? [0] + bytes(bits[0], 8) : [1] + bits.flatMap { bytes($0, 8) }
  }

  /// Strings as their lengths and their bytes: a column without a dictionary is a 0 and these.
  static func run(_ texts: [String]) -> [UInt8] {
    let run = texts.flatMap { Array($0.utf8) }
    return integers(texts.map { UInt($0.utf8.count) }) + varint(run.count) + run
  }

  static func strings(_ texts: [String]) -> [UInt8] {
    [0] + run(texts)
  }

  /// Strings by a dictionary of the different ones.
  static func dictionary(_ entries: [String], _ numbers: [UInt32]) -> [UInt8] {
    [1] + varint(entries.count) + run(entries) + integers(numbers)
  }

  // Nodes of a schema.
  static let (bool, signed, unsigned, float, double, date, string, data, tree):
    (
      [UInt8], [UInt8], [UInt8], [UInt8], [UInt8], [UInt8], [UInt8], [UInt8], [UInt8]
    ) = ([1], [2], [3], [4], [5], [6], [7], [8], [17])
  static func bytes(_ count: some FixedWidthInteger) -> [UInt8] { [9] + varint(count) }
  static func optional(_ node: [UInt8]) -> [UInt8] { [10] + node }
  static func array(_ node: [UInt8]) -> [UInt8] { [11] + node }
  static func set(_ node: [UInt8]) -> [UInt8] { [12] + node }
  static func dictionary(_ entry: [UInt8]) -> [UInt8] { [13] + entry }
  static func record(_ fields: KeyValuePairs<String, [UInt8]>) -> [UInt8] { [14] + list(fields) }
  static func rawRecord(_ fields: KeyValuePairs<String, [UInt8]>) -> [UInt8] { [15] + list(fields) }
  static func cases(_ cases: KeyValuePairs<String, KeyValuePairs<String, [UInt8]>>) -> [UInt8] {
    [16] + varint(cases.count) + cases.flatMap { name($0.key) + list($0.value) }
  }
  static let instance: [UInt8] = [19]
  static func reference(_ number: some FixedWidthInteger) -> [UInt8] { [18] + varint(number) }

  private static func list(_ fields: KeyValuePairs<String, [UInt8]>) -> [UInt8] {
    varint(fields.count) + fields.flatMap { name($0.key) + $0.value }
  }
}
