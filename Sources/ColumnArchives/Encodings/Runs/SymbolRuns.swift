internal import ArchiveBytes
internal import Foundation

/// Strings whose frequent pieces are replaced by codes of a byte: the symbols, and the codes of each string.
///
/// This is the encoding of Boncz, Neumann and Leis, "FSST: Fast Random Access String Compression" (VLDB 2020). A code is
/// the number of a symbol, or ``escape``, after which a byte of text follows. No symbol goes beyond the end of a string, so
/// each string can be read by itself.
enum SymbolRuns: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 3...3 }

  static let escape: UInt8 = 255
  static let greatestSymbolCount = 255

  /// With fewer strings or bytes, choosing symbols takes longer than it saves. Shorter strings save too little for what it
  /// takes to look at each.
  static let leastCount = 32
  static let leastByteCount = 16 << 10
  static let leastAverage = 16

  @inline(__always)
  static func cost(of values: RunValues) -> Int? {
    guard values.usesSymbols, values.rows.count >= leastCount else { return nil }
    // Only the strings themselves show what symbols save.
    return 0
  }

  /// Writes the strings if a third of their bytes is saved. Seven bits a character would save an eighth, in less time.
  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    let rows = values.rows
    var (total, longest) = (0, 0)
    rows.visit { _, address in
      let count = unsafe address.assumingMemoryBound(to: String.self).pointee.utf8.count
      total += count
      longest = max(longest, count)
    }
    guard total >= leastByteCount, total / rows.count >= leastAverage,
      longest <= writer.maximumTextByteCount / 2
    else { return false }
    return writer.temporaries.with(byteCount: SymbolBuilder.byteCount) { memory in
      var builder = unsafe SymbolBuilder(memory)
      guard builder.canSave(rows) else { return false }
      builder.build(for: rows, byteCount: total)
      return writer.temporaries.with(byteCount: 2 * total + OutputBuffer.slack) { codes in
        guard let codeCount = unsafe encode(rows, by: builder.matcher, to: codes, writer) else {
          return false
        }
        append(builder.symbols, to: writer.output)
        let sizes = unsafe UnsafeBufferPointer(
          start: writer.scratch(rows.count, of: UInt32.self), count: rows.count)
        unsafe writer.output.append(sizes)
        writer.output.append(varint: UInt64(codeCount))
        unsafe writer.output.append(UnsafeRawBufferPointer(start: codes, count: codeCount))
        return true
      }
    }
  }

  /// Writes the codes of all strings to `codes`, and their sizes to the scratch memory of the writer.
  ///
  /// - Returns: The number of bytes of all codes; `nil` if they save too little.
  private static func encode(
    _ rows: Rows, by matcher: SymbolMatcher, to codes: UnsafeMutableRawPointer, _ writer: ColumnWriter
  ) -> Int? {
    let sizes = unsafe writer.scratch(rows.count, of: UInt32.self)
    let wantsStatistics = writer.wantsStatistics
    var finder = TextBoundsFinder(count: rows.count)
    var (textCount, codeCount, saves) = (0, 0, true)
    // Short strings are copied to where 16 bytes can be loaded.
    unsafe withUnsafeTemporaryAllocation(of: SIMD2<UInt64>.self, capacity: 1) { short in
      let short = UnsafeMutableRawPointer(short.baseAddress!)
      unsafe short.storeBytes(of: .zero, as: SIMD2<UInt64>.self)
      rows.visit { row, address in
        // The strings of the sample may not be like the others.
        guard saves else { return }
        unsafe withBytes(ofStringAt: address) { bytes in
          var text = UnsafeRawPointer(short)
          if let start = unsafe UnsafeRawPointer(bytes.baseAddress) {
            if bytes.count < 16 {
              unsafe SmallCopy.copy(start, to: short, bytes.count)
            } else {
              unsafe text = start
            }
          }
          // SAFETY: there is room for two bytes for each byte of all strings, whose sizes were added up.
          let size = unsafe matcher.encode(text, bytes.count, to: codes + codeCount)
          if wantsStatistics { unsafe finder.add(text, bytes.count) }
          unsafe sizes[row] = UInt32(size)
          textCount += bytes.count
          codeCount += size
        }
        saves = 3 * codeCount <= 2 * textCount + leastByteCount
      }
    }
    guard saves, 3 * codeCount <= 2 * textCount else { return nil }
    if wantsStatistics, let bounds = finder.bounds { writer.note(.text(bounds)) }
    return codeCount
  }

  private static func append(_ symbols: [TextSymbol], to output: OutputBuffer) {
    output.append(bytes.lowerBound)
    output.append(varint: UInt64(symbols.count))
    let counts = symbols.map { UInt8($0.count) }
    unsafe counts.withUnsafeBufferPointer { unsafe output.append($0) }
    let text = symbols.flatMap { symbol in
      (0..<symbol.count).map { UInt8(truncatingIfNeeded: symbol.word >> UInt64(8 * $0)) }
    }
    output.append(varint: UInt64(text.count))
    output.append(text)
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> RunColumn {
    let count = try cursor.readCount()
    guard 1...greatestSymbolCount ~= count else {
      throw cursor.malformed("1 to \(greatestSymbolCount) symbols", "\(count)")
    }
    let symbols = try ByteRun(&cursor, count: count)
    return SymbolRunColumn(head, symbols, try ByteRun(&cursor, count: head.count))
  }
}

