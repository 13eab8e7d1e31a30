internal import ArchiveValues

/// Optionals: presence bits, and a column of the present values.
///
/// Optionals are written from, and read into, their own memory: see ``OptionalLayout``.
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
    func write(_ values: Rows) throws { try writer.nested { try wrapped.write(values, to: writer) } }
    if present == 0 { return }
    if present == rows.count { return try write(rows) }
    if wrapped.isScalar, let collect = unsafe layout.collect {
      // Single numbers are not worth a run.
      return try writer.temporaries.with(byteCount: (present + 1) * layout.size) { copies in
        unsafe collect(rows, flags, copies)
        try unsafe Rows.with(copies, stride: layout.size, count: present, write)
      }
    }
    // The runs of adjacent present rows, and the first row of each.
    var (runs, starts, first) = ([Rows.Run](), [Int](), 0)
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      var row = 0
      while row < run.count {
        let start = row
        while row < run.count, unsafe flags[first + row] == 1 { row += 1 }
        if row > start {
          unsafe runs.append(Rows.Run(base: run.base + start * rows.stride, count: row - start))
          starts.append(first + start)
        }
        while row < run.count, unsafe flags[first + row] == 0 { row += 1 }
      }
      first += run.count
    }
    try RowError.mapping {
      try unsafe runs.withUnsafeBufferPointer {
        try write(unsafe Rows(runs: $0, offset: rows.offset, stride: rows.stride, count: present))
      }
    } _: { failure in
      guard var left = failure.row else { return }
      for (run, start) in zip(runs, starts) {
        if left >= 0, left < run.count { failure.row = start + left }
        left -= run.count
      }
    }
  }

  // MARK: Reading

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    guard plan.schema[node].kind == .optional else {
      // The field was required and is now optional, so all values are present.
      return present(plan.step(of: wrapped, at: node))
    }
    let step = plan.step(of: wrapped, at: plan.schema[node].children[0])
    let present = present(step)
    return ReadStep { [self] column, place, count, context in
      let column = try column.cast(to: OptionalColumn.self, in: context)
      if let values = column.values, column.presence.constant == true {
        try present.read(values, into: place, count: count, in: context)
        column.position += count
        return
      }
      try memory.make(count, at: place) { place, left in
        let part = min(left, Self.partCount)
        try read(column, by: step, into: place, count: part, in: context)
        return part
      }
    }
  }

  /// Returns the step that reads values as optionals that are all present.
  private func present(_ values: ReadStep) -> ReadStep {
    ReadStep { [layout] column, place, count, context in
      try context.nested { try values.read(column, into: place, count: count, in: context) }
      for row in 0..<count { layout.markPresent(place.row(row)) }
    }
  }

  /// The number of rows read at a time, so that the values stay in the processor's cache until they are moved.
  private static let partCount = 1_024

  /// Reads the present values of some rows side by side, and moves each one to its row.
  private func read(
    _ column: OptionalColumn, by step: ReadStep, into place: Place, count: Int, in context: ReadContext
  ) throws {
    let present = column.values == nil ? 0 : column.presence.sum(from: column.position, count: count)
    try wrapped.memory.withTemporary(count: present + 1, from: context.temporaries) { temporary in
      if let values = column.values {
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
      }
      unsafe layout.scatter(temporary.base, present, column, place, count)
    }
    column.position += count
  }
}

/// The memory of the optionals of a type.
///
/// The content of an optional is at its start. If its type has no spare bit pattern for `nil`, one byte after the
/// content is the tag, 1 for `nil`; see the Swift ABI, "Type Layout, Single-Payload Enums". `PresenceTests` checks
/// this.
@safe
struct OptionalLayout {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  /// The size of the content.
  let size: Int
  /// The memory of `nil`.
  private let none: [UInt8]
  /// The offset of the tag; `nil` if `nil` is a bit pattern of the content.
  let tag: Int?
  /// Stores 1 for each value and 0 for each `nil`, and returns the number of values; `nil` if a byte shows which
  /// values are present.
  private let ask: ((Rows, UnsafeMutablePointer<UInt8>) -> Int)?
  /// Copies the rows with the flag 1 side by side, to memory with room for one more; `nil` if their size is not a
  /// number's.
  let collect: ((Rows, UnsafeMutablePointer<UInt8>, UnsafeMutableRawPointer) -> Void)?
  /// Moves values that lie side by side, in memory with room for one more, to the next present rows of a column, and
  /// sets the other rows to `nil`. More rows than values can be present only if a mapped file has changed since they
  /// were counted.
  let scatter: (UnsafeRawPointer, _ present: Int, OptionalColumn, Place, _ count: Int) -> Void

