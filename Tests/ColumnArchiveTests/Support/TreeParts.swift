import Foundation

@testable import ArchiveTestSupport

/// A keyed archive after columns, by the letter of the format's description, for tests to put a fault into.
///
/// Its first entries are that of `nil`, the list of values, and the class of the list. Those of a test follow.
struct TreeParts {
  typealias Item = PlistBuilder.Item

  /// The number of the first entry of a test.
  static let first: UInt64 = 3

  /// The entries of the values.
  var values: [UInt64]
  /// The entries from ``first`` on.
  var objects: [Item]
  /// The number in the column: one more than the position of its first value.
  var position: UInt64 = 1
  /// What takes the place of the archive.
  var archive: [UInt8]?

  var bytes: [UInt8] {
    if let archive { return archive }
    let list = Item.record(class: 2, ["NS.objects": .array(values.map { .uid($0) })])
    return [UInt8](PlistBuilder([.null, list, .classRecord("NSArray")] + objects).data())
  }

  /// The column of the values, and the archive.
  var columns: [UInt8] { Format.varint(position) + bytes }

  /// A sequence of the values.
  ///
  /// - Parameter kind: The node of the elements.
  func data(_ kind: [UInt8] = Format.tree, count: Int? = nil) -> Data {
    ArchiveParts(elements: kind, count: count ?? values.count, columns).data
  }
}
