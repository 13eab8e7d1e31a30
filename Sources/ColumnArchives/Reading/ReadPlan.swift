internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// How the columns of one schema are read as one type, or as nodes: which column belongs to which field, and how cases
/// correspond. Each part is decided when it is first needed, and then followed.
///
/// The root of a type keeps the plan of the last archive whose schema was another than the type's own, for the next archive
/// with the same header.
final class ReadPlan {
  private(set) var schema: Schema
  /// Whether the schema is that of the requested type, so that no fields need to be matched.
  let isExact: Bool
  /// Whether the archive was written from nodes, so that its values are read as nodes.
  let isFromNodes: Bool
  /// Whether there are columns of values in the keyed archive after the columns.
  let holdsTrees: Bool
  /// For each codec and node: the position of each of the codec's fields in the node.
  private var bindings: [Key: [Binding]] = [:]
  /// For each node: the position of the record version among its fields, or -1.
  private var versionPositions: [Int: Int] = [:]
  /// For each enumeration codec and node: how their cases correspond.
  private var caseMatches: [Key: CaseMatch] = [:]

  private struct Key: Hashable {
    let codec: ObjectIdentifier
    let node: Int
  }

  init(_ schema: Schema, isExact: Bool, isFromNodes: Bool = false) {
    (self.schema, self.isExact, self.isFromNodes) = (schema, isExact, isFromNodes)
    holdsTrees = schema.holdsTrees
  }

  /// Reads the schema of an archive.
  convenience init(_ layout: ArchiveLayout, _ limits: ArchiveLimits) throws {
    self.init(
      try SchemaReader.read(layout.schema, limits: limits), isExact: false, isFromNodes: layout.isFromNodes)
  }

  /// Returns the position of each of a codec's fields in a node. `find` is called only the first time.
  func bindings(of codec: AnyObject, to node: Int, find: (inout Schema) -> [Binding]) -> [Binding] {
    let key = Key(codec: ObjectIdentifier(codec), node: node)
    if let found = bindings[key] { return found }
    let found = find(&schema)
    bindings[key] = found
    return found
  }

  /// Returns the location of a field with one of these names in a record of the schema.
  func binding(ofFieldNamed names: [String], in node: Int) -> Binding {
    schema.binding(ofFieldNamed: names, in: schema[node])
  }

  /// Returns the position of the record version among the fields of a node, or `nil` if it has none.
  func versionPosition(in node: Int) -> Int? {
    if let known = versionPositions[node] { return known < 0 ? nil : known }
    let found = schema[node].names.firstIndex(of: ArchiveSchema.versionKey)
    versionPositions[node] = found ?? -1
    return found
  }

  /// Returns how a node's cases correspond to those of a type. `find` is called only the first time.
  func caseMatch(of codec: AnyObject, to node: Int, find: (SchemaNode) -> CaseMatch) -> CaseMatch {
    let key = Key(codec: ObjectIdentifier(codec), node: node)
    if let found = caseMatches[key] { return found }
    let found = find(schema[node])
    caseMatches[key] = found
    return found
  }
}

/// A plan that is kept, and the archives that it is for.
final class KeptPlan {
  let plan: ReadPlan
  private let header: [UInt8]
  /// The depth to which the schema was checked.
  private let maximumDepth: Int

  /// A longer header is read again each time.
  private static let greatestHeader = 64 << 10

  /// Creates the plan of an archive; `nil` if it should not be kept.
  init?(_ plan: ReadPlan, _ bytes: ByteCursor, headerCount: Int, _ limits: ArchiveLimits) {
    guard headerCount <= Self.greatestHeader, headerCount <= bytes.end else { return nil }
    // SAFETY: the guard compared the count with that of the archive's bytes.
    header = unsafe Array(UnsafeRawBufferPointer(start: bytes.start, count: headerCount))
    (self.plan, maximumDepth) = (plan, limits.maximumDepth)
  }

  /// Whether an archive has the same header, and is read with the same limit.
  func fits(_ bytes: ByteCursor, _ limits: ArchiveLimits) -> Bool {
    limits.maximumDepth == maximumDepth && bytes.begin(with: header)
  }
}

extension ByteCursor {
  /// Whether the archive begins with some bytes.
  func begin(with header: [UInt8]) -> Bool {
    guard end >= header.count else { return false }
    // SAFETY: the guard checked that there are at least as many bytes as in the header.
    return unsafe header.withUnsafeBytes { unsafe memcmp($0.baseAddress!, start, $0.count) == 0 }
  }
}