  init<Wrapped>(_ type: Wrapped.Type) {
    let value: Wrapped? = nil
    let none = unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    let size = MemoryLayout<Wrapped>.size
    let tag = MemoryLayout<Wrapped?>.size > size ? size : nil
    (self.none, self.size, self.tag) = (none, size, tag)
    // An optional of one byte is `nil` if it equals that byte.
    let isByte = MemoryLayout<Wrapped?>.size <= 1
    unsafe ask =
      tag != nil || isByte ? nil : type is String.Type ? Self.asking(String.self) : Self.asking(type)
    switch size {
    case 1: unsafe (collect, scatter) = Self.moving(UInt8.self, none, tag)
    case 2: unsafe (collect, scatter) = Self.moving(UInt16.self, none, tag)
    case 4: unsafe (collect, scatter) = Self.moving(UInt32.self, none, tag)
    case 8: unsafe (collect, scatter) = Self.moving(UInt64.self, none, tag)
    case 16: unsafe (collect, scatter) = Self.moving(SIMD2<UInt64>.self, none, tag)
    default:
      unsafe (collect, scatter) = (
        nil, Self.scattering(size, stride: MemoryLayout<Wrapped>.stride, none, tag)
      )
    }
  }

  /// Returns a function that finds out which optionals are present. Borrowing the values as non-copyable avoids
  /// copies, and so reference counting.
  static func asking<Wrapped: ~Copyable>(
    _ type: Wrapped.Type
  ) -> (Rows, UnsafeMutablePointer<UInt8>) -> Int {
    { rows, flags in
      var sum = 0
      rows.visit { position, address in
        // SAFETY: an optional of the type is at the address, and there is a flag for each row.
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

  /// Stores whether each row is present, and returns the number of present rows.
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

  /// Stores `nil`.
  func storeNone(at place: Place) {
    // SAFETY: `none` is as long as the optional, and the place has room for one optional.
    unsafe place.base.copyMemory(from: none, byteCount: none.count)
  }

  /// Returns ``collect`` and ``scatter`` for optionals of the size of a number. They choose the stored values, and
  /// advance, without branches, which the processor would mispredict.
  @inline(__always)
  private static func moving<Bits: BitwiseCopyable>(
    _ type: Bits.Type, _ none: [UInt8], _ tag: Int?
  ) -> (
    (Rows, UnsafeMutablePointer<UInt8>, UnsafeMutableRawPointer) -> Void,
    (UnsafeRawPointer, Int, OptionalColumn, Place, Int) -> Void
  ) {
    let (size, tag) = (MemoryLayout<Bits>.size, tag ?? -1)
    let noneBits = unsafe none.withUnsafeBytes { unsafe $0.loadUnaligned(as: Bits.self) }
    // SAFETY: on both sides, the callers have room for one more value than are present.
    return (
      { rows, flags, copies in
        var used = 0
        rows.visit { position, address in
          unsafe copies.storeBytes(
            of: address.loadUnaligned(as: Bits.self), toByteOffset: used &* size, as: Bits.self)
          used &+= unsafe Int(flags[position])
        }
      },
      { values, present, column, place, count in
        var source = unsafe values
        let end = unsafe source + present * size
        column.presence.visit(from: column.position, count: count) { row, isPresent in
          let (target, isPresent) = unsafe (place.row(row).base, isPresent && source < end)
          let bits = unsafe source.loadUnaligned(as: Bits.self)
          unsafe target.storeBytes(of: isPresent ? bits : noneBits, as: Bits.self)
          if tag >= 0 { unsafe target.storeBytes(of: isPresent ? 0 : 1, toByteOffset: tag, as: UInt8.self) }
          unsafe source += isPresent ? size : 0
        }
      }
    )
  }

  /// Returns ``scatter`` for optionals of another size.
  private static func scattering(
    _ size: Int, stride: Int, _ none: [UInt8], _ tag: Int?
  ) -> (UnsafeRawPointer, Int, OptionalColumn, Place, Int) -> Void {
    { values, present, column, place, count in
      var (source, left) = unsafe (values, present)
      column.presence.visit(from: column.position, count: count) { row, isPresent in
        let target = unsafe place.row(row).base
        // SAFETY: `none` is as long as the optional. Copying the bytes of a value moves it; the temporary memory does not
        // destroy it.
        guard isPresent, left > 0 else { return unsafe target.copyMemory(from: none, byteCount: none.count) }
        unsafe target.copyMemory(from: source, byteCount: size)
        if let tag { unsafe target.storeBytes(of: 0, toByteOffset: tag, as: UInt8.self) }
        left -= 1
        unsafe source += stride
      }
    }
  }
}
