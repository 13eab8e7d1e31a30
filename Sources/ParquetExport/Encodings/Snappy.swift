/// The compression Snappy: the size as a varint, then literals and copies of earlier bytes.
enum Snappy {
  /// The greatest distance of copies.
  private static let blockSize = 1 << 16
  private static let tableBits = 14
  /// Loads of eight bytes before this distance from the end stay inside the bytes.
  private static let margin = 16

  /// Returns the compressed bytes.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var head: [UInt8] = []
    head.append(varint: UInt64(bytes.count))
    // The greatest size: a literal has at most 5 bytes before it, and a copy of 4 bytes or more takes at most 3.
    let capacity = head.count + bytes.count + bytes.count / 6 + 64
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initializedCount in
      guard let output = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      unsafe output.copyMemory(from: head, byteCount: head.count)
      var compressor = unsafe Compressor(place: output + head.count)
      unsafe bytes.withUnsafeBytes { input in
        unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 1 << tableBits) { table in
          guard let input = input.baseAddress, let table = table.baseAddress else { return }
          for start in stride(from: 0, to: bytes.count, by: blockSize) {
            unsafe table.initialize(repeating: 0, count: 1 << tableBits)
            unsafe compressor.append(
              input + start, count: min(blockSize, bytes.count - start), table: table)
          }
        }
      }
      initializedCount = unsafe compressor.place - output
    }
  }

  /// SAFETY: all loads are within the `count` bytes of a block, and the capacity of the output is the greatest size of
  /// the stored bytes.
  @safe
  private struct Compressor {
    var place: UnsafeMutableRawPointer

    private func load(_ address: UnsafeRawPointer) -> UInt32 {
      unsafe UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))
    }

    private func slot(of word: UInt32) -> Int {
      Int(truncatingIfNeeded: (word &* 0x1E35_A7BD) &>> UInt32(32 - tableBits))
    }

    /// Appends a block. The table contains positions of four bytes, by their hash.
    mutating func append(_ block: UnsafeRawPointer, count: Int, table: UnsafeMutablePointer<UInt16>) {
      // The first byte that has not been written, and the current byte.
      var (first, next) = (0, 1)
      let limit = count - margin
      // The longer no bytes can be copied, the more bytes are skipped.
      var skipped = 32
      while next < limit {
        let word = unsafe load(block + next)
        let slot = slot(of: word)
        let candidate = unsafe Int(table[slot])
        unsafe table[slot] = UInt16(truncatingIfNeeded: next)
        guard candidate < next, unsafe load(block + candidate) == word else {
          next += skipped &>> 5
          skipped += 1
          continue
        }
        if first < next { unsafe appendLiteral(block + first, next - first) }
        var length = 4
        while next + length + 8 <= count {
          let earlier = unsafe block.loadUnaligned(fromByteOffset: candidate + length, as: UInt64.self)
          let later = unsafe block.loadUnaligned(fromByteOffset: next + length, as: UInt64.self)
          let difference = earlier ^ later
          if difference != 0 {
            length += difference.littleEndian.trailingZeroBitCount / 8
            break
          }
          length += 8
        }
        appendCopy(distance: next - candidate, length)
        next += length
        (first, skipped) = (next, 32)
        if next < limit {
          unsafe table[self.slot(of: load(block + next - 1))] = UInt16(truncatingIfNeeded: next - 1)
        }
      }
      if first < count { unsafe appendLiteral(block + first, count - first) }
    }

    private mutating func store<Number: FixedWidthInteger>(_ number: Number) {
      unsafe place.storeBytes(of: number.littleEndian, as: Number.self)
      unsafe place += MemoryLayout<Number>.size
    }

    private mutating func appendLiteral(_ bytes: UnsafeRawPointer, _ count: Int) {
      let length = count - 1
      if length < 60 {
        store(UInt8(length << 2))
      } else if length < 1 << 8 {
        store(60 << 2 as UInt8)
        store(UInt8(length))
      } else {
        // A block has no literal of more than 64 KB.
        store(61 << 2 as UInt8)
        store(UInt16(length))
      }
      unsafe place.copyMemory(from: bytes, byteCount: count)
      unsafe place += count
    }

    private mutating func appendCopy(distance: Int, _ length: Int) {
      var rest = length
      while rest > 0 {
        // The split leaves no copy shorter than four bytes.
        let part = rest > 64 ? (rest < 68 ? 60 : 64) : rest
        if part < 12, distance < 1 << 11, part >= 4 {
          store(UInt8(1 | (part - 4) << 2 | (distance >> 8) << 5))
          store(UInt8(truncatingIfNeeded: distance))
        } else {
          store(UInt8(2 | (part - 1) << 2))
          store(UInt16(truncatingIfNeeded: distance))
        }
        rest -= part
      }
    }
  }
}
