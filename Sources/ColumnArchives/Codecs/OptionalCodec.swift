internal import ArchiveBytes

/// Optionals: presence bits, and a column of the present values.
///
/// In memory, the content of an optional is at its start. If its type has no spare bit pattern for `nil`, one byte
/// after the content is the tag; see the Swift ABI, "Type Layout, Single-Payload Enums".
final class OptionalCodec: ColumnCodec, @unchecked Sendable {
  private let wrapped: ColumnCodec
  private let presence: Presence
  /// The memory of `nil`.
  private let none: [UInt8]

  /// How `nil` is distinguished from a value.
  @safe
  private enum Presence {
    // Safe: it only holds the closure. Each call is marked as unsafe.
    /// By the byte after the content.
    case tag(at: Int)
    /// By the optional's only byte.
    case byte(UInt8)
    /// By asking each. The function stores 1 for each value and 0 for each `nil`, and returns the number of values.
    case asked((Rows, UnsafeMutablePointer<UInt8>) -> Int)
  }

  /// Access through the type's own code, used if the memory layout of optionals is not the expected one; otherwise
  /// `nil`.
  @safe
  private struct Access {
    // Safe: it only holds the closures. Each call of one is marked as unsafe.
    /// Copies the content of the optional at an address, if it is not `nil`.
    let copy: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
    /// Makes an optional by moving a value, or makes `nil`.
    let make: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void
  }
  private let access: Access?

  init<Wrapped>(_ type: Wrapped.Type, _ wrapped: ColumnCodec, _ layouts: KnownLayouts) {
    self.wrapped = wrapped
    let size = MemoryLayout<Wrapped?>.size
    let none: Wrapped? = nil
    self.none = unsafe withUnsafeBytes(of: none) { unsafe Array($0.prefix(size)) }
    if layouts.optionals, size == MemoryLayout<Wrapped>.size + 1, self.none[size - 1] == 1 {
      presence = .tag(at: size - 1)
    } else if layouts.optionals, size == 1, _isPOD(type) {
      presence = .byte(self.none[0])
    } else {
      presence = unsafe .asked(type is String.Type ? Self.asking(String.self) : Self.asking(type))
    }
    let isInPlace = layouts.optionals && size <= MemoryLayout<Wrapped>.size + 1
    access =
      if isInPlace {
        nil
      } else {
        // SAFETY: the codec passes addresses of values of its types, or of memory for them.
        unsafe Access { source, target in
          guard let value = unsafe source.assumingMemoryBound(to: Wrapped?.self).pointee else { return }
          unsafe target.initializeMemory(as: Wrapped.self, to: value)
        } make: { source, target in
          let value = unsafe source.map { unsafe $0.assumingMemoryBound(to: Wrapped.self).move() }
          unsafe target.initializeMemory(as: Wrapped?.self, to: value)
        }
      }
    super.init(ValueMemory(Wrapped?.self))
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

  override var isOptional: Bool { true }

  override func describe(in schema: inout SchemaBuilder) -> Int {
    let child = wrapped.describe(in: &schema)
    return schema.add(SchemaNode(kind: .optional, children: [child]))
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    let flags = unsafe writer.scratch(rows.count, of: UInt8.self)
    let present = unsafe findPresent(rows, flags)
    unsafe writer.output.append(bits: UnsafeBufferPointer(start: flags, count: rows.count), sum: present)
    writer.note(.missing(rows.count - present))
    if present == 0 { return }
    if let access { return try unsafe encodeCopies(rows, flags, count: present, access, to: writer) }
    if present == rows.count {
      return try writer.nested { try wrapped.write(rows, to: writer) }
    }
    if wrapped.isScalar, let size = Size(rawValue: wrapped.memory.size) {
      return try unsafe encodeScalars(rows, flags, count: present, size, to: writer)
    }
    // Adjacent rows that are present make one run.
    var runs: [Rows.Run] = []
    var number = 0
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      var (row, start) = (0, -1)
      while row < run.count {
        let isPresent = unsafe flags[number] == 1
        if isPresent, start < 0 { start = row }
        if !isPresent, start >= 0 {
          unsafe runs.append(Rows.Run(base: run.base + start * rows.stride, count: row - start))
          start = -1
        }
        row += 1
        number += 1
      }
      if start >= 0 { unsafe runs.append(Rows.Run(base: run.base + start * rows.stride, count: row - start)) }
    }
    try unsafe runs.withUnsafeBufferPointer { runs in
      let values = unsafe Rows(runs: runs, offset: rows.offset, stride: rows.stride, count: present)
      try RowError.mapping {
        try writer.nested { try wrapped.write(values, to: writer) }
      } _: { failure in
        failure.row = failure.row.map { self.row(ofPresent: $0, rows) }
      }
    }
  }