private final class SymbolRunColumn: OrderedRunColumn {
  private let symbols: ByteRun
  /// The codes of each string; the offset is that of the next codes.
  private let codes: ByteRun
  /// The symbols, made when first needed.
  private var table: SymbolTable?

  init(_ head: ColumnHead, _ symbols: ByteRun, _ codes: ByteRun) {
    (self.symbols, self.codes) = (symbols, codes)
    super.init(head)
  }

  override func length(_ count: Int, in context: ReadContext) throws -> Int {
    try codes.length(from: position, count: count, at: offset, in: context)
  }

  /// Returns the symbols.
  private func symbolTable(in context: ReadContext) throws -> SymbolTable {
    let table = try table ?? SymbolTable(symbols, in: context)
    self.table = table
    return table
  }

  /// The number of bytes of codes that are decoded at a time, so that their text is still in the nearest cache.
  private static let partCount = 2048
  /// The text of several strings is charged together, when it has this size.
  private static let chargedCount = 16 << 10

  /// Calls `body` with the text of a string, and whether all of it is certain to be ASCII. If `body` returns `false`, the
  /// text is invalid.
  ///
  /// - Parameter memory: Memory for the text of `partCount` codes, and the slack of the table.
  /// - Parameter uncharged: The number of bytes of text that have not been charged yet.
  @inline(__always)
  private func decode(
    _ codes: UnsafeRawBufferPointer, by table: SymbolTable, _ memory: UnsafeMutableRawPointer,
    _ uncharged: inout Int, in context: ReadContext, _ body: (UnsafeRawBufferPointer, Bool) -> Bool
  ) throws {
    guard let start = codes.baseAddress else {
      _ = unsafe body(codes, true)
      return
    }
    var isValid = false
    if codes.count <= Self.partCount {
      // SAFETY: these are not more codes than there is memory for.
      let decoded = unsafe table.decode(start, codes.count, to: memory)
      guard decoded.codeCount == codes.count else {
        throw unsafe malformed(codes, at: decoded.codeCount, in: context)
      }
      uncharged += decoded.textCount
      if uncharged >= Self.chargedCount {
        try context.charge(uncharged)
        uncharged = 0
      }
      unsafe isValid = body(
        UnsafeRawBufferPointer(start: memory, count: decoded.textCount),
        table.isASCII && decoded.otherBits < 0x80)
    } else {
      let (text, isASCII) = unsafe try longText(codes, by: table, memory, in: context)
      isValid = unsafe text.withUnsafeBytes { unsafe body($0, isASCII) }
    }
    guard isValid else { throw context.malformed("a string in UTF-8", "invalid UTF-8", at: start) }
  }

