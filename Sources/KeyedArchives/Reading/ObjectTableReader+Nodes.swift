internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

// Objects without their types: the content of an archive as a tree.

extension ObjectTableReader {
  /// The cost of a node besides its content.
  private static let nodeCost = 32

  /// An entry that nodes do not hold themselves.
  enum KeptEntry {
    /// A class instance, to which nodes refer by its number.
    case instance(Int)
    /// An object of a class that the program lacks, kept as it was found.
    case foreign
  }

  /// Returns the tree of the value at the current place.
  mutating func _decodeNode() throws -> ArchiveNode {
    try charge(Self.nodeCost)
    switch keptEntries.isEmpty ? nil : keptEntries[place.object] {
    case .instance(let number)?: return .reference(number)
    case .foreign?: return try _decodeForeign()
    case nil: break
    }
    if table.isNull(at: place.offset, object: place.object) { return .null }
    switch plist.kind(at: place.offset) {
    case BinaryPlist.Kind.ascii, BinaryPlist.Kind.utf16: return .string(try decodeString())
    case BinaryPlist.Kind.data: return .data(try decodeData())
    case BinaryPlist.Kind.date: return .date(try decodeDate())
    case BinaryPlist.Kind.array: return .array(try decodeNodes(.array))
    case BinaryPlist.Kind.dictionary: return try decodeObjectNode()
    default:
      guard let number = try plist.number(at: place.offset) else { throw mismatch("an object") }
      return ArchiveNode(number)
    }
  }

  /// Returns the elements of the collection at the current place; for a dictionary, all keys and then all values.
  private mutating func decodeNodes(_ kind: _ArchiveCollection) throws -> [ArchiveNode] {
    let collection = try beginCollection(kind)
    var nodes: [ArchiveNode] = []
    do {
      let partCount = scope.count
      for position in 0..<partCount {
        try ArchiveError.located(
          at: .index(kind == .dictionary ? position % (partCount / 2) : position)
        ) {
          _ = try move(toPart: position)
          nodes.append(try _decodeNode())
        }
      }
    } catch {
      throw abandon(collection, error)
    }
    finish(collection)
    return nodes
  }

  private mutating func decodeObjectNode() throws -> ArchiveNode {
    let (shape, values) = try openDictionary()
    guard shape.classPosition >= 0 else { throw withoutClass() }
    let found = try objectClass(plist.reference(at: values + shape.classPosition * plist.referenceSize))
    switch found.foundationClass {
    case .null?: return .null
    case .date?: return .date(try decodeDate())
    case .data?: return .data(try decodeData())
    case .string?: return .string(try decodeString())
    case .array?: return .array(try decodeNodes(.array))
    case .set?: return .set(try decodeNodes(.set))
    case .dictionary?:
      let parts = try decodeNodes(.dictionary)
      let count = parts.count / 2
      return .dictionary((0..<count).map { .init(key: parts[$0], value: parts[count + $0]) })
    case nil:
      var fields = try decodeFields(shape.fields, values, className: found.type.name)
      fields.superclassNames = found.type.superclassNames
      fields.fallbackClassNames = found.type.fallbackNames
      return .record(fields)
    }
  }

  /// Returns the fields of the object at the current place.
  mutating func decodeFields(className: String) throws -> ArchiveNode.Fields {
    let (shape, values) = try openDictionary()
    return try decodeFields(shape.fields, values, className: className)
  }

  /// Charges the cost of the fields of one object.
  mutating func charge(_ fields: DictionaryShape.Fields) throws { try charge(64 + 32 * fields.names.count) }

  /// Returns the fields of an object; the references to its values begin at `values`.
  private mutating func decodeFields(
    _ shape: DictionaryShape.Fields, _ values: Int, className: String
  ) throws -> ArchiveNode.Fields {
    try charge(shape)
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(shape.names.count)
    var caseName: ArchiveNode?
    var version: ArchiveNode?
    let enclosing = try enterKeyed()
    do {
      for (name, position) in zip(shape.names, shape.positions) {
        nodes.append(try decodePart(position, values, name))
      }
      if shape.casePosition >= 0 {
        caseName = try decodePart(shape.casePosition, values, ArchiveSchema.caseKey)
      }
      if shape.versionPosition >= 0 {
        version = try decodePart(shape.versionPosition, values, ArchiveSchema.versionKey)
      }
    } catch {
      throw leaving(error, enclosing)
    }
    leaveKeyed(enclosing)
    var fields = ArchiveNode.Fields(
      className: className, caseName: nil, version: 1, names: shape.names, nodes: nodes)
    // In objects from other programs these may be the names of ordinary fields.
    if case .string(let name)? = caseName {
      fields.caseName = name
    } else if let caseName {
      fields[ArchiveSchema.caseKey] = caseName
    }
    if case .integer(let number)? = version, number > 0 {
      fields.version = Int(clamping: number)
    } else if let version {
      fields[ArchiveSchema.versionKey] = version
    }
    return fields
  }

  /// Returns the tree of the value at a position in the entered object.
  private mutating func decodePart(_ position: Int, _ values: Int, _ name: String) throws -> ArchiveNode {
    try ArchiveError.located(at: .field(name)) {
      try move(to: plist.reference(at: values + position * plist.referenceSize))
      return try _decodeNode()
    }
  }
}
