import CChecksum
import Foundation

/// The checksums of column archives and segments of logs.
enum Checksums {
  /// Makes right those of the header, of the place in a log, of all heads and bodies of batches, and of the footer and what is
  /// said before it, as far as they can be found. Those in the directories of batches stay as they are.
  static func repair(_ data: inout Data) {
    var bytes = [UInt8](data)
    let start = header(&bytes) ?? 0
    let salt = origin(&bytes, at: start)
    for start in bytes.indices.dropLast(31)
    where bytes[start..<start + 4].elementsEqual([0xC3, 0x42, 0x41, 0x54]) {
      let size = number(bytes, start + 8, 8)
      let body = start + 32
      if size >= 5, size <= UInt64(bytes.count - body) {
        let end = body + Int(size)
        store(checksum(bytes, body..<end - 4), at: end - 4, in: &bytes)
      }
      store(checksum(bytes, start + 8..<body) ^ salt, at: start + 4, in: &bytes)
    }
    footer(&bytes, salt)
    data = Data(bytes)
  }

  /// The four bytes of the checksum of some.
  static func bytes(of data: Data) -> Data {
    var bytes = [UInt8](repeating: 0, count: 4)
    store(checksum([UInt8](data), 0..<data.count), at: 0, in: &bytes)
    return Data(bytes)
  }

  /// - Returns: Where the header ends.
  private static func header(_ bytes: inout [UInt8]) -> Int? {
    var place = 6
    // The class name and the schema.
    for _ in 0..<2 {
      var (count, shift) = (0, 0)
      while true {
        guard place < bytes.count, shift < 28 else { return nil }
        count |= Int(bytes[place] & 0x7F) << shift
        place += 1
        shift += 7
        if bytes[place - 1] < 0x80 { break }
      }
      place += count
    }
    guard place + 4 <= bytes.count else { return nil }
    store(checksum(bytes, 0..<place), at: place, in: &bytes)
    return place + 4
  }

  /// - Returns: The salt of the batches.
  private static func origin(_ bytes: inout [UInt8], at start: Int) -> UInt32 {
    guard start + 44 <= bytes.count, bytes[start..<start + 4].elementsEqual([0xC3, 0x42, 0x41, 0x4F]) else {
      return 0
    }
    let salt = checksum(bytes, start..<start + 40)
    store(salt, at: start + 40, in: &bytes)
    return salt
  }

  private static func footer(_ bytes: inout [UInt8], _ salt: UInt32) {
    let end = bytes.count - 24
    guard end >= 0 else { return }
    let index = Int(clamping: number(bytes, end + 16, 8))
    if index >= 16, index <= end {
      let start = end - index
      let size = Int(clamping: number(bytes, start + 8, 8))
      if size <= index - 16 {
        store(checksum(bytes, start + 8..<start + 16 + size) ^ salt, at: start + 4, in: &bytes)
      }
    }
    store(checksum(bytes, end + 8..<end + 24) ^ salt, at: end + 4, in: &bytes)
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    unsafe bytes[range].withUnsafeBytes { unsafe structcoding_crc32c(0, nil, $0.baseAddress, $0.count) }
  }

  private static func store(_ number: UInt32, at place: Int, in bytes: inout [UInt8]) {
    for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte)) }
  }
}
