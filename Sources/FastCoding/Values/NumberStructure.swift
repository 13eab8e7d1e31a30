internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// A structure of numbers in an `NSValue`, such as a point or a transform.
///
/// If keyed archives have a form for it, the node has that form. The others are records of the class `NSValue` with one
/// field, which is named after the structure and is an array of its numbers.
struct NumberStructure {
  let type: ChunkType
  /// The numbers in the order of the structure; for a range, its location and its length.
  let numbers: [Double]

  static func count(of type: ChunkType) -> Int {
    switch type {
    case .rect: 4
    case .affineTransform: 6
    case .transform3D: 16
    default: 2
    }
  }

  /// The structures for which keyed archives have no form, by the field that holds their numbers.
  private static let namedFields: [(type: ChunkType, name: String)] = [
    (.vector, "CGVector"), (.affineTransform, "CGAffineTransform"), (.transform3D, "CATransform3D"),
  ]

  func node() throws -> ArchiveNode {
    switch type {
    case .point: try ArchiveNode(encoding: CGPoint(x: numbers[0], y: numbers[1]))
    case .size: try ArchiveNode(encoding: CGSize(width: numbers[0], height: numbers[1]))
    case .rect:
      try ArchiveNode(
        encoding: CGRect(
          origin: CGPoint(x: numbers[0], y: numbers[1]), size: CGSize(width: numbers[2], height: numbers[3])))
    default:
      .record(
        ArchiveNode.Fields(
          className: "NSValue", caseName: nil, version: 1,
          names: [Self.namedFields.first { $0.type == type }?.name ?? ""],
          nodes: [.array(numbers.map { .double($0) })]))
    }
  }

  /// Creates the structure from a record of the class `NSValue`; returns `nil` if the record has none of these
  /// structures.
  ///
  /// - Parameter graph: The record, with the objects that it may refer to.
  init?(_ field: (String) -> ArchiveNode?, in graph: ArchiveNode) throws {
    switch field("NS.special") {
    case .integer(1)?:
      let point = try graph.decode(CGPoint.self)
      (type, numbers) = (.point, [point.x, point.y].map { Double($0) })
    case .integer(2)?:
      let size = try graph.decode(CGSize.self)
      (type, numbers) = (.size, [size.width, size.height].map { Double($0) })
    case .integer(4)?:
      let range = try graph.decode(NSRange.self)
      // FastCoder truncates larger numbers.
      guard UInt32(exactly: range.location) != nil, UInt32(exactly: range.length) != nil else { return nil }
      (type, numbers) = (.range, [range.location, range.length].map { Double($0) })
    case .integer(3)?:
      let rect = try graph.decode(CGRect.self)
      (type, numbers) = (
        .rect, [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map { Double($0) }
      )
    default:
      guard let (type, name) = Self.namedFields.first(where: { field($0.name) != nil }),
        case .array(let elements)? = field(name), elements.count == Self.count(of: type)
      else { return nil }
      let numbers = elements.compactMap { try? $0.decode(Double.self) }
      guard numbers.count == elements.count else { return nil }
      (self.type, self.numbers) = (type, numbers)
    }
  }

  init(type: ChunkType, numbers: [Double]) {
    self.type = type
    self.numbers = numbers
  }
}
