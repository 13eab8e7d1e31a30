internal import ArchiveBytes
internal import ArchiveValues

/// Optionals: presence bits, and a column of the present values.
///
/// They are written from, and read into, their own memory: the content of an optional is at its start. If its type has
/// no spare bit pattern for `nil`, one byte after the content is the tag, 1 for `nil`; see the Swift ABI, "Type Layout,
/// Single-Payload Enums". `PresenceTests` checks that.
final class OptionalCodec: ColumnCodec {
  let memory: ValueMemory
  private let wrapped: any ColumnCodec
  private let layout: OptionalLayout

  init<Wrapped: ArchiveValue>(_ type: Wrapped.Type, _ wrapped: any ColumnCodec) {
    memory = ValueMemory(Wrapped?.self)
    self.wrapped = wrapped
    layout = OptionalLayout(type)
  }

  var isOptional: Bool { true }

  var parts: [any ColumnCodec] { [wrapped] }

  var fillAbsent: ((Place, Int) -> Void)? {
    { [layout] place, count in
      for row in 0..<count { layout.storeNone(at: place.row(row)) }
    }
  }

  func describe(in schema: inout SchemaBuilder) -> Int {
    let child = wrapped.describe(in: &schema)
    return schema.add(SchemaNode(kind: .optional, children: [child]))
  }

  // MARK: Writing

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    let flags = unsafe writer.scratch(rows.count, of: UInt8.self)
    let present = unsafe layout.findPresent(rows, flags)
    unsafe writer.output.append(bits: UnsafeBufferPointer(start: flags, count: rows.count), sum: present)
    writer.note(.missing(rows.count - present))
    if present == 0 { return }
    if present == rows.count { return try writer.nested { try wrapped.write(rows, to: writer) } }
    let size = layout.size
    if wrapped.isScalar, [1, 2, 4, 8, 16].contains(size) {
      // Single numbers are not worth a run.
      return try writer.temporaries.with(byteCount: (present + 1) * size) { copies in
        switch size {
        case 1: unsafe Self.collect(rows, flags, as: UInt8.self, into: copies)
        case 2: unsafe Self.collect(rows, flags, as: UInt16.self, into: copies)
        case 4: unsafe Self.collect(rows, flags, as: UInt32.self, into: copies)
        case 8: unsafe Self.collect(rows, flags, as: UInt64.self, into: copies)
        default: unsafe Self.collect(rows, flags, as: SIMD2<UInt64>.self, into: copies)
        }
        try unsafe Rows.with(copies, stride: size, count: present) { values in
          try writer.nested { try wrapped.write(values, to: writer) }
        }
      }
    }
    try unsafe withRuns(rows, flags) { runs in
      let values = unsafe Rows(runs: runs, offset: rows.offset, stride: rows.stride, count: present)
      try RowError.mapping {
        try writer.nested { try wrapped.write(values, to: writer) }
      } _: { failure in
        failure.row = failure.row.map { self.row(ofPresent: $0, rows) }
      }
    }
  }

  /// Copies the present scalars side by side. Each value is copied, and the count advances only if it is present: this
  /// avoids a branch that the processor would mispredict.
  @inline(__always)
  private static func collect<Bits: BitwiseCopyable>(
    _ rows: Rows, _ flags: UnsafeMutablePointer<UInt8>, as type: Bits.Type,
    into copies: UnsafeMutableRawPointer
  ) {
    var used = 0
    // SAFETY: the caller has room for one more value than are present.
    rows.visit { position, address in
      unsafe copies.storeBytes(
        of: address.loadUnaligned(as: Bits.self), toByteOffset: used &* MemoryLayout<Bits>.size, as: Bits.self
      )
      used &+= unsafe Int(flags[position])
    }
  }

  /// Calls `body` with the runs of adjacent rows that are present.
  private func withRuns(
    _ rows: Rows, _ flags: UnsafeMutablePointer<UInt8>, _ body: (UnsafeBufferPointer<Rows.Run>) throws -> Void
  ) rethrows {
    var (runs, number) = ([Rows.Run](), 0)
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      var row = 0
      while row < run.count {
        let start = row
        while row < run.count, unsafe flags[number + row] == 1 { row += 1 }
        if row > start {
          unsafe runs.append(Rows.Run(base: run.base + start * rows.stride, count: row - start))
        }
        while row < run.count, unsafe flags[number + row] == 0 { row += 1 }
      }
      number += run.count
    }
    try unsafe runs.withUnsafeBufferPointer { try unsafe body($0) }
  }

  /// Returns the row of the value with an index among the present ones; needed only if an error names one.
  private func row(ofPresent wanted: Int, _ rows: Rows) -> Int {
    var flags = [UInt8](repeating: 0, count: rows.count)
    _ = unsafe flags.withUnsafeMutableBufferPointer { unsafe layout.findPresent(rows, $0.baseAddress!) }
    var number = -1
    return flags.firstIndex { flag in
      number += Int(flag)
      return number == wanted
    } ?? 0
  }

  // MARK: Reading

  func step(at node: Int, in plan: PlanBuilder) -> any ReadStep {
    guard plan.schema[node].kind == .optional else {
      // The field was required, and is now optional, so all values are present.
      return PresentStep(layout, plan.step(of: wrapped, at: node))
    }
    let step = plan.step(of: wrapped, at: plan.schema[node].children[0])
    return OptionalStep(layout, memory, wrapped.memory, step)
  }
}

