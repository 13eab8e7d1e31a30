internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

extension FastCodingReader {
  /// Reads a structure of numbers. Structures have no identity when they are read.
  mutating func structure(_ type: ChunkType, _ start: Int) throws -> ArchiveNode {
    try charge(256)
    switch type {
    case .decimal: return .record(try StoredDecimal(&cursor).fields)
    case .range: return try ArchiveNode(encoding: NSRange(range(start)))
    default:
      do {
        var numbers: [Double] = []
        for _ in 0..<NumberStructure.count(of: type) { numbers.append(try cursor.double()) }
        return try NumberStructure(type: type, numbers: numbers).node()
      } catch let error as ArchiveError where error.code == .truncated && type == .affineTransform {
        throw ArchiveError(
          .truncated, expected: "an affine transform at a multiple of 8 bytes", found: "the end of the file",
          offset: start,
          advice:
            "FastCoder 3.3 writes affine transforms at any offset, but reads them only at multiples of 8.")
      }
    }
  }

  /// Reads a location and a length.
  mutating func range(_ start: Int) throws -> Range<Int> {
    let location = UInt64(try cursor.integer(as: UInt32.self))
    let length = UInt64(try cursor.integer(as: UInt32.self))
    guard let location = Int(exactly: location), let length = Int(exactly: length), location <= .max - length
    else {
      throw ArchiveError(
        .invalidValue, expected: "a range of this system's integers", found: "a larger one", offset: start)
    }
    return location..<(location + length)
  }
}
