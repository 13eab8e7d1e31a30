import ArchiveNodes
import ArchiveTestSupport
import Foundation
import KeyedArchives
import StructCoding

/// The cells that engines are to find, as the script writes them, made from the nodes of values: by another way than the
/// export.
enum Cells {
  static func rows<Value: ArchiveValue>(_ values: [Value]) throws -> [Any] {
    try values.map { value in
      guard let cell = try cell(ArchiveNode(encoding: value)) else { return [String: Any]() }
      return cell is [String: Any] ? cell : ["value": cell]
    }
  }

  static func cell(_ node: ArchiveNode) throws -> Any? {
    switch node {
    case .null: return nil
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return "i:\(value)"
    case .unsigned(let value): return "i:\(value)"
    case .float(let value): return value.isNaN ? "nan" : "f:" + hex(value.bitPattern)
    case .double(let value): return double(value)
    case .date(let value): return date(value)
    case .string(let value): return "s:" + value
    case .data(let value): return bytes(value)
    case .array(let elements), .set(let elements): return try elements.map { try cell($0) ?? NSNull() }
    case .dictionary(let entries):
      return try entries.map { entry in
        fields([("key", try cell(entry.key)), ("value", try cell(entry.value))])
      }
    case .record(let record): return try cell(record, node)
    case .instance, .reference, .graph: throw CocoaError(.coderInvalidValue)
    }
  }

  private static func cell(_ record: ArchiveNode.Fields, _ node: ArchiveNode) throws -> Any {
    switch record.className {
    case "NSUUID":
      let uuid = try node.decode(UUID.self)
      return withUnsafeBytes(of: uuid.uuid) { bytes(Data($0)) }
    case "NSURL": return "s:" + (try node.decode(URL.self).absoluteString)
    case "NSLocale": return "s:" + (try node.decode(Locale.self).identifier)
    case "NSTimeZone": return "s:" + (try node.decode(TimeZone.self).identifier)
    case "NSDateInterval":
      let interval = try node.decode(DateInterval.self)
      return fields([
        ("start", date(interval.start)), ("end", date(interval.end)), ("duration", double(interval.duration)),
      ])
    case "NSDecimalNumber": return "n:" + (try node.decode(Decimal.self).description)
    default: break
    }
    let own = try zip(record.names, record.names.map { record[$0]! }).map { ($0, try cell($1)) }
    guard let name = record.caseName else { return fields(own) }
    return fields([("case", "s:" + name)] + (own.isEmpty ? [] : [(name, fields(own))]))
  }

  private static func fields(_ fields: [(String, Any?)]) -> [String: Any] {
    Dictionary(uniqueKeysWithValues: fields.compactMap { name, cell in cell.map { (name, $0) } })
  }

  private static func hex<Bits: FixedWidthInteger>(_ bits: Bits) -> String {
    let text = String(bits, radix: 16)
    return String(repeating: "0", count: Bits.bitWidth / 4 - text.count) + text
  }

  static func double(_ value: Double) -> String { value.isNaN ? "nan" : "d:" + hex(value.bitPattern) }

  static func bytes(_ data: Data) -> String { "b:" + data.map { hex($0) }.joined() }

  /// Microseconds since 1970, rounded to the nearest one.
  static func date(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    let fraction = ((seconds - whole) * 1e6).rounded()
    return "t:\((Int64(whole) + 978_307_200) * 1_000_000 + Int64(fraction))"
  }

  /// JSON of one shape.
  static func text(_ rows: Any) -> String {
    guard
      let data = try? JSONSerialization.data(withJSONObject: rows, options: [.sortedKeys, .fragmentsAllowed])
    else { return "\(rows)" }
    return String(decoding: data, as: UTF8.self)
  }
}
