internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
public import KeyedArchives
internal import PropertyLists

/// A place where the object tables of two keyed archives differ; see ``KeyedArchive/tableDifferences(from:limit:)``.
public struct ArchiveTableDifference: Sendable, Hashable {
  /// The path from the top of the archive to the place: the keys under which values are stored, and positions in
  /// arrays, such as `root.NS.objects[3].$class`.
  public let path: ArchiveNodePath
  /// The content of the other archive there, in words; `nil` if it has nothing.
  public let old: String?
  /// The content of this archive there, in words; `nil` if it has nothing.
  public let new: String?
}

extension ArchiveTableDifference: CustomStringConvertible {
  /// The difference as text, such as `root.NSRGB: 12 bytes, inline → a reference to 12 bytes`.
  public var description: String { path.text(ofChangeFrom: old, to: new) }
}

extension KeyedArchive {
  /// Returns the places where the object table differs from the table of another archive. The result is empty if
  /// readers of property lists can tell the two apart only by bytes and by the order of `$objects`.
  ///
  /// ``ArchiveNode/differences(from:limit:)`` compares values. This method compares how they are stored, from the top
  /// of both archives: which values are inline in an object and which are separate objects; the kind of each, such as
  /// a 32-bit number or a Boolean; classes with `$classes` and `$classhints`; and which places refer to one object.
  /// The order of keys and the width of integers have no meaning. XML archives are compared in their binary form.
  ///
  /// - Parameter limit: The maximum number of differences to find. Nothing beyond a difference is compared.
  /// - Throws: ``ArchiveError``, located in the archive, if one of them is damaged.
  /// - Complexity: Linear in the size of both archives.
  public func tableDifferences(
    from other: KeyedArchive, limit: Int = 1000
  ) throws -> [ArchiveTableDifference] {
    var comparison = try TableComparison(StoredTable(other), StoredTable(self), limit: limit)
    comparison.compare()
    return comparison.found
  }

  /// The number of objects that are not referenced from the top of the archive. No reader sees them, and an archive
  /// made from ``node()`` lacks them.
  ///
  /// - Throws: ``ArchiveError``, located in the archive, if it is damaged.
  /// - Complexity: Linear in the size of the archive.
  public var unreferencedObjectCount: Int {
    get throws { try unreached().count }
  }

  /// Returns the entries of `$objects` without references. Entry 0, `$null`, is never included.
  func unreached() throws -> [Int] {
    try readingTable { table, charge, _ in
      let plist = table.plist
      var isReached = Array(repeating: false, count: table.objectCount)
      var isVisited = Array(repeating: false, count: plist.objectCount)
      var open = try table.top().map(\.reference)
      while let object = open.popLast() {
        let offset = try plist.offset(of: object)
        guard !isVisited[object] else { continue }
        isVisited[object] = true
        if plist.kind(at: offset) == BinaryPlist.Kind.uid {
          let entry = try table.entry(ofUIDAt: offset)
          if !isReached[entry] { open.append(try table.reference(ofEntry: entry)) }
          isReached[entry] = true
        } else if let parts = try plist.parts(at: offset) {
          try charge(16 * parts.count)
          open += try (0..<parts.count).map {
            try parts.isDictionary ? plist.value($0, of: parts) : plist.reference($0, of: parts)
          }
        }
      }
      return isReached.indices.dropFirst().filter { !isReached[$0] }
    }
  }

  /// Verifies the archive: every object of its table can be read, and every reference leads to an object.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are done. Any byte may be read
  ///   again, but few are.
  /// - Returns: The number of objects of each class.
  /// - Throws: ``ArchiveError`` at the first invalid object.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits. No object is kept: it needs
  ///   the memory of the largest object, and one byte for each object.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws -> [String: Int] {
    let step = max(objectCount / 128, 1)
    return try checkObjects { object in
      guard object % step == 0 else { return }
      progress(Int(Double(object) / Double(objectCount) * Double(data.count)))
    }
  }
}

extension ObjectTable {
  /// Returns the object of the property list that is the entry of `$objects` with this number.
  func reference(ofEntry object: Int) throws -> Int {
    try plist.reference(at: objectsStart + object * plist.referenceSize)
  }
}

