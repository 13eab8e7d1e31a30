internal import ArchiveBytes
internal import Foundation

/// Writes columns of strings and data.
enum RunValues {
  /// Writes strings: by a dictionary of the distinct ones, if they repeat.
  static func writeStrings(_ rows: Rows, to writer: ColumnWriter) {
    let output = writer.output
    let hasDictionary = StringDictionary.with(rows, writer.temporaries) { dictionary in
      output.append(RunEncoding.dictionary.rawValue)
      output.append(varint: UInt64(dictionary.strings.count))
      append(dictionary.strings, to: writer)
      unsafe output.append(dictionary.numbers)
    }
    if hasDictionary { return }
    output.append(RunEncoding.plain.rawValue)
    append(rows, to: writer)
  }

  /// Writes strings as lengths, their sum, and bytes.
  private static func append(_ rows: Rows, to writer: ColumnWriter) {
    unsafe append(rows, to: writer) { address in
      unsafe address.assumingMemoryBound(to: String.self).pointee.utf8.count
    } bytes: { address, body in
      unsafe withBytes(ofStringAt: address) { unsafe body(UnsafeRawBufferPointer($0)) }
    }
  }

  /// Writes data, in the form of plain strings.
  static func writeData(_ rows: Rows, to writer: ColumnWriter) {
    writer.output.append(RunEncoding.plain.rawValue)
    unsafe append(rows, to: writer) { address in
      unsafe address.assumingMemoryBound(to: Data.self).pointee.count
    } bytes: { address, body in
      // `copyBytes` of Data is not specialised: it takes several times as long as the copy.
      unsafe address.assumingMemoryBound(to: Data.self).pointee.withUnsafeBytes { unsafe body($0) }
    }
  }

  /// Writes the lengths of values, their sum, and their bytes.
  ///
  /// - Parameters:
  ///   - count: Returns the number of bytes of the value at an address.
  ///   - bytes: Calls a function with these bytes.
  @inline(__always)
  private static func append(
    _ rows: Rows, to writer: ColumnWriter, count: (UnsafeRawPointer) -> Int,
    bytes: (UnsafeRawPointer, (UnsafeRawBufferPointer) -> Void) -> Void
  ) {
    let (output, lengths) = unsafe (writer.output, writer.scratch(rows.count, of: UInt.self))
    var total = 0
    rows.visit { position, address in
      let count = unsafe count(address)
      unsafe lengths[position] = UInt(count)
      total += count
    }
    unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
    output.append(varint: UInt64(total))
    // Only of strings are statistics wanted.
    let wantsStatistics = writer.wantsStatistics
    var finder = TextBoundsFinder(count: rows.count)
    var (place, left) = unsafe (output.reserve(total), total)
    rows.visit { _, address in
      unsafe bytes(address) { bytes in
        precondition(bytes.count <= left, "a value that changes while it is written")
        left -= bytes.count
        // SAFETY: `reserve` made room for `total` bytes, and the line above checks that these are within what is left. It
        // made room for 16 more, so as many can be loaded from any place inside.
        if let start = bytes.baseAddress { unsafe SmallCopy.copy(start, to: place, bytes.count) }
        if wantsStatistics { unsafe finder.add(place, bytes.count) }
        unsafe place += bytes.count
      }
    }
    output.advance(total)
    if wantsStatistics, let bounds = finder.bounds { writer.note(.text(bounds)) }
  }
}
