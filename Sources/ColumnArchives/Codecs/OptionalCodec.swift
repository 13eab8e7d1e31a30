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
    let flags = layout.presence(of: rows)
    let present = writer.output.append(bits: flags)
    writer.note(.missing(rows.count - present))
    if present == 0 { return }
    if present == rows.count { return try write(rows, to: writer) }
    if wrapped.isScalar {
      // Single numbers are not worth a run.
      let size = layout.size
      return try withTemporaryBytes((present + 1) * size) { copies in
        unsafe SmallCopy.specialised(size) { copy in
          var target = unsafe copies
          rows.visit { row, address in
            // SAFETY: there is room for as many values as are present, and one more. A missing value is copied too, and
            // overwritten: the processor would mispredict branches.
            unsafe copy(address, target)
            unsafe target += size &* Int(flags[row])
          }
        }
        try unsafe Rows.with(copies, stride: size, count: present) { try write($0, to: writer) }
      }
    }
    var runs: [Rows.Run] = []
    rows.visit { row, address in
      guard flags[row] == 1 else { return }
      if let last = runs.last, unsafe last.base + last.count * rows.stride == address {
        runs[runs.count - 1].count += 1
      } else {
        unsafe runs.append(Rows.Run(base: address, count: 1))
      }
    }
    try locating(flags) {
      try unsafe runs.withUnsafeBufferPointer {
        try write(unsafe Rows(runs: $0, offset: 0, stride: rows.stride, count: present), to: writer)
      }
    }
  }

  private func write(_ values: Rows, to writer: ColumnWriter) throws {
    try writer.nested(hasStatistics: true) { try wrapped.write(values, to: writer) }
  }

  /// Runs `body`, and changes the row of an error among the present values into its row among all values.
  private func locating<Result>(_ flags: [UInt8], _ body: () throws -> Result) throws -> Result {
    try RowError.mapping(body) { failure in
      guard let wanted = failure.row else { return }
      let present = flags.indices.lazy.filter { flags[$0] == 1 }
      failure.row = present.dropFirst(wanted).first ?? wanted
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
      if let values = column.values, column.presence.constant == 1 {
        try present.read(values, into: place, count: count, in: context)
      } else {
        let flags = column.presence.bits(from: column.position, count: count)
        let present = column.values == nil ? 0 : flags.reduce(0) { $0 + Int($1) }
        if let values = column.values {
          try locating(flags) {
            try context.nested { try step.read(values, into: place, count: present, in: context) }
          }
        }
        layout.spread(present, over: place, flags)
      }
      column.position += count
    }
  }

  /// Returns the step that reads values as optionals that are all present.
  private func present(_ values: ReadStep) -> ReadStep {
    ReadStep { [layout] column, place, count, context in
      try context.nested { try values.read(column, into: place, count: count, in: context) }
      for row in 0..<count { layout.markPresent(place.row(row)) }
    }
  }
}

/// The memory of the optionals of a type.
///
/// The content of an optional is at its start. If its type has no spare bit pattern for `nil`, one byte after the
/// content is the tag, 1 for `nil`; see the Swift ABI, "Type Layout, Single-Payload Enums". `PresenceTests` checks
/// this.
@safe
struct OptionalLayout {
  // Safe: it only holds the closure. Each call of it is marked as unsafe.
  /// The size of the content.
  let size: Int
  /// The memory of `nil`.
  private let none: [UInt8]
  /// The offset of the tag; `nil` if `nil` is a bit pattern of the content.
  private let tag: Int?
  /// Returns 1 if the optional at an address is present, and otherwise 0.
  private let ask: (UnsafeRawPointer) -> UInt8

  init<Wrapped>(_ type: Wrapped.Type) {
    none = unsafe withUnsafeBytes(of: Wrapped?.none) { unsafe Array($0) }
    size = MemoryLayout<Wrapped>.size
    tag = MemoryLayout<Wrapped?>.size > size ? size : nil
    unsafe ask = Self.asking(type)
  }

  /// Returns a function that finds out whether an optional is present. Borrowing the value as non-copyable avoids a
  /// copy, and so reference counting.
  private static func asking<Wrapped: ~Copyable>(_ type: Wrapped.Type) -> (UnsafeRawPointer) -> UInt8 {
    // SAFETY: an optional of the type is at the address.
    { address in
      switch unsafe address.assumingMemoryBound(to: Wrapped?.self).pointee {
      case .some(_): 1
      case .none: 0
      }
    }
  }

  /// Returns 1 for each row that is present, and 0 for each other row.
  func presence(of rows: Rows) -> [UInt8] {
    Place.values(rows.count) { flags in
      // An optional of one byte is `nil` if it equals that byte.
      if let byte = none.last, tag != nil || none.count == 1 {
        let offset = tag ?? 0
        rows.visit { row, address in
          let isNone = unsafe address.load(fromByteOffset: offset, as: UInt8.self) == byte
          flags.initialize(row, to: isNone ? 0 : 1 as UInt8)
        }
      } else {
        rows.visit { row, address in flags.initialize(row, to: unsafe ask(address)) }
      }
    }
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

  /// Moves the content of the first rows to the rows with the flag 1, the last one first, and stores `nil` in the
  /// other rows.
  ///
  /// - Parameter count: The number of these rows, and of flags that are 1.
  func spread(_ count: Int, over place: Place, _ flags: [UInt8]) {
    unsafe SmallCopy.specialised(size) { copy in
      var left = count
      for row in flags.indices.reversed() {
        let target = place.row(row)
        if flags[row] == 1, left > 0 {
          left -= 1
          // SAFETY: the row is the same, or after those whose content was not yet moved.
          unsafe copy(place.row(left).base, target.base)
          markPresent(target)
        } else {
          storeNone(at: target)
        }
      }
    }
  }
}
