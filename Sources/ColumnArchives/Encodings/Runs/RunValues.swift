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
      // The first number is 0, and the greatest is that of the last new string.
      unsafe output.append(dictionary.numbers, low: 0, high: UInt32(dictionary.strings.count - 1))
    }
    if hasDictionary { return }
    output.append(RunEncoding.plain.rawValue)
    append(rows, to: writer)
  }

  /// Writes the lengths of strings, their sum, and their bytes.
  ///
  /// If a string is too long for the format, the writer gets a problem, and nothing is written.
  private static func append(_ rows: Rows, to writer: ColumnWriter) {
    let lengths = unsafe writer.scratch(rows.count, of: UInt32.self)
    var (low, high, total) = (UInt32.max, UInt32.min, 0)
    var longest = 0
    rows.visit { position, address in
      let length = unsafe address.assumingMemoryBound(to: String.self).pointee.utf8.count
      let number = UInt32(truncatingIfNeeded: length)
      longest = max(longest, length)
      low = min(low, number)
      high = max(high, number)
      total += length
      unsafe lengths[position] = number
    }
    guard longest <= writer.maximumTextByteCount else {
      writer.problem = ArchiveError(
        .limitExceeded, expected: "strings of at most \(writer.maximumTextByteCount) bytes",
        found: "one of \(longest)")
      return
    }
    let output = writer.output
    unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count), low: low, high: high)
    output.append(varint: UInt64(total))
    var place = unsafe output.reserve(total)
    var finder = TextBoundsFinder(count: rows.count)
    let wantsStatistics = writer.wantsStatistics
    rows.visit { _, address in
      unsafe withBytes(ofStringAt: address) { bytes in
        // SAFETY: `reserve` made room for all strings and 16 more bytes, so 16 bytes can be loaded from any place inside.
        if let start = unsafe UnsafeRawPointer(bytes.baseAddress) {
          unsafe SmallCopy.copy(start, to: place, bytes.count)
        }
        if wantsStatistics { unsafe finder.add(place, bytes.count) }
        unsafe place += bytes.count
      }
    }
    output.advance(total)
    if wantsStatistics, let bounds = finder.bounds { writer.note(.text(bounds)) }
  }

  /// Writes data, in the form of plain strings.
  static func writeData(_ rows: Rows, to writer: ColumnWriter) {
    let output = writer.output
    output.append(RunEncoding.plain.rawValue)
    let lengths = unsafe writer.scratch(rows.count, of: UInt.self)
    var total = 0
    rows.visit { position, address in
      let count = unsafe address.assumingMemoryBound(to: Data.self).pointee.count
      unsafe lengths[position] = UInt(count)
      total += count
    }
    unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
    output.append(varint: UInt64(total))
    var (place, left) = unsafe (output.reserve(total), total)
    rows.visit { _, address in
      // `copyBytes` of Data is not specialised: it takes several times as long as the copy.
      unsafe address.assumingMemoryBound(to: Data.self).pointee.withUnsafeBytes { bytes in
        precondition(bytes.count <= left, "data that changes while it is written")
        left -= bytes.count
        guard let start = bytes.baseAddress else { return }
        // SAFETY: `reserve` made room for `total` bytes, and the line above checks that these are within what is left.
        unsafe SmallCopy.copy(start, to: place, bytes.count)
        unsafe place += bytes.count
      }
    }
    output.advance(total)
  }
}
