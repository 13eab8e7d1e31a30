import Foundation

/// A binary property list, parsed by code that shares nothing with the library: every object as it is, by its number.
public struct RawPlist {
  public indirect enum Object: Hashable {
    case bool(Bool)
    /// Big-endian, without leading bytes that say nothing.
    case integer([UInt8])
    case float(UInt32)
    case double(UInt64)
    case date(UInt64)
    case data(Data)
    case string([UInt16])
    case uid(UInt64)
    case array([Int])
    case dictionary([String: Int])
  }

  public struct Damaged: Error {
    public let what: String
  }

  public let objects: [Object]
  public let top: Int

  /// - Parameter data: Binary; an XML list is converted by Foundation first.
  public init(_ data: Data) throws {
    var bytes = Array(data)
    if bytes.first == UInt8(ascii: "<") {
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      bytes = Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    }
    guard bytes.count > 40, bytes.starts(with: "bplist00".utf8) else { throw Damaged(what: "header") }
    func number(_ position: Int, _ size: Int) throws -> Int {
      guard size <= 8 else { throw Damaged(what: "number") }
      return Int(truncatingIfNeeded: try part(position, size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
    func part(_ start: Int, _ count: Int) throws -> ArraySlice<UInt8> {
      guard start >= 0, count >= 0, count <= bytes.count, start <= bytes.count - count else {
        throw Damaged(what: "part")
      }
      return bytes[start..<start + count]
    }
    let trailer = bytes.count - 32
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let (count, table) = (try number(trailer + 8, 8), try number(trailer + 24, 8))
    top = try number(trailer + 16, 8)
    func text(_ object: Int) throws -> String {
      guard case .string(let units) = try parse(object) else { throw Damaged(what: "key") }
      return String(decoding: units, as: UTF16.self)
    }
    func parse(_ object: Int) throws -> Object {
      let offset = try number(table + object * offsetSize, offsetSize)
      let marker = try number(offset, 1)
      let (kind, low) = (marker >> 4, marker & 0xF)
      func counted() throws -> (count: Int, start: Int) {
        guard low == 15 else { return (low, offset + 1) }
        let size = 1 << (try number(offset + 1, 1) & 0xF)
        return (try number(offset + 2, size), offset + 2 + size)
      }
      func references(_ start: Int, _ count: Int) throws -> [Int] {
        _ = try part(start, min(count, bytes.count) * referenceSize)
        return try (0..<count).map { try number(start + $0 * referenceSize, referenceSize) }
      }
      switch kind {
      case 0 where low == 8 || low == 9: return .bool(low == 9)
      case 1:
        var digits = try part(offset + 1, 1 << low)
        // Eight bytes have a sign, fewer have none, sixteen have one again.
        let isNegative = low >= 3 && digits.first! >= 0x80
        if !isNegative { while digits.count > 1, digits.first == 0 { digits.removeFirst() } }
        if isNegative { while digits.count > 8, digits.first == 0xFF { digits.removeFirst() } }
        return .integer((isNegative ? [0xFF] : [0]) + digits)
      case 2 where low == 2: return .float(UInt32(truncatingIfNeeded: try number(offset + 1, 4)))
      case 2 where low == 3: return .double(UInt64(bitPattern: Int64(try number(offset + 1, 8))))
      case 3: return .date(UInt64(bitPattern: Int64(try number(offset + 1, 8))))
      case 4:
        let (count, start) = try counted()
        return .data(Data(try part(start, count)))
      case 5:
        let (count, start) = try counted()
        let bytes = try part(start, count)
        // Some writers put UTF-8 there.
        return .string(
          String(bytes: bytes, encoding: .utf8).map { Array($0.utf16) } ?? bytes.map { UInt16($0) })
      case 6:
        let (count, start) = try counted()
        _ = try part(start, count)
        return .string(try (0..<count).map { UInt16(try number(start + 2 * $0, 2)) })
      case 8: return .uid(UInt64(bitPattern: Int64(try number(offset + 1, low + 1))))
      case 0xA:
        let (count, start) = try counted()
        return .array(try references(start, count))
      case 0xD:
        let (count, start) = try counted()
        let keys = try references(start, count).map(text)
        let values = try references(start + count * referenceSize, count)
        return .dictionary(Dictionary(zip(keys, values), uniquingKeysWith: { $1 }))
      default: throw Damaged(what: "marker \(marker)")
      }
    }
    _ = try part(table, count)
    objects = try (0..<count).map(parse)
  }

  /// The entries of a dictionary.
  public func entries(_ object: Int) throws -> [String: Int] {
    guard objects.indices.contains(object), case .dictionary(let entries) = objects[object] else {
      throw Damaged(what: "dictionary")
    }
    return entries
  }

  public func elements(_ object: Int) throws -> [Int] {
    guard objects.indices.contains(object), case .array(let elements) = objects[object] else {
      throw Damaged(what: "array")
    }
    return elements
  }
}