/// Compares the object tables of two keyed archives, as any other reader of property lists sees them.
///
/// Both are walked from their tops at the same time. A reference on one side must meet a reference on the other, and
/// one object must meet one object, wherever it is referred to. So the tables are equal if they are the same graph,
/// in whatever order `$objects` lists it. Class records are compared by content. There is no recursion.
struct TableComparison {
  /// Two values to compare, and the path to them.
  private struct Pair {
    let (old, new): (ArchiveNode, ArchiveNode)
    let place: Int
  }

  private let (old, new): (StoredTable, StoredTable)
  private let limit: Int
  private(set) var found: [ArchiveTableDifference] = []
  private var open: [Pair] = []
  private let places = NodeTrail()
  /// For each entry, the entry that it met in the other table, and where; -1 before it met one.
  private var oldPartners: [(entry: Int, place: Int)]
  private var newPartners: [(entry: Int, place: Int)]

  init(_ old: StoredTable, _ new: StoredTable, limit: Int) {
    (self.old, self.new, self.limit) = (old, new, limit)
    oldPartners = Array(repeating: (-1, -1), count: old.graph.objects.count)
    newPartners = Array(repeating: (-1, -1), count: new.graph.objects.count)
  }

  mutating func compare() {
    for (first, second) in [(old.head, new.head), (old.graph.root, new.graph.root)] {
      compareContents(first, second, -1)
      finish()
    }
    let (left, right) = (old.unreached, new.unreached)
    let table = places.append(-1, .field("$objects"))
    guard left.count == right.count else {
      func text(_ count: Int) -> String { count == 0 ? "none" : "\(count)" }
      return report("\(text(left.count)) that nothing refers to", text(right.count), table)
    }
    for (first, second) in zip(left, right) where found.count < limit {
      compareEntries(first, second, places.append(table, .index(first)))
      finish()
    }
  }

  private mutating func finish() {
    while found.count < limit, let pair = open.popLast() {
      switch (pair.old, pair.new) {
      case (.reference(let first), .reference(let second)): compareEntries(first, second, pair.place)
      case (.reference, _), (_, .reference):
        report(old.text(ofSlot: pair.old), new.text(ofSlot: pair.new), pair.place)
      default: compareContents(pair.old, pair.new, pair.place)
      }
    }
  }

  private mutating func report(_ left: String?, _ right: String?, _ place: Int) {
    guard found.count < limit else { return }
    found.append(ArchiveTableDifference(path: places.path(place, nil), old: left, new: right))
  }

  /// Compares two entries of `$objects` that are referred to at the same place.
  private mutating func compareEntries(_ first: Int, _ second: Int, _ place: Int) {
    if first == 0, second == 0 { return }
    if first == 0 || second == 0 {
      return report(
        old.text(ofSlot: .reference(first)), new.text(ofSlot: .reference(second)), place)
    }
    let (left, right) = (oldPartners[first], newPartners[second])
    if left.entry < 0, right.entry < 0 {
      oldPartners[first] = (second, place)
      newPartners[second] = (first, place)
      open.append(Pair(old: old.graph.objects[first], new: new.graph.objects[second], place: place))
    } else if left.entry != second {
      func text(_ partner: (entry: Int, place: Int)) -> String {
        guard partner.entry >= 0 else { return "another object" }
        return "the object at \(places.path(partner.place, nil).text)"
      }
      report(text(left), text(right), place)
    }
  }

  /// Compares two values that do not refer to entries.
  private mutating func compareContents(_ first: ArchiveNode, _ second: ArchiveNode, _ around: Int) {
    let left = NodePlace(first, in: old.graph.objects)
    let right = NodePlace(second, in: new.graph.objects)
    switch (left.content, right.content) {
    case (.array(let one), .array(let other)), (.set(let one), .set(let other)):
      if one.count != other.count { report("\(one.count) elements", "\(other.count)", around) }
      for position in (0..<min(one.count, other.count)).reversed() {
        let place = places.append(around, .index(position))
        open.append(Pair(old: one[position], new: other[position], place: place))
      }
    case (.dictionary(let one), .dictionary(let other)): pair(one, other, around)
    case (let one, let other):
      if left.classes == right.classes, Self.areSame(one, other) { return }
      var texts = (old: old.text(ofValue: first), new: new.text(ofValue: second))
      if texts.old == texts.new { texts = ChangedText.texts(one, other) }
      report(texts.old, texts.new, around)
    }
  }

