internal import ArchiveBytes

/// A column of an archive, opened: its bounds are checked, and its values are read in order.
class Column {
  let kind: ColumnKind
  /// The node of the schema.
  let node: Int
  /// How many values there are.
  let count: Int
  /// How many were read.
  var position = 0
  /// How many bytes of the archive it takes, those of the columns below included.
  var storedByteCount = 0

  init(_ kind: ColumnKind, node: Int, count: Int) {
    self.kind = kind
    self.node = node
    self.count = count
  }

  /// Passes over values. That may take a step a value, and values may take no bytes, so it counts against the limits.
  func skip(_ count: Int, in context: ReadContext) throws { position += count }

  // MARK: Going back

  /// How far the column, and all columns below it, have been read.
  final var marks: [Int] {
    var marks: [Int] = []
    save(to: &marks)
    return marks
  }

  /// Goes back to where it was when it had these marks.
  final func goBack(to marks: [Int]) {
    var marks = marks[...]
    restore(from: &marks)
  }

  /// Adds how far the column, and all columns below it, have been read.
  func save(to marks: inout [Int]) { marks.append(position) }

  /// Goes back to where ``save(to:)`` was called, taking its marks from the front.
  func restore(from marks: inout ArraySlice<Int>) { position = marks.removeFirst() }
}

final class IntegerColumn: Column {
  let integers: PackedIntegers

  init(_ kind: ColumnKind, node: Int, count: Int, _ integers: PackedIntegers) {
    self.integers = integers
    super.init(kind, node: node, count: count)
  }
}

final class BoolColumn: Column {
  fileprivate let bits: PackedBits

  init(node: Int, count: Int, _ bits: PackedBits) {
    self.bits = bits
    super.init(.bool, node: node, count: count)
  }

  @inline(__always)
  func read(_ count: Int, _ body: (Int, Bool) throws -> Void) throws {
    try bits.visit(from: position, count: count, body)
    position += count
  }
}

extension BoolColumn {
  /// Stores the next values side by side, a byte each.
  func readBytes(_ count: Int, into target: UnsafeMutableRawPointer) {
    unsafe bits.store(from: position, count: count, into: target)
    position += count
  }
}

final class FloatColumn: Column {
  private let bytes: UnsafeRawPointer
  /// The distance from one number to the next; 0 when all are the same.
  private let stride: Int

  init(_ kind: ColumnKind, node: Int, count: Int, bytes: UnsafeRawPointer, stride: Int) {
    unsafe self.bytes = bytes
    self.stride = stride
    super.init(kind, node: node, count: count)
  }

  /// Copies the bits of the next numbers, which are as wide as `Bits`.
  @inline(__always)
  func readBits<Bits: FixedWidthInteger>(_ count: Int, as type: Bits.Type, into place: Place) {
    // SAFETY: opening the column checked that it has all its bytes.
    for number in 0..<count {
      let bits = unsafe bytes.loadUnaligned(fromByteOffset: (position + number) * stride, as: Bits.self)
      unsafe place.row(number).base.storeBytes(of: Bits(littleEndian: bits), as: Bits.self)
    }
    position += count
  }

  /// Gives the next numbers, of either width, as doubles.
  func read(_ count: Int, _ body: (Int, Double) throws -> Void) throws {
    for number in 0..<count {
      let offset = (position + number) * stride
      if kind == .float {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        try body(number, Double(Float(bitPattern: UInt32(littleEndian: bits))))
      } else {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        try body(number, Double(bitPattern: UInt64(littleEndian: bits)))
      }
    }
    position += count
  }
}

/// Values of a fixed number of bytes each: bytes, or raw records.
final class RawColumn: Column {
  let bytes: UnsafeRawPointer
  let byteCount: Int
  /// The distance from one value to the next.
  let stride: Int

  init(_ kind: ColumnKind, node: Int, count: Int, bytes: UnsafeRawPointer, byteCount: Int, stride: Int) {
    unsafe self.bytes = bytes
    self.byteCount = byteCount
    self.stride = stride
    super.init(kind, node: node, count: count)
  }

  /// Copies the next values.
  func read(_ count: Int, into place: Place) {
    // SAFETY: opening the column checked that it has all its bytes.
    let source = unsafe bytes + position * stride
    if place.stride == byteCount, stride == byteCount {
      unsafe place.base.copyMemory(from: source, byteCount: count * byteCount)
    } else {
      for number in 0..<count {
        unsafe place.row(number).base.copyMemory(from: source + number * stride, byteCount: byteCount)
      }
    }
    position += count
  }

  /// The fields of raw records as columns of their own, from the first record that is left.
  func fields(in context: ReadContext) -> [Column] { fields(in: context, from: position) }

  /// The fields of the raw records from a row on.
  func fields(in context: ReadContext, from row: Int) -> [Column] {
    let left = count - row
    var source = unsafe bytes + row * stride
    return context.schema[node].children.map { child in
      let kind = context.schema[child].kind
      let size = context.schema.rawByteCount(of: child) ?? 0
      defer { unsafe source += size }
      return switch kind {
      case .unsigned:
        IntegerColumn(kind, node: child, count: left, unsafe PackedIntegers(bytes: source, stride: stride))
      case .float, .double, .date:
        unsafe FloatColumn(kind, node: child, count: left, bytes: source, stride: stride)
      default:
        unsafe RawColumn(kind, node: child, count: left, bytes: source, byteCount: size, stride: stride)
      }
    }
  }
}

