internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

extension FastCodingReader {
  mutating func collection(_ type: ChunkType, _ start: Int) throws -> ArchiveNode {
    // The content of a mutable collection may refer back to it.
    let slot = type.isNumberedFirst ? takeSlot() : nil
    let content: ArchiveNode =
      switch type {
      case .dictionary, .mutableDictionary: .dictionary(try entries(start))
      case .set, .mutableSet: .set(try elements(start))
      case .indexSet, .mutableIndexSet: try indexes(type, start)
      default: .array(try elements(start))
      }
    return place(type, content, in: slot ?? takeSlot())
  }

  private mutating func elements(_ start: Int) throws -> [ArchiveNode] {
    let count = try cursor.count(ofPartsOf: 1, "elements")
    return try inside(start) { reader in
      // The file's size bounds the count, but a node is far larger than its bytes, so the array grows as nodes are
      // read.
      var elements: [ArchiveNode] = []
      elements.reserveCapacity(min(count, 1024))
      for position in 0..<count {
        elements.append(try ArchiveError.located(at: .index(position)) { try reader.required("an element") })
      }
      return elements
    }
  }

  /// Reads the entries of a dictionary; each value comes before its key.
  private mutating func entries(_ start: Int) throws -> [ArchiveNode.Entry] {
    let count = try cursor.count(ofPartsOf: 2, "entries")
    return try inside(start) { reader in
      var entries: [ArchiveNode.Entry] = []
      entries.reserveCapacity(min(count, 1024))
      for position in 0..<count {
        entries.append(
          try ArchiveError.located(at: .index(position)) {
            let value = try reader.required("a value of a dictionary")
            return ArchiveNode.Entry(key: try reader.required("a key of a dictionary"), value: value)
          })
      }
      return entries
    }
  }

  private mutating func indexes(_ type: ChunkType, _ start: Int) throws -> ArchiveNode {
    let count = try cursor.count(ofPartsOf: 8, "ranges of indexes")
    try charge(16 * count)
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(count)
    for _ in 0..<count { ranges.append(try range(start)) }
    var indexes = IndexSet()
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      indexes.insert(integersIn: range)
    }
    let node = try ArchiveNode(encoding: indexes)
    guard type == .mutableIndexSet, case .record(var fields) = node else { return node }
    (fields.className, fields.superclassNames) = ("NSMutableIndexSet", ["NSIndexSet", "NSObject"])
    return .record(fields)
  }

  // MARK: Structures

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