  /// Whether two leaves are the same. Texts have the same code points, not only the same characters.
  private static func areSame(_ left: ArchiveNode, _ right: ArchiveNode) -> Bool {
    if case (.string(let left), .string(let right)) = (left, right) { return left.hasSameBytes(as: right) }
    return ArchiveNode.areSameLeaves(left, right) == true
  }

  /// Pairs the entries of two dictionaries by their keys. Their order has no meaning.
  private mutating func pair(_ left: [ArchiveNode.Entry], _ right: [ArchiveNode.Entry], _ around: Int) {
    func name(_ entry: ArchiveNode.Entry) -> ExactName { ExactName(entry.key.keyText(in: nil)) }
    var others = Dictionary(right.map { (name($0), $0.value) }) { first, _ in first }
    for entry in left.reversed() {
      let place = places.append(around, .field(name(entry).text))
      guard let other = others.removeValue(forKey: name(entry)) else {
        report(old.text(ofSlot: entry.value), nil, place)
        continue
      }
      if entry.key == .string("$class"), let one = old.classText(entry.value), let two = new.classText(other)
      {
        if one != two { reportOnce(one, two, place) }
        continue
      }
      open.append(Pair(old: entry.value, new: other, place: place))
    }
    for entry in right where others[name(entry)] != nil {
      report(nil, new.text(ofSlot: entry.value), places.append(around, .field(name(entry).text)))
    }
  }

  /// Reports that two class records differ, once for all objects of the class.
  private mutating func reportOnce(_ left: String, _ right: String, _ place: Int) {
    guard !found.contains(where: { $0.old == left && $0.new == right }) else { return }
    report(left, right, place)
  }
}

/// The object table of a keyed archive as any reader of property lists sees it: a graph with the entries of
/// `$objects` under their numbers.
struct StoredTable {
  let graph: ArchiveGraph
  /// `$archiver` and `$version`.
  let head: ArchiveNode
  /// The entries without references.
  let unreached: [Int]

  init(_ archive: KeyedArchive) throws {
    let list = try archive.readingTable { _, _, _ in
      try BinaryListReader.node(of: archive.data, archive.limits, archiveCount: archive.objectCount)
    }
    guard case .array(let entries)? = list["$objects"], let top = list["$top"],
      entries.count == archive.objectCount
    else { preconditionFailure("an open archive has a table") }
    head = .dictionary(
      ["$archiver", "$version"].compactMap { key in
        list[key].map { ArchiveNode.Entry(key: .string(key), value: $0) }
      })
    graph = ArchiveGraph(root: top, objects: entries)
    unreached = try archive.unreached()
  }

  /// Returns the content of a class record in words; `nil` if the value does not refer to a class record, or the
  /// record contains more.
  func classText(_ node: ArchiveNode) -> String? {
    guard case .dictionary(let entries) = content(of: node) else { return nil }
    var texts: [String: String] = [:]
    for entry in entries {
      guard case .string(let key) = entry.key else { return nil }
      switch (key, content(of: entry.value)) {
      case ("$classname", .string(let name)): texts[key] = name
      case ("$classes", .array(let elements)), ("$classhints", .array(let elements)):
        let names = elements.compactMap { if case .string(let name) = content(of: $0) { name } else { nil } }
        guard names.count == elements.count else { return nil }
        texts[key] = "[\(names.joined(separator: ", "))]"
      default: return nil
      }
    }
    guard let name = texts["$classname"] else { return nil }
    return "\(name) with \(texts["$classes"].map { "$classes \($0)" } ?? "no $classes")"
      + (texts["$classhints"].map { " and $classhints \($0)" } ?? "")
  }

  /// Returns the content of a place of the table, in words.
  func text(ofSlot node: ArchiveNode) -> String {
    guard case .reference(let entry) = node else { return text(ofValue: node) + ", inline" }
    if entry == 0 { return "nil" }
    guard case .dictionary(let entries) = content(of: node) else {
      return "a reference to \(text(ofValue: node))"
    }
    let record = entries.first { $0.key == .string("$class") }.map { content(of: $0.value) }
    return "a reference to \(record?["$classname"]?.stringValue ?? "a dictionary")"
  }

  func text(ofValue node: ArchiveNode) -> String {
    switch content(of: node) {
    case .float(let value): "\(value) of 32 bits"
    case let node where node.isLeaf: "\(node)"
    case let node: node.kindDescription
    }
  }

  private func content(of node: ArchiveNode) -> ArchiveNode { NodePlace(node, in: graph.objects).content }
}
