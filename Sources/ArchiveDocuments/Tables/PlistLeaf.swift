internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import PropertyLists

/// A value of a property list without parts, as other readers see it: its kind and its content, whatever the bytes.
enum PlistLeaf: Equatable {
  case bool(Bool)
  case integer(high: UInt64, low: UInt64)
  case float(UInt32)
  case double(UInt64)
  case date(UInt64)
  case text([UInt16])
  case data(Data)
  case other(UInt8)

  init(at offset: Int, in plist: BinaryPlist) throws {
    if let wide = plist.wideInteger(at: offset) {
      self = .integer(high: wide.high, low: wide.low)
      return
    }
    if let number = try plist.number(at: offset) {
      self =
        switch number {
        case .bool(let value): .bool(value)
        case .signed(let value): .integer(high: value < 0 ? .max : 0, low: UInt64(bitPattern: value))
        case .unsigned(let value): .integer(high: 0, low: value)
        case .float(let value): .float(value.bitPattern)
        case .double(let value): .double(value.bitPattern)
        }
      return
    }
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.ascii, BinaryPlist.Kind.utf8:
      let (count, start) = try plist.counted(at: offset, width: 1)
      let text = unsafe String(decoding: plist.bytes(from: start, count: count), as: UTF8.self)
      self = .text(Array(text.utf16))
    case BinaryPlist.Kind.utf16: self = .text(try plist.utf16Units(at: offset))
    case BinaryPlist.Kind.data:
      let (count, start) = try plist.counted(at: offset, width: 1)
      self = .data(unsafe Data(plist.bytes(from: start, count: count)))
    default:
      if let date = plist.date(at: offset) {
        self = .date(date.timeIntervalSinceReferenceDate.bitPattern)
      } else {
        self = .other(plist.byte(at: offset))
      }
    }
  }
}
