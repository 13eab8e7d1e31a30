internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// A structure of numbers in an `NSValue`, such as a point or a transform.
///
/// If keyed archives have a form for it, the node has that form. Other structures are records of the class `NSValue`
/// with one field, which is named after the structure and is an array of its numbers.
struct NumberStructure {
  let type: ChunkType
  /// The numbers in the order of the structure; for a range, its location and its length.
  let numbers: [Double]

  static func count(of type: ChunkType) -> Int {
    let others: [ChunkType: Int] = [.rect: 4, .affineTransform: 6, .transform3D: 16]
    return others[type] ?? 2
  }

  /// The structures without a form in keyed archives, by the field that contains their numbers.
  private static let namedFields: [(type: ChunkType, name: String)] = [
    (.vector, "CGVector"), (.affineTransform, "CGAffineTransform"), (.transform3D, "CATransform3D"),
  ]
  /// The structures that keyed archives store as a text of their numbers, by the number of their kind.
  private static let texts: [(type: ChunkType, kind: ArchiveNode, structure: any HeldAsNumbersText.Type)] = [
    (.point, 1, CGPoint.self), (.size, 2, CGSize.self), (.rect, 3, CGRect.self),
  ]

  func node() throws -> ArchiveNode {
    func node<Structure: HeldAsNumbersText>(_: Structure.Type) throws -> ArchiveNode {
      var structure = Structure()
      structure.numbers = numbers.map { CGFloat($0) }
      return try ArchiveNode(encoding: structure)
    }
    if let text = Self.texts.first(where: { $0.type == type }) { return try node(text.structure) }
    return .record(
      ArchiveNode.Fields(
        className: "NSValue", caseName: nil, version: 1,
        names: [Self.namedFields.first { $0.type == type }?.name ?? ""],
        nodes: [.array(numbers.map { .double($0) })]))
  }

  /// Reads the structure from the fields of an `NSValue`; `nil` if FastCoding has no chunk for it.
  ///
  /// - Parameter graph: The `NSValue`, with the objects that its fields refer to.
  init?(_ field: (String) -> ArchiveNode?, in graph: ArchiveNode) throws {
    func numbers<Structure: HeldAsNumbersText>(_: Structure.Type) throws -> [Double] {
      try graph.decode(Structure.self).numbers.map { Double($0) }
    }
    let kind = field("NS.special")
    if let text = Self.texts.first(where: { $0.kind == kind }) {
      self.init(type: text.type, numbers: try numbers(text.structure))
    } else if kind == 4 {
      let range = try graph.decode(NSRange.self)
      // FastCoder truncates larger numbers.
      guard UInt32(exactly: range.location) != nil, UInt32(exactly: range.length) != nil else { return nil }
      self.init(type: .range, numbers: [Double(range.location), Double(range.length)])
    } else {
      guard let (type, name) = Self.namedFields.first(where: { field($0.name) != nil }),
        case .array(let elements)? = field(name), elements.count == Self.count(of: type)
      else { return nil }
      let numbers = elements.compactMap { try? $0.decode(Double.self) }
      guard numbers.count == elements.count else { return nil }
      self.init(type: type, numbers: numbers)
    }
  }

  init(type: ChunkType, numbers: [Double]) { (self.type, self.numbers) = (type, numbers) }
}