final class OptionalColumn: Column {
  let presence: PackedBits
  /// The values that are present; `nil` when there are none.
  let values: Column?
  /// The memory of bits that are not those of the archive.
  private let ownBits: UnsafeMutableRawPointer?

  init(node: Int, count: Int, presence: PackedBits, values: Column?) {
    self.presence = presence
    self.values = values
    unsafe ownBits = nil
    super.init(.optional, node: node, count: count)
  }

  /// Optionals whose presence is said by bits that the column keeps a copy of.
  init(node: Int, count: Int, bits: [UInt8], values: Column?) {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bits.count, 1), alignment: 1)
    unsafe copy.copyMemory(from: bits, byteCount: bits.count)
    // SAFETY: the copy lives as long as the column, and whoever reads the bits holds that.
    presence = unsafe PackedBits(bytes: copy)
    unsafe ownBits = copy
    self.values = values
    super.init(.optional, node: node, count: count)
  }

  deinit { unsafe ownBits?.deallocate() }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    values?.save(to: &marks)
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    values?.restore(from: &marks)
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(count)
    var present = 0
    presence.visit(from: position, count: count) { _, isPresent in present += isPresent ? 1 : 0 }
    try values?.skip(present, in: context)
    position += count
  }

  /// Reads values that must all be present.
  func readAllPresent(_ count: Int, in context: ReadContext, _ body: (Column) throws -> Void) throws {
    var missing: Int?
    presence.visit(from: position, count: count) { number, isPresent in
      if !isPresent, missing == nil { missing = number }
    }
    guard missing == nil, let values else {
      throw RowError(row: missing ?? 0, ArchiveError(.typeMismatch, expected: "a value", found: "nil"))
    }
    // An optional of an optional is unwrapped as far as it goes.
    if values.kind == .optional {
      try (values as! OptionalColumn).readAllPresent(count, in: context, body)
    } else {
      try body(values)
    }
    position += count
  }
}

final class ListColumn: Column {
  let lengths: PackedIntegers
  let elements: Column?
  let elementCount: Int
  /// How many elements of the lists that were read last are still to be passed over; only where lists are read in part.
  var unreadCount = 0
  /// Where equal short arrays are looked for; `nil` when there are too few to find any, or too few were found.
  var sharedArrays: SharedArrays? {
    if count < 64 { return nil }
    let shared = metArrays ?? SharedArrays()
    metArrays = shared
    return shared.isWorthIt ? shared : nil
  }
  private var metArrays: SharedArrays?

  init(
    _ kind: ColumnKind, node: Int, count: Int, lengths: PackedIntegers, elementCount: Int, elements: Column?
  ) {
    self.lengths = lengths
    self.elementCount = elementCount
    self.elements = elements
    super.init(kind, node: node, count: count)
  }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    elements?.save(to: &marks)
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    elements?.restore(from: &marks)
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(count)
    // Lists without any element are passed over as well.
    let sum = try readLengths(count, in: context) { _, _ in }
    try elements?.skip(sum, in: context)
  }

  /// Gives the next lengths, and their sum, which the elements that are left have.
  func readLengths(_ count: Int, in context: ReadContext, _ body: (Int, Int) -> Void) throws -> Int {
    if unreadCount > 0 {
      try elements?.skip(unreadCount, in: context)
      unreadCount = 0
    }
    let left = elementCount - (elements?.position ?? 0)
    var (sum, isTooMany) = (0, false)
    lengths.visit(from: position, count: count) { number, bits in
      // Compared before it is added, so that no sum can pass the limits of an `Int`.
      let length = bits <= UInt64(left - sum) ? Int(bits) : 0
      if bits > UInt64(left - sum) { isTooMany = true }
      sum += length
      body(number, length)
    }
    position += count
    guard !isTooMany, position < self.count || sum == left else {
      throw RowError(row: nil, context.malformed("lengths that add up to \(elementCount) elements", "others"))
    }
    return sum
  }
}

final class RecordColumn: Column {
  let fields: [Column]

  init(node: Int, from position: Int = 0, count: Int, fields: [Column]) {
    self.fields = fields
    super.init(.record, node: node, count: count)
    self.position = position
  }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    for field in fields { field.save(to: &marks) }
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    for field in fields { field.restore(from: &marks) }
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    for field in fields { try field.skip(count, in: context) }
    position += count
  }
}

final class CaseColumn: Column {
  /// Which case each value is, by the number in the schema.
  let numbers: PackedIntegers
  /// The associated values of each case; `nil` for a case without values in the column.
  let payloads: [RecordColumn?]

  init(node: Int, count: Int, numbers: PackedIntegers, payloads: [RecordColumn?]) {
    self.numbers = numbers
    self.payloads = payloads
    super.init(.cases, node: node, count: count)
  }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    for payload in payloads { payload?.save(to: &marks) }
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    for payload in payloads { payload?.restore(from: &marks) }
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(count)
    var counts = [Int](repeating: 0, count: payloads.count)
    numbers.visit(from: position, count: count) { _, number in
      if number < UInt64(counts.count) { counts[Int(number)] += 1 }
    }
    for (number, count) in counts.enumerated() where count > 0 {
      // A case without associated values has no column.
      if context.schema[context.schema[node].children[number]].children.isEmpty { continue }
      guard let payload = payloads[number], count <= payload.count - payload.position else {
        throw RowError(row: nil, context.malformed("as many associated values as cases", "others"))
      }
      try payload.skip(count, in: context)
    }
    position += count
  }
}
