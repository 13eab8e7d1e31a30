package import ArchiveBytes
package import ArchiveValues
package import Foundation

// Objects without their types: the tree of what an archive holds.

extension KeyedArchive {
  /// The tree of the value at the top of the archive that is stored under a key.
  ///
  /// - Throws: ``ArchiveError``, located in the archive; a graph of objects in which one contains itself has no tree.
  package func node(forKey key: String = "root") throws -> ArchiveNode {
    var budget = options.limits.decodedSizeAllowed(forArchiveOf: data.count)
    do {
      return try Self.node(in: data, forKey: key, options.limits, budget: &budget)
    } catch let error as ArchiveError where isConverted {
      throw error.withoutOffset
    }
  }

  /// The tree of the value in a binary archive.
  ///
  /// - Parameter budget: How many bytes may be decoded; what is left of them afterwards.
  package static func node(
    in data: Data, forKey key: String = "root", _ limits: ArchiveLimits, budget: inout Int
  ) throws -> ArchiveNode {
    try unsafe data.withUnsafeBytes { bytes in
      var reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits)
      reader.budget = budget
      defer { budget = reader.budget }
      try reader.moveToTop(key)
      return try reader.decodeNode()
    }
  }
}

extension ObjectTableReader {
  /// What a node costs besides its content.
  private static let nodeCost = 32

  /// The tree of what is at the current place.
  mutating func decodeNode() throws -> ArchiveNode {
    try charge(Self.nodeCost)
    if table.isNull(at: place.offset, object: place.object) { return .null }
    switch plist.kind(at: place.offset) {
    case BinaryPlist.Kind.ascii, BinaryPlist.Kind.utf16: return .string(try decodeString())
    case BinaryPlist.Kind.data: return .data(try decodeData())
    case BinaryPlist.Kind.date: return .date(try decodeDate())
    case BinaryPlist.Kind.array: return .array(try decodeNodes(.array))
    case BinaryPlist.Kind.dictionary: return try decodeObjectNode()
    default:
      switch try plist.number(at: place.offset) {
      case .bool(let value)?: return .bool(value)
      case .signed(let value)?: return .integer(value)
      case .unsigned(let value)?: return ArchiveNode(value)
      case .float(let value)?: return .float(value)
      case .double(let value)?: return .double(value)
      case nil: throw mismatch("an object")
      }
    }
  }

  /// The elements of the collection at the current place; all keys of a dictionary, and then all values.
  private mutating func decodeNodes(_ kind: ArchiveCollection) throws -> [ArchiveNode] {
    let collection = try beginCollection(kind)
    var nodes: [ArchiveNode] = []
    do {
      for position in 0..<scope.count {
        do {
          _ = try move(toPart: position)
          nodes.append(try decodeNode())
        } catch {
          throw ArchiveError.wrapping(error).prefixed(
            .index(kind == .dictionary ? position % (scope.count / 2) : position))
        }
      }
    } catch {
      throw abandon(collection, error)
    }
    finish(collection)
    return nodes
  }

  private mutating func decodeObjectNode() throws -> ArchiveNode {
    let entries = try keyedEntries()
    guard let reference = entries.last(where: { $0.key == "$class" })?.reference else {
      throw failure(
        .malformed, expected: "an object with a class", found: "an object without $class",
        advice: "The file is damaged.")
    }
    let name = try className(at: table.resolve(reference).offset)
    switch FoundationClass.allCases.first(where: { $0.schema.accepts(className: name) }) {
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
    case nil: return .record(try decodeFields(entries, className: name))
    }
  }

  /// The fields of the object at the current place, which has these entries.
  mutating func decodeFields(
    _ entries: [(key: String, reference: Int)], className: String
  ) throws -> ArchiveFields {
    // Of a key that is there twice, only a damaged file's, the last counts.
    let last = Dictionary(entries.map { ($0.key, $0.reference) }, uniquingKeysWith: { $1 })
    var (names, nodes, known) = ([String](), [ArchiveNode](), Set<String>())
    var caseName: String?
    let enclosing = try enterKeyed()
    do {
      for (key, reference) in entries where key != "$class" {
        let name = ObjectTableWriter.unescaped(key)
        guard last[key] == reference, known.insert(name).inserted else { continue }
        do {
          try move(to: reference)
          let node = try decodeNode()
          if key == ArchiveSchema.caseKey, case .string(let name) = node {
            caseName = name
          } else {
            names.append(name)
            nodes.append(node)
          }
        } catch {
          throw ArchiveError.wrapping(error).prefixed(.field(name))
        }
      }
    } catch {
      throw leaving(error, enclosing)
    }
    leaveKeyed(enclosing)
    var fields = ArchiveFields(
      className: className, caseName: caseName, version: 1, names: names, nodes: nodes)
    fields.takeVersion()
    return fields
  }
}

extension ObjectTableWriter {
  /// The name of the field that is stored under a key.
  fileprivate static func unescaped(_ key: String) -> String {
    key.hasPrefix("$$") ? String(key.dropFirst()) : key
  }
}
