internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// Finds the shape of the nodes of a column, which are added one after the other.
///
/// The first node that is not null says what the column could be. Each further one may differ, and the column is then one
/// of trees, whatever follows.
final class ShapeFinder {
  private let depth: Int
  private var hasNull = false
  private var form = Form.unknown

  private enum Form {
    /// There was no node but null ones.
    case unknown
    case tree
    case leaf(NodeShape, isHeld: (ArchiveNode) -> Bool)
    /// Integers, which have two kinds of columns. Not all of them may be in both.
    case integers(areSigned: Bool, areUnsigned: Bool)
    case array(ShapeFinder)
    case set(ShapeFinder)
    case dictionary(key: ShapeFinder, value: ShapeFinder)
    case record(className: String, MemberFinder)
    case cases(className: String, CaseFinder)
  }

  /// - Parameter depth: The number of collections and records around the column.
  init(depth: Int = 0) { self.depth = depth }

  /// The shape of all nodes that were added.
  var shape: NodeShape { hasNull ? .optional(presentShape) : presentShape }

  private var presentShape: NodeShape {
    switch form {
    case .unknown, .tree: return .tree
    case .leaf(let shape, _): return shape
    case .integers(let areSigned, _): return areSigned ? .signed : .unsigned
    case .array(let elements): return .array(elements.shape)
    case .set(let elements): return .set(elements.shape)
    case .dictionary(let key, let value): return .dictionary(key: key.shape, value: value.shape)
    case .record(_, let members): return .record(members.members)
    case .cases(_, let cases):
      // If no case has associated values, they would be read as their names only.
      let cases = cases.cases
      return cases.allSatisfy(\.record.names.isEmpty) ? .tree : .cases(cases)
    }
  }

  func add(_ node: ArchiveNode) {
    if node.holdsNull {
      hasNull = true
      return
    }
    if case .unknown = form { form = beginning(with: node) }
    if !fits(node) { form = .tree }
  }

  /// Returns what a column could be by its first node.
  private func beginning(with node: ArchiveNode) -> Form {
    guard depth < NodeShape.maximumDepth else { return .tree }
    func below() -> ShapeFinder { ShapeFinder(depth: depth + 1) }
    switch node {
    case .bool: return .leaf(.bool) { $0.heldBool != nil }
    case .integer, .unsigned: return .integers(areSigned: true, areUnsigned: true)
    case .float: return .leaf(.float) { $0.heldFloat != nil }
    case .double: return .leaf(.double) { $0.heldDouble != nil }
    case .date: return .leaf(.date) { $0.heldDate != nil }
    case .string: return .leaf(.string) { $0.heldString != nil }
    case .data: return .leaf(.data) { $0.heldData != nil }
    case .array: return .array(below())
    case .set: return .set(below())
    case .dictionary: return .dictionary(key: below(), value: below())
    case .record(let fields):
      if fields.isOfClass { return .tree }
      if fields.caseName != nil { return .cases(className: fields.className, CaseFinder(depth: depth)) }
      return MemberFinder(of: fields, depth: depth).map { .record(className: fields.className, $0) } ?? .tree
    case .null, .instance, .reference, .graph: return .tree
    }
  }

  /// Adds a node, and returns whether the column can hold it.
  private func fits(_ node: ArchiveNode) -> Bool {
    func add<Part>(_ parts: [Part]?, _ body: (Part) -> Void) -> Bool {
      parts?.forEach(body)
      return parts != nil
    }
    switch form {
    case .unknown, .tree: return false
    case .leaf(_, let isHeld): return isHeld(node)
    case .integers(var areSigned, var areUnsigned):
      areSigned = areSigned && node.heldInteger != nil
      areUnsigned = areUnsigned && node.heldUnsigned != nil
      form = .integers(areSigned: areSigned, areUnsigned: areUnsigned)
      return areSigned || areUnsigned
    case .array(let elements): return add(node.heldArray, elements.add)
    case .set(let elements): return add(node.heldSet, elements.add)
    case .dictionary(let key, let value):
      return add(node.heldEntries) {
        key.add($0.key)
        value.add($0.value)
      }
    case .record(let className, let members):
      guard let fields = node.heldFields, fields.className == className, fields.caseName == nil else {
        return false
      }
      return members.add(fields)
    case .cases(let className, let cases):
      guard let fields = node.heldFields, fields.className == className, let name = fields.caseName else {
        return false
      }
      return cases.add(fields, of: name)
    }
  }
}

/// Finds the columns of records that all have the same fields. A record that lacked one would be read with `nil` for it.
private final class MemberFinder {
  private let names: [String]
  private let known: Set<ExactName>
  private let finders: [ShapeFinder]
  private let isCase: Bool
  private var hasVersion = false

  /// - Parameter fields: The first record.
  /// - Returns: `nil` if records with such fields have no columns.
  init?(of fields: ArchiveNode.Fields, depth: Int, isCase: Bool = false) {
    names = fields.names
    known = Set(names.map(ExactName.init))
    self.isCase = isCase
    guard isCase || !names.isEmpty,
      // Records with these names represent tuples.
      isCase || names.enumerated().contains(where: { $1 != String($0) }),
      !names.contains(ArchiveSchema.versionKey),
      // Columns have no names that Swift calls equal; trees do.
      Set(names).count == names.count
    else { return nil }
    finders = names.map { _ in ShapeFinder(depth: depth + 1) }
  }

  var members: NodeShape.Members {
    NodeShape.Members(names: names, shapes: finders.map(\.shape), hasVersion: hasVersion)
  }

  /// Adds a record, and returns whether it has the same fields, and a version only if columns keep it.
  func add(_ fields: ArchiveNode.Fields) -> Bool {
    guard
      fields.names.haveSameBytes(as: names)
        || fields.names.count == names.count && Set(fields.names.map(ExactName.init)) == known
    else { return false }
    if fields.version > 1 {
      if isCase { return false }
      hasVersion = true
    }
    for (position, finder) in finders.enumerated() {
      finder.add(fields.node(named: names[position], near: position) ?? .null)
    }
    return true
  }
}

/// Finds the columns of the cases of an enumeration.
private final class CaseFinder {
  private let depth: Int
  private var finders: [ExactName: MemberFinder] = [:]
  private var names: [String] = []

  init(depth: Int) { self.depth = depth }

  /// The cases, in the order in which they were first added.
  var cases: [(name: String, record: NodeShape.Members)] {
    names.compactMap { name in finders[ExactName(name)].map { (name, $0.members) } }
  }

  func add(_ fields: ArchiveNode.Fields, of name: String) -> Bool {
    if let finder = finders[ExactName(name)] { return finder.add(fields) }
    guard !names.contains(name), let finder = MemberFinder(of: fields, depth: depth, isCase: true) else {
      return false
    }
    finders[ExactName(name)] = finder
    names.append(name)
    return finder.add(fields)
  }
}

extension ArchiveNode.Fields {
  /// Whether the record is an object of a Foundation class, whose values have columns of another form, or of a class
  /// whose name matters: a hand-written class with Swift's own name for it, or a subclass.
  fileprivate var isOfClass: Bool {
    className.hasPrefix("NS") || className.hasPrefix("_NS") || className.contains(".")
      || (superclassNames ?? []).count > 1
  }
}