  /// Writes the present values from copies made by the type's own code.
  private func encodeCopies(
    _ rows: Rows, _ flags: UnsafeMutablePointer<UInt8>, count: Int, _ access: Access, to writer: ColumnWriter
  ) throws {
    try wrapped.memory.withTemporary(count: count, from: writer.temporaries) { copies in
      var used = 0
      rows.visit { position, address in
        guard unsafe flags[position] == 1 else { return }
        unsafe access.copy(address, copies.row(used).base)
        used += 1
      }
      defer { wrapped.memory.destroy(copies, used) }
      try unsafe Rows.with(copies.base, stride: copies.stride, count: used) { values in
        try RowError.mapping {
          try writer.nested { try wrapped.write(values, to: writer) }
        } _: { failure in
          failure.row = failure.row.map { self.row(ofPresent: $0, rows) }
        }
      }
    }
  }

  /// The sizes of scalars.
  private enum Size: Int {
    case one = 1
    case two = 2
    case four = 4
    case eight = 8
  }

  /// Writes the present values from copies side by side.
  private func encodeScalars(
    _ rows: Rows, _ flags: UnsafeMutablePointer<UInt8>, count: Int, _ size: Size, to writer: ColumnWriter
  ) throws {
    try writer.temporaries.with(byteCount: (count + 1) * size.rawValue) { copies in
      // Each value is copied, and the count advances only if it is present. This avoids a branch that the processor
      // would mispredict.
      switch size {
      case .one: unsafe Self.collect(rows, flags, as: UInt8.self, into: copies)
      case .two: unsafe Self.collect(rows, flags, as: UInt16.self, into: copies)
      case .four: unsafe Self.collect(rows, flags, as: UInt32.self, into: copies)
      case .eight: unsafe Self.collect(rows, flags, as: UInt64.self, into: copies)
      }
      try unsafe Rows.with(copies, stride: size.rawValue, count: count) { values in
        try writer.nested { try wrapped.write(values, to: writer) }
      }
    }
  }

  @inline(__always)
  private static func collect<Bits: FixedWidthInteger>(
    _ rows: Rows, _ flags: UnsafeMutablePointer<UInt8>, as type: Bits.Type,
    into copies: UnsafeMutableRawPointer
  ) {
    var used = 0
    rows.visit { position, address in
      unsafe copies.storeBytes(
        of: address.loadUnaligned(as: Bits.self), toByteOffset: used &* MemoryLayout<Bits>.size, as: Bits.self
      )
      used &+= unsafe Int(flags[position])
    }
  }

  /// Stores whether each row is present, and returns the number of those that are.
  private func findPresent(_ rows: Rows, _ flags: UnsafeMutablePointer<UInt8>) -> Int {
    var sum = 0
    switch presence {
    case .tag(let offset):
      rows.visit { position, address in
        let flag: UInt8 = unsafe address.load(fromByteOffset: offset, as: UInt8.self) == 0 ? 1 : 0
        sum &+= Int(flag)
        unsafe flags[position] = flag
      }
    case .byte(let none):
      rows.visit { position, address in
        let flag: UInt8 = unsafe address.load(as: UInt8.self) == none ? 0 : 1
        sum &+= Int(flag)
        unsafe flags[position] = flag
      }
    case .asked(let find): return unsafe find(rows, flags)
    }
    return sum
  }

  /// Returns the row of the value with an index among the present ones; needed only if an error names one.
  private func row(ofPresent wanted: Int, _ rows: Rows) -> Int {
    var flags = [UInt8](repeating: 0, count: rows.count)
    _ = unsafe flags.withUnsafeMutableBufferPointer { unsafe findPresent(rows, $0.baseAddress!) }
    var number = -1
    return flags.firstIndex { flag in
      number += Int(flag)
      return number == wanted
    } ?? 0
  }

  override var hasValueWhenAbsent: Bool { true }

  override func fillAbsent(_ place: Place, count: Int) {
    for row in 0..<count { storeNone(at: place.row(row)) }
  }

  private func storeNone(at place: Place) {
    if let access { return unsafe access.make(nil, place.base) }
    unsafe none.withUnsafeBytes { none in
      // SAFETY: `none` is as long as the optional, and the place has room for one.
      if let source = none.baseAddress { unsafe place.base.copyMemory(from: source, byteCount: none.count) }
    }
  }

  override var parts: [ColumnCodec] { [wrapped] }

  /// `nil` can be read whatever the type.
  override func canReadOne(inside outer: [ColumnCodec]) -> Bool { access == nil }