  /// Returns the text of a string with more codes than are decoded at a time, and whether it is certain to be ASCII.
  @inline(never)
  private func longText(
    _ codes: UnsafeRawBufferPointer, by table: SymbolTable, _ memory: UnsafeMutableRawPointer,
    in context: ReadContext
  ) throws -> ([UInt8], isASCII: Bool) {
    var (text, position, otherBits) = ([UInt8](), 0, 0 as UInt8)
    while position < codes.count {
      let part = min(codes.count - position, Self.partCount)
      // SAFETY: these are not more codes than there is memory for.
      let decoded = unsafe table.decode(codes.baseAddress! + position, part, to: memory)
      position += decoded.codeCount
      // An escape may be the last code of a part, but not of the string.
      let isCut = decoded.codeCount == part - 1 && position + 1 < codes.count
      guard decoded.codeCount == part || isCut && (unsafe codes[position]) == SymbolRuns.escape else {
        throw unsafe malformed(codes, at: position, in: context)
      }
      try context.charge(decoded.textCount)
      unsafe text.append(contentsOf: UnsafeRawBufferPointer(start: memory, count: decoded.textCount))
      otherBits |= decoded.otherBits
    }
    return (text, table.isASCII && otherBits < 0x80)
  }

  @inline(never)
  private func malformed(_ codes: UnsafeRawBufferPointer, at position: Int, in context: ReadContext)
    -> ArchiveError
  {
    let code = unsafe codes[position]
    let found = code == SymbolRuns.escape ? "an escape at the end of a string" : "the code \(code)"
    return context.malformed(
      "codes of \(symbols.count) symbols", found, at: unsafe codes.baseAddress.map { unsafe $0 + position })
  }

  /// Calls `body` with the position, from 0, and the text of each of the next values, and whether all of it is certain to
  /// be ASCII. If `body` returns `false`, the text is invalid, and no other follows.
  @inline(__always)
  private func visit(
    _ count: Int, in context: ReadContext, _ body: (Int, UnsafeRawBufferPointer, Bool) -> Bool
  ) throws {
    let table = try symbolTable(in: context)
    var (failure, uncharged) = (nil as RowError?, 0)
    let size = Self.partCount * TextSymbol.longest + SymbolTable.slack
    let total = try context.temporaries.with(byteCount: size) { memory in
      try unsafe codes.visit(from: position, count: count, at: offset, in: context) { row, codes in
        guard failure == nil else { return }
        do {
          try unsafe decode(codes, by: table, memory, &uncharged, in: context) { unsafe body(row, $0, $1) }
        } catch {
          failure = RowError(row: row, wrapping: error)
        }
      }
    }
    if let failure { throw failure }
    try context.charge(uncharged)
    position += count
    offset += total
  }

  override func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    var made = 0
    do {
      try unsafe visit(count, in: context) { row, text, isASCII in
        let string = unsafe isASCII ? String(decoding: text, as: UTF8.self) : String(validUTF8: text)
        guard let string else { return false }
        unsafe place.row(row).base.initializeMemory(as: String.self, to: string)
        made += 1
        return true
      }
    } catch {
      for row in 0..<made {
        unsafe place.row(row).base.assumingMemoryBound(to: String.self).deinitialize(count: 1)
      }
      throw error
    }
  }

  override func checkBytes(_ count: Int, in context: ReadContext) throws {
    try unsafe visit(count, in: context) { _, text, isASCII in
      unsafe isASCII || String(validUTF8: text) != nil
    }
  }

  override func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    var (bytes, ends) = ([UInt8](), [Int]())
    ends.reserveCapacity(count)
    try unsafe visit(count, in: context) { _, text, isASCII in
      guard unsafe isASCII || String(validUTF8: text) != nil else { return false }
      unsafe bytes.append(contentsOf: text)
      ends.append(bytes.count)
      return true
    }
    return .plain(ExportRun(bytes: bytes, ends: ends))
  }
}
