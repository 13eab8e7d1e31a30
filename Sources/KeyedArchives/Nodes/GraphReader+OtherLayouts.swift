internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

// Foundation's classes store their content under other keys if the archiver is not an `NSKeyedArchiver` itself: subclasses
// of it and archivers of other programs get `NS.bytes`, `NS.object.0`, `NS.key.0` … Foundation reads both.
extension GraphReader {
  /// Returns the node of a Foundation object with the keys that other archivers get; `nil` if it has none of these forms.
  mutating func otherContent(
    _ form: KeyedNodes.Form, _ shape: DictionaryShape.Fields, _ value: (Int) throws -> Int
  ) throws -> ArchiveNode? {
    let count = shape.names.count
    switch form {
    case .string, .data:
      guard count == 1, shape.names[0] == "NS.bytes" else { return nil }
      let offset = try plist.offset(of: value(shape.positions[0]))
      guard plist.kind(at: offset) == BinaryPlist.Kind.data, case .data(let bytes) = try scalar(at: offset)
      else { return nil }
      return form == .data ? .data(bytes) : String(validUTF8: bytes).map { .string($0) }
    case .array, .set:
      guard let nodes = try numbered(KeyedNodes.orderedSetKey, count, shape, value) else {
        return nil
      }
      return form == .set ? .set(nodes) : .array(nodes)
    case .dictionary:
      guard count.isMultiple(of: 2),
        let keys = try numbered({ "NS.key.\($0)" }, count / 2, shape, value),
        let values = try numbered(KeyedNodes.orderedSetKey, count / 2, shape, value)
      else { return nil }
      return .dictionary(zip(keys, values).map { .init(key: $0, value: $1) })
    case .date, .orderedSet: return nil
    }
  }

  /// Returns the values under names with the numbers from 0 on; `nil` if the object lacks one.
  private mutating func numbered(
    _ name: (Int) -> String, _ count: Int, _ shape: DictionaryShape.Fields, _ value: (Int) throws -> Int
  ) throws -> [ArchiveNode]? {
    let positions = Dictionary(uniqueKeysWithValues: zip(shape.names, shape.positions))
    var nodes: [ArchiveNode] = []
    for index in 0..<count {
      guard let position = positions[name(index)] else { return nil }
      nodes.append(try element(value(position)))
    }
    return nodes
  }
}
