internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// Reads any object at the current place, for fields that are nodes.

extension CoderDecoder {
  mutating func _decodeNode() throws -> ArchiveNode {
    var reader = ObjectNodes()
    return try reader.node(of: currentObject())
  }
}

/// Converts Foundation's objects to nodes.
private struct ObjectNodes {
  private let limits = ArchiveLimits()
  private var depth = 0
  private var stack = StackGuard()

  mutating func node(of value: Any?) throws -> ArchiveNode {
    guard let value else { return .null }
    switch CoderDecoder.nsObject(value) {
    case is NSNull: return .null
    case let string as NSString: return .string(String(string))
    case let number as NSNumber where !(number is NSDecimalNumber): return node(of: number)
    case let date as NSDate:
      return .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let data as NSData: return .data(Data(referencing: data))
    case let array as NSArray: return .array(try nodes(of: array.map { $0 }) { .index($0) })
    case let set as NSSet: return .set(try nodes(of: set.allObjects) { .index($0) })
    case let dictionary as NSDictionary:
      let entries = CoderDecoder.entries(dictionary)
      let keys = try nodes(of: entries.keys) { .index($0) }
      let values = try nodes(of: entries.values) { .key("\(keys[$0])") }
      return .dictionary(zip(keys, values).map { .init(key: $0, value: $1) })
    default:
      throw ArchiveError(
        .unsupported, expected: "a value without a class", found: CoderDecoder.describe(value),
        advice: "A field that is a node cannot store classes.")
    }
  }

  private func node(of number: NSNumber) -> ArchiveNode {
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): .double(number.doubleValue)
    case UInt8(ascii: "f"): .float(number.floatValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): ArchiveNode(number.uint64Value)
    default:
      number === (true as NSNumber) || number === (false as NSNumber)
        ? .bool(number.boolValue) : .integer(number.int64Value)
    }
  }

  private mutating func nodes(
    of values: [Any], _ component: (Int) -> ArchiveError.PathComponent
  ) throws -> [ArchiveNode] {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    return try values.enumerated().map { position, value in
      do {
        return try node(of: value)
      } catch {
        throw ArchiveError.wrapping(error).prefixed(component(position))
      }
    }
  }
}
