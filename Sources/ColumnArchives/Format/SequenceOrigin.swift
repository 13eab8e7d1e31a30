package import Foundation

/// The place of a file among several that form one sequence, such as the segments of a log. It lies between the
/// header and the first batch. Other sequences have no origin:
///
///     4 bytes    the mark
///     16 bytes   the identity of the whole sequence
///     8 bytes    the number of the file
///     8 bytes    the number of its first element
///     4 bytes    the checksum of all bytes of the file before it, or 0 if that is not known
///     4 bytes    the checksum of these 40 bytes, which is also the salt of the file's batches
package struct SequenceOrigin: Hashable, Sendable {
  package static let byteCount = 44
  /// The valid numbers of a file, or of an element of the whole sequence. Readers refuse other numbers, and so do
  /// writers, before they write. Calculations with a few valid numbers do not overflow.
  package static let numbers = 0...Int.max >> 8
  /// Invalid UTF-8, like the marks of archives and batches.
  private static let mark: [UInt8] = [0xC3, 0x42, 0x41, 0x4F]

  package let identity: UUID
  package let number: Int
  package let first: Int
  package let previous: UInt32

  package init(identity: UUID, number: Int, first: Int, previous: UInt32) {
    (self.identity, self.number, self.first, self.previous) = (identity, number, first, previous)
  }

  /// The salt in the heads of the file's batches, which distinguishes them from batches of other files. It is the
  /// checksum of the origin.
  package var salt: UInt32 { content.checksum(of: 0..<Self.byteCount - 4) }

  /// The bytes in a file.
  package var bytes: Data {
    let output = content
    output.append(number: salt)
    return output.takeData()
  }

  /// The bytes before the checksum.
  private var content: OutputBuffer {
    let output = OutputBuffer(capacity: Self.byteCount)
    output.append(Self.mark)
    unsafe withUnsafeBytes(of: identity.uuid) { unsafe output.append($0) }
    output.append(number: UInt64(number))
    output.append(number: UInt64(first))
    output.append(number: previous)
    return output
  }

  /// Reads an origin, if one is next, and moves the cursor past it.
  ///
  /// - Throws: ``ArchiveError`` if it is cut off or damaged.
  init?(_ cursor: inout ByteCursor, verifies: Bool) throws {
    guard cursor.begins(with: Self.mark) else { return nil }
    var rest = try cursor.readPart(Self.byteCount)
    let checksum = try rest.readLastNumber(as: UInt32.self)
    if verifies { try rest.check(checksum, of: "the place of a file in a sequence") }
    rest = rest.dropping(Self.mark.count)
    // SAFETY: the cursor has read this many bytes.
    let bytes = unsafe UnsafeRawBufferPointer(start: try rest.readBytes(16), count: 16)
    identity = UUID(uuid: unsafe bytes.loadUnaligned(as: uuid_t.self))
    let numbers = (try rest.readNumber(as: UInt64.self), try rest.readNumber(as: UInt64.self))
    previous = try rest.readNumber(as: UInt32.self)
    guard let number = Int(exactly: numbers.0), let first = Int(exactly: numbers.1),
      Self.numbers.contains(number), Self.numbers.contains(first)
    else {
      throw rest.malformed("the numbers of a file and its first element", "\(numbers.0) and \(numbers.1)")
    }
    (self.number, self.first) = (number, first)
  }
}