  override func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    guard access == nil else { return false }
    let place = unsafe Place(base: address, stride: 0)
    switch reader.cursor.readIfPresent() {
    case 0:
      storeNone(at: place)
      return true
    case 1:
      guard reader.nested({ unsafe wrapped.readDirectly(&$0, into: address) }) else {
        return false
      }
      markPresent(place)
      return true
    default: return false
    }
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .optional else {
      // The field was required, and is now optional, so all values are present.
      if let access { return try decodeAside(column, into: place, count: count, access, in: context) }
      try context.nested { try wrapped.read(column, into: place, count: count, in: context) }
      for row in 0..<count { markPresent(place.row(row)) }
      return
    }
    let column = column as! OptionalColumn
    if column.presence.constant == true, let values = column.values, access == nil {
      try context.nested { try wrapped.read(values, into: place, count: count, in: context) }
      for row in 0..<count { markPresent(place.row(row)) }
      column.position += count
      return
    }
    guard let values = column.values else {
      fillAbsent(place, count: count)
      column.position += count
      return
    }
    var left = count
    var place = place
    while left > 0 {
      let part = min(left, 1024)
      try RowError.mapping {
        try decodePart(column, values, into: place, count: part, in: context)
      } _: { failure in
        failure.row = failure.row.map { $0 + count - left }
        // The parts read before the error are destroyed.
        let before = count - left
        memory.destroy(unsafe Place(base: place.base - before * place.stride, stride: place.stride), before)
      }
      place = place.row(part)
      left -= part
    }
  }

  /// Reads values that are all present into separate memory, and makes optionals from them through the type's own code.
  private func decodeAside(
    _ values: Column, into place: Place, count: Int, _ access: Access, in context: ReadContext
  ) throws {
    try wrapped.memory.withTemporary(count: count, from: context.temporaries) { aside in
      try context.nested { try wrapped.read(values, into: aside, count: count, in: context) }
      for row in 0..<count { unsafe access.make(aside.row(row).base, place.row(row).base) }
    }
  }

  /// Reads the present values of some rows side by side, and moves each one to its row.
  private func decodePart(
    _ column: OptionalColumn, _ values: Column, into place: Place, count: Int, in context: ReadContext
  ) throws {
    let present = column.presence.sum(from: column.position, count: count)
    let size = wrapped.memory.size
    try wrapped.memory.withTemporary(count: present + 1, from: context.temporaries) { temporary in
      try RowError.mapping {
        try context.nested { try wrapped.read(values, into: temporary, count: present, in: context) }
      } _: { failure in
        guard let wanted = failure.row else { return }
        var number = -1
        column.presence.visit(from: column.position, count: count) { row, isPresent in
          number += isPresent ? 1 : 0
          if isPresent, number == wanted { failure.row = row }
        }
      }
      if let size = Size(rawValue: size), wrapped.memory.isTrivial, access == nil {
        switch size {
        case .one: spread(temporary, as: UInt8.self, present, column, to: place, count: count)
        case .two: spread(temporary, as: UInt16.self, present, column, to: place, count: count)
        case .four: spread(temporary, as: UInt32.self, present, column, to: place, count: count)
        case .eight: spread(temporary, as: UInt64.self, present, column, to: place, count: count)
        }
        return
      }
      var source = unsafe temporary.base
      var left = present
      column.presence.visit(from: column.position, count: count) { row, isPresent in
        let target = place.row(row)
        // Only a mapped file that has changed since they were counted has more.
        let isPresent = isPresent && left > 0
        left -= isPresent ? 1 : 0
        if isPresent, let access {
          unsafe access.make(source, target.base)
          unsafe source += wrapped.memory.stride
        } else if isPresent {
          // SAFETY: copying the bytes moves the value; the temporary memory does not destroy it.
          unsafe target.base.copyMemory(from: source, byteCount: size)
          unsafe source += wrapped.memory.stride
          markPresent(target)
        } else {
          storeNone(at: target)
        }
      }
    }
    column.position += count
  }

  /// Moves values that own nothing to the rows that are present.
  @inline(__always)
  private func spread<Bits: FixedWidthInteger>(
    _ values: Place, as type: Bits.Type, _ present: Int, _ column: OptionalColumn, to place: Place, count: Int
  ) {
    let (tag, noneBits): (Int, Bits) =
      switch presence {
      case .tag(let offset): (offset, 0)
      default: (-1, unsafe none.withUnsafeBytes { unsafe $0.loadUnaligned(as: Bits.self) })
      }
    var source = unsafe values.base
    let end = unsafe source + present * MemoryLayout<Bits>.size
    column.presence.visit(from: column.position, count: count) { row, isPresent in
      let target = place.row(row)
      // SAFETY: the temporary memory has room for one more value after the last. Only a mapped file that has changed
      // since they were counted has more.
      let bits = unsafe min(source, end).loadUnaligned(as: Bits.self)
      unsafe target.base.storeBytes(of: isPresent ? bits : noneBits, as: Bits.self)
      if tag >= 0 { unsafe target.base.storeBytes(of: isPresent ? 0 : 1, toByteOffset: tag, as: UInt8.self) }
      unsafe source += isPresent ? MemoryLayout<Bits>.size : 0
    }
  }

  /// Completes an optional whose content is in place.
  @inline(__always)
  private func markPresent(_ place: Place) {
    if case .tag(let offset) = presence {
      unsafe place.base.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
  }
}
