internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation

/// What ``XMLListParser`` makes of the values that it reads.
protocol XMLListOutput {
  /// The keys of dictionaries; equal if their bytes are.
  associatedtype Key: Hashable
  associatedtype Value

  mutating func bool(_ value: Bool) -> Value
  mutating func integer(_ value: Int64) -> Value
  mutating func unsigned(_ value: UInt64) -> Value
  mutating func real(_ value: Double) -> Value
  mutating func date(_ value: Date) -> Value
  mutating func data(_ value: Data) throws -> Value
  /// A string; `nil` if the text is not UTF-8.
  mutating func string(_ text: ArraySlice<UInt8>) throws -> Value?
  /// A key; `nil` if the text is not UTF-8.
  mutating func key(_ text: ArraySlice<UInt8>) throws -> Key?
  /// An array of the last `count` values, which it removes.
  mutating func array(_ count: Int, of values: inout [Value]) -> Value
  /// A dictionary of as many of the last keys and values, which it removes.
  mutating func dictionary(_ count: Int, of keys: inout [Key], _ values: inout [Value]) -> Value
}

/// Makes nodes.
struct NodeOutput: XMLListOutput {
  typealias Key = ExactName

  func bool(_ value: Bool) -> ArchiveNode { .bool(value) }
  func integer(_ value: Int64) -> ArchiveNode { .integer(value) }
  func unsigned(_ value: UInt64) -> ArchiveNode { ArchiveNode(value) }
  func real(_ value: Double) -> ArchiveNode { .double(value) }
  func date(_ value: Date) -> ArchiveNode { .date(value) }
  func data(_ value: Data) -> ArchiveNode { .data(value) }

  func string(_ text: ArraySlice<UInt8>) -> ArchiveNode? {
    String(validUTF8: text).map { .string($0) }
  }

  func key(_ text: ArraySlice<UInt8>) -> Key? {
    String(validUTF8: text).map { Key($0) }
  }

  func array(_ count: Int, of values: inout [ArchiveNode]) -> ArchiveNode {
    let elements = Array(values.suffix(count))
    values.removeLast(count)
    return .array(elements)
  }

  func dictionary(_ count: Int, of keys: inout [Key], _ values: inout [ArchiveNode]) -> ArchiveNode {
    let entries = zip(keys.suffix(count), values.suffix(count)).map { key, value in
      ArchiveNode.Entry(key: .string(key.text), value: value)
    }
    keys.removeLast(count)
    values.removeLast(count)
    return .dictionary(entries)
  }
}
