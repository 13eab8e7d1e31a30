import ArchiveBytes
import ArchiveValues
import Foundation

/// What `TreeEncoder` makes of a value: the calls of the encoder, as data.
indirect enum Tree: Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case unsigned(UInt64)
  case float(Float)
  case double(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case bytes([UInt8])
  /// A number that `encodeSome` asked to be an object.
  case boxed(Tree)
  case object(NSObject)
  case list(_ArchiveCollection, [Tree])
  /// A class name, the case for an enumeration, and the fields that are not omitted.
  case record(String, case: String?, [String: Tree])
  case caseName(String)

  /// Equal to the bit: NaN equals itself, and zero is not minus zero.
  static func == (first: Tree, second: Tree) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): Array(a.utf8) == Array(b.utf8)
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    case (.boxed(let a), .boxed(let b)): a == b
    case (.object(let a), .object(let b)): a.isEqual(b)
    case (.list(let kind, let a), .list(let other, let b)): kind == other && a == b
    case (.record(let name, let which, let a), .record(let other, let what, let b)):
      name == other && which == what && a == b
    case (.caseName(let a), .caseName(let b)): a == b
    default: false
    }
  }

  /// The record with one field changed; `nil` takes the field out.
  func with(_ field: String, _ value: Tree?) -> Tree {
    guard case .record(let name, let which, var fields) = self else { return self }
    fields[field] = value
    return .record(name, case: which, fields)
  }
}