/// The memory of the optionals of a type.
@safe
struct OptionalLayout {
  // Safe: it only holds the closure. Its call is marked as unsafe.
  /// The size of the content.
  let size: Int
  /// The memory of `nil`.
  private let none: [UInt8]
  /// The offset of the tag; `nil` if `nil` is a bit pattern of the content.
  let tag: Int?
  /// Stores 1 for each value and 0 for each `nil`, and returns the number of values; `nil` if a byte tells.
  private let ask: ((Rows, UnsafeMutablePointer<UInt8>) -> Int)?

  init<Wrapped>(_ type: Wrapped.Type) {
    size = MemoryLayout<Wrapped>.size
    let none: Wrapped? = nil
    self.none = unsafe withUnsafeBytes(of: none) { unsafe Array($0) }
    tag = MemoryLayout<Wrapped?>.size > size ? size : nil
    // An optional of one byte is `nil` if it is that byte.
    let isByte = MemoryLayout<Wrapped?>.size <= 1
    unsafe ask =
      tag != nil || isByte ? nil : type is String.Type ? Self.asking(String.self) : Self.asking(type)
  }

  /// Returns a function that asks optionals. What may not be copyable is not copied, and so costs no references.
  static func asking<Wrapped: ~Copyable>(
    _ type: Wrapped.Type
  ) -> (Rows, UnsafeMutablePointer<UInt8>) -> Int {
    { rows, flags in
      var sum = 0
      rows.visit { position, address in
        // SAFETY: the address is that of an optional of the type, and there is a flag for each row.
        let flag: UInt8 =
          switch unsafe address.assumingMemoryBound(to: Wrapped?.self).pointee {
          case .some(_): 1
          case .none: 0
          }
        sum &+= Int(flag)
        unsafe flags[position] = flag
      }
      return sum
    }
  }

  /// Stores whether each row is present, and returns the number of those that are.
  func findPresent(_ rows: Rows, _ flags: UnsafeMutablePointer<UInt8>) -> Int {
    if let ask = unsafe ask { return unsafe ask(rows, flags) }
    let (offset, none) = (tag ?? 0, none.last ?? 0)
    var sum = 0
    rows.visit { position, address in
      let flag: UInt8 = unsafe address.load(fromByteOffset: offset, as: UInt8.self) == none ? 0 : 1
      sum &+= Int(flag)
      unsafe flags[position] = flag
    }
    return sum
  }

  /// Completes an optional whose content is in place.
  @inline(__always)
  func markPresent(_ place: Place) {
    if let tag { unsafe place.base.storeBytes(of: 0, toByteOffset: tag, as: UInt8.self) }
  }

  /// Makes `nil`.
  func storeNone(at place: Place) {
    unsafe none.withUnsafeBytes { none in
      // SAFETY: `none` is as long as the optional, and the place has room for one.
      if let source = none.baseAddress { unsafe place.base.copyMemory(from: source, byteCount: none.count) }
    }
  }

