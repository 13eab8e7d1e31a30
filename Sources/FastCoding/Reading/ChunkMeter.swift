internal import ArchiveBytes
internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Counts the bytes of the chunks of a FastCoding file.
final class ChunkMeter {
  private let bytes: [UInt8]
  private let total = ByteTally(name: "archive")
  /// The number of bytes in the chunks inside the current one.
  private var inner = 0
  private var end = FastCodingHeader.size

  /// The state of an open chunk until its end.
  struct Mark {
    let start: Int
    let outer: Int
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func begin(at position: Int) -> Mark {
    defer { inner = 0 }
    return Mark(start: position, outer: inner)
  }

  func end(_ mark: Mark, _ node: ArchiveNode?, at position: Int) {
    let size = position - mark.start
    let type = ChunkType(rawValue: bytes[mark.start])
    var tally = total[Self.group(of: type)]
    if tally.name == "objects", case .record(let fields)? = node { tally = tally[fields.className] }
    tally.add(count: 1)
    tally.own += size - inner
    inner = mark.outer + size
    end = position
  }

  var map: ArchiveByteMap {
    total["header"].own = FastCodingHeader.size
    total["unused"].own = bytes.count - end
    return total.sortedMap
  }

  private static func group(of type: ChunkType?) -> String {
    switch type {
    case .string, .mutableString, .url: "strings"
    case .objectAlias8, .objectAlias16, .objectAlias32, .stringAlias8, .stringAlias16, .stringAlias32:
      "references"
    case .array, .mutableArray, .set, .mutableSet, .orderedSet, .mutableOrderedSet, .dictionary,
      .mutableDictionary, .indexSet, .mutableIndexSet:
      "collections"
    case .data, .mutableData: "data"
    case .date, .legacyDate: "dates"
    case .classDefinition: "class definitions"
    case .object8, .object16, .object32, .codedObject, .keyedArchive: "objects"
    case .point, .size, .rect, .range, .vector, .affineTransform, .transform3D: "structures"
    case .nil, .null: "nil"
    default: "numbers"
    }
  }
}