  /// Moves values that lie side by side to the rows that are present, and makes the others `nil`.
  ///
  /// - Parameter stride: The distance from one of the values to the next.
  func scatter(
    _ values: UnsafeRawPointer, _ present: Int, stride: Int, _ column: OptionalColumn, to place: Place,
    count: Int
  ) {
    switch size {
    case 1: unsafe scatter(values, present, as: UInt8.self, column, to: place, count: count)
    case 2: unsafe scatter(values, present, as: UInt16.self, column, to: place, count: count)
    case 4: unsafe scatter(values, present, as: UInt32.self, column, to: place, count: count)
    case 8: unsafe scatter(values, present, as: UInt64.self, column, to: place, count: count)
    case 16: unsafe scatter(values, present, as: SIMD2<UInt64>.self, column, to: place, count: count)
    default:
      var (source, left) = unsafe (values, present)
      column.presence.visit(from: column.position, count: count) { row, isPresent in
        // Only a mapped file that has changed since they were counted has more.
        guard isPresent, left > 0 else { return storeNone(at: place.row(row)) }
        left -= 1
        // SAFETY: copying the bytes moves the value; the temporary memory does not destroy it.
        unsafe place.row(row).base.copyMemory(from: source, byteCount: size)
        unsafe source += stride
        markPresent(place.row(row))
      }
    }
  }

  @inline(__always)
  private func scatter<Bits: BitwiseCopyable>(
    _ values: UnsafeRawPointer, _ present: Int, as type: Bits.Type, _ column: OptionalColumn, to place: Place,
    count: Int
  ) {
    let noneBits = unsafe none.withUnsafeBytes { unsafe $0.loadUnaligned(as: Bits.self) }
    let tag = tag ?? -1
    var source = unsafe values
    // SAFETY: the temporary memory has room for one more value after the last. Only a mapped file that has changed since
    // they were counted has more: these become `nil`.
    let end = unsafe source + present * MemoryLayout<Bits>.size
    column.presence.visit(from: column.position, count: count) { row, isPresent in
      let target = place.row(row)
      let isPresent = unsafe isPresent && source < end
      let bits = unsafe source.loadUnaligned(as: Bits.self)
      unsafe target.base.storeBytes(of: isPresent ? bits : noneBits, as: Bits.self)
      if tag >= 0 { unsafe target.base.storeBytes(of: isPresent ? 0 : 1, toByteOffset: tag, as: UInt8.self) }
      unsafe source += isPresent ? MemoryLayout<Bits>.size : 0
    }
  }
}

/// Reads values that are all present as optionals.
private final class PresentStep: ReadStep {
  private let layout: OptionalLayout
  private let wrapped: any ReadStep

  init(_ layout: OptionalLayout, _ wrapped: any ReadStep) { (self.layout, self.wrapped) = (layout, wrapped) }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    try context.nested { try wrapped.read(column, into: place, count: count, in: context) }
    for row in 0..<count { layout.markPresent(place.row(row)) }
  }
}

/// Reads optionals.
private final class OptionalStep: ReadStep {
  private let layout: OptionalLayout
  private let memory: ValueMemory
  private let wrapped: ValueMemory
  private let step: any ReadStep

  init(_ layout: OptionalLayout, _ memory: ValueMemory, _ wrapped: ValueMemory, _ step: any ReadStep) {
    (self.layout, self.memory, self.wrapped, self.step) = (layout, memory, wrapped, step)
  }

  /// The number of rows read at a time, so that the values stay in the processor's cache until they are moved.
  private static let partCount = 1_024

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    let column = try column.cast(to: OptionalColumn.self, in: context)
    guard let values = column.values else {
      for row in 0..<count { layout.storeNone(at: place.row(row)) }
      column.position += count
      return
    }
    if column.presence.constant == true {
      try context.nested { try step.read(values, into: place, count: count, in: context) }
      for row in 0..<count { layout.markPresent(place.row(row)) }
      column.position += count
      return
    }
    try memory.make(count, at: place) { place, left in
      let part = min(left, Self.partCount)
      try read(column, values, into: place, count: part, in: context)
      return part
    }
  }

  /// Reads the present values of some rows side by side, and moves each one to its row.
  private func read(
    _ column: OptionalColumn, _ values: Column, into place: Place, count: Int, in context: ReadContext
  ) throws {
    let present = column.presence.sum(from: column.position, count: count)
    try wrapped.withTemporary(count: present + 1, from: context.temporaries) { temporary in
      try RowError.mapping {
        try context.nested { try step.read(values, into: temporary, count: present, in: context) }
      } _: { failure in
        guard let wanted = failure.row else { return }
        var number = -1
        column.presence.visit(from: column.position, count: count) { row, isPresent in
          number += isPresent ? 1 : 0
          if isPresent, number == wanted { failure.row = row }
        }
      }
      unsafe layout.scatter(
        temporary.base, present, stride: temporary.stride, column, to: place, count: count)
    }
    column.position += count
  }
}
