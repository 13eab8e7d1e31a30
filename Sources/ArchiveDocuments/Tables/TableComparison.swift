internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import KeyedArchives
internal import PropertyLists

/// Compares the object tables of two keyed archives, as any other reader of property lists sees them.
///
/// Both are walked from their tops at the same time. A reference on one side has to meet a reference on the other, and
/// one object has to meet one object, wherever it is referred to: so the tables are equal if they are the same graph,
/// in whatever order `$objects` lists it. Class records count by what they say. There is no recursion.
struct TableComparison {
  typealias Step = ArchiveError.PathComponent

  /// Two slots to compare: the objects of the property lists, and the way to them.
  private struct Pair {
    let (old, new): (Int, Int)
    let place: Int
  }

  private let (old, new): (ObjectTable, ObjectTable)
  private let limit: Int
  private var found: [ArchiveTableDifference] = []
  private var open: [Pair] = []
  /// The places so far: the place around each, and the step from there.
  private var places: [(around: Int, step: Step)] = []
  /// For each entry, the one it met in the other table, and where; -1 before it met one.
  private var oldPartners: [(entry: Int, place: Int)]
  private var newPartners: [(entry: Int, place: Int)]
  private var inline = EqualParts()
  private var classes: Set<[Int]> = []
  private var work: MeterWork

  static func differences(from old: ObjectTable, to new: ObjectTable, limit: Int) throws
    -> [ArchiveTableDifference]
  {
    var comparison = TableComparison(old, new, limit)
    try comparison.compare()
    return Array(comparison.found.prefix(limit))
  }

  private init(_ old: ObjectTable, _ new: ObjectTable, _ limit: Int) {
    (self.old, self.new, self.limit) = (old, new, limit)
    oldPartners = Array(repeating: (-1, -1), count: old.objectCount)
    newPartners = Array(repeating: (-1, -1), count: new.objectCount)
    work = MeterWork(forArchiveOf: old.plist.count + new.plist.count)
  }

  private mutating func compare() throws {
    if !old.archiver.hasSameBytes(as: new.archiver) {
      report("\"\(old.archiver)\"", "\"\(new.archiver)\"", place(-1, .field("$archiver")))
    }
    if old.version != new.version {
      report("\(old.version)", "\(new.version)", place(-1, .field("$version")))
    }
    pair(try old.top(), try new.top(), -1)
    try finish()
    try compareUnreached()
  }

  private mutating func finish() throws {
    while found.count < limit, let pair = open.popLast() { try compare(pair) }
  }

  /// Compares the entries that nothing refers to, in their order.
  private mutating func compareUnreached() throws {
    let (left, right) = (try TableReach(old).unreached, try TableReach(new).unreached)
    guard left.count == right.count else {
      guard found.count < limit else { return }
      func text(_ count: Int) -> String { count == 0 ? "none" : "\(count)" }
      return report(
        "\(text(left.count)) that nothing refers to", text(right.count), place(-1, .field("$objects")))
    }
    let table = place(-1, .field("$objects"))
    for (first, second) in zip(left, right) where found.count < limit {
      try compareObjects(first, second, place(table, .index(first)))
      try finish()
    }
  }

  // MARK: Places

  private mutating func place(_ around: Int, _ step: Step) -> Int {
    places.append((around, step))
    return places.count - 1
  }

  private func path(_ place: Int) -> [Step] {
    var (steps, place) = ([Step](), place)
    while place >= 0 {
      steps.append(places[place].step)
      place = places[place].around
    }
    return steps.reversed()
  }

  private mutating func report(_ left: String?, _ right: String?, _ place: Int) {
    found.append(ArchiveTableDifference(path: ArchiveNodePath(path(place)), old: left, new: right))
  }

  /// Reports two values, by texts that show the difference.
  private mutating func reportValues(_ left: Int, _ right: Int, _ place: Int) throws {
    var texts = (old: old.text(ofValue: left), new: new.text(ofValue: right))
    if texts.old == texts.new, let first = try? old.plist.leaf(at: left),
      let second = try? new.plist.leaf(at: right)
    {
      texts = ChangedText.texts(first, second)
    }
    report(texts.old, texts.new, place)
  }

  // MARK: Slots

  private mutating func compare(_ pair: Pair) throws {
    let (left, right) = (try old.plist.offset(of: pair.old), try new.plist.offset(of: pair.new))
    let first = try old.entry(referredToAt: left)
    let second = try new.entry(referredToAt: right)
    switch (first, second) {
    case (let first?, let second?): try compareObjects(first, second, pair.place)
    case (nil, nil): try compareContents(left, right, pair)
    default: report(try old.text(ofSlot: left), try new.text(ofSlot: right), pair.place)
    }
  }

  /// Compares two entries of `$objects` that are referred to at the same place.
  private mutating func compareObjects(_ first: Int, _ second: Int, _ place: Int) throws {
    if first == 0, second == 0 { return }
    if first == 0 || second == 0 {
      return report(try old.text(ofReferenceTo: first), try new.text(ofReferenceTo: second), place)
    }
    let (left, right) = (oldPartners[first], newPartners[second])
    if left.entry < 0, right.entry < 0 {
      oldPartners[first] = (second, place)
      newPartners[second] = (first, place)
      open.append(
        Pair(
          old: try old.reference(ofEntry: first), new: try new.reference(ofEntry: second), place: place))
    } else if left.entry != second {
      func text(_ partner: (entry: Int, place: Int)) -> String {
        guard partner.entry >= 0 else { return "another object" }
        return "the object at \(ArchiveError(.custom, path: path(partner.place)).pathDescription)"
      }
      report(text(left), text(right), place)
    }
  }

  /// Compares two values that are no references.
  private mutating func compareContents(_ left: Int, _ right: Int, _ pair: Pair) throws {
    let (first, second) = (try old.plist.parts(at: left), try new.plist.parts(at: right))
    guard let first, let second, old.plist.kind(at: left) == new.plist.kind(at: right) else {
      let isSame =
        try first == nil && second == nil
        && PlistLeaf(at: left, in: old.plist) == PlistLeaf(at: right, in: new.plist)
      if !isSame { try reportValues(left, right, pair.place) }
      return
    }
    guard inline.join(2 * pair.old, 2 * pair.new + 1) else { return }
    try work.charge(first.count + second.count, at: left)
    if first.isDictionary {
      return self.pair(
        try old.plist.entries(at: left, what: "a dictionary"),
        try new.plist.entries(at: right, what: "a dictionary"), pair.place)
    }
    if first.count != second.count {
      report("\(first.count) elements", "\(second.count)", pair.place)
    }
    for position in (0..<min(first.count, second.count)).reversed() {
      open.append(
        Pair(
          old: try old.plist.reference(position, of: first),
          new: try new.plist.reference(position, of: second), place: place(pair.place, .index(position))))
    }
  }

  /// Pairs the entries of two dictionaries by their keys. Their order has no meaning.
  private mutating func pair(
    _ left: [(key: String, reference: Int)], _ right: [(key: String, reference: Int)], _ around: Int
  ) {
    var others = Dictionary(right.map { (ExactKey(text: $0.key), $0.reference) }) { first, _ in first }
    for (key, reference) in left.reversed() {
      let place = place(around, .field(key))
      guard let other = others.removeValue(forKey: ExactKey(text: key)) else {
        report(slotText(old, reference), nil, place)
        continue
      }
      if key == "$class", (try? compareClasses(reference, other, place)) == true { continue }
      open.append(Pair(old: reference, new: other, place: place))
    }
    for (key, reference) in right where others[ExactKey(text: key)] == reference {
      report(nil, slotText(new, reference), place(around, .field(key)))
    }
  }

  /// Compares what two class records say; `false` if they are not made of names only.
  private mutating func compareClasses(_ first: Int, _ second: Int, _ place: Int) throws -> Bool {
    let (left, right) = (try old.resolve(first).offset, try new.resolve(second).offset)
    guard let one = try ClassRecord(at: left, in: old.plist),
      let other = try ClassRecord(at: right, in: new.plist)
    else { return false }
    // The records of a class are the same for all its objects.
    if classes.insert([left, right]).inserted, !one.isSame(as: other) { report(one.text, other.text, place) }
    return true
  }

  private func slotText(_ table: ObjectTable, _ reference: Int) -> String {
    (try? table.text(ofSlot: table.plist.offset(of: reference))) ?? "a damaged value"
  }
}

/// A key that equals only keys with the same code points.
private struct ExactKey: Hashable {
  let text: String

  static func == (left: ExactKey, right: ExactKey) -> Bool { left.text.hasSameBytes(as: right.text) }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Containers that are taken to be equal, since they met: what meets again, directly or through others, is not
/// compared again. So a comparison is linear, and containers inside of themselves end it.
private struct EqualParts {
  private var parents: [Int: Int] = [:]

  private mutating func representative(_ part: Int) -> Int {
    var part = part
    while let parent = parents[part] {
      if let next = parents[parent] { parents[part] = next }
      part = parent
    }
    return part
  }

  /// Returns whether the parts were not yet taken to be equal.
  mutating func join(_ first: Int, _ second: Int) -> Bool {
    let (first, second) = (representative(first), representative(second))
    guard first != second else { return false }
    parents[first] = second
    return true
  }
}

// What differences say.
extension ObjectTable {
  /// Returns the entry that the value at an offset refers to; `nil` if it is no reference.
  fileprivate func entry(referredToAt offset: Int) throws -> Int? {
    plist.kind(at: offset) == BinaryPlist.Kind.uid ? try entry(ofUIDAt: offset) : nil
  }

  fileprivate func text(ofSlot offset: Int) throws -> String {
    guard let entry = try entry(referredToAt: offset) else { return text(ofValue: offset) + ", inline" }
    return try text(ofReferenceTo: entry)
  }

  fileprivate func text(ofReferenceTo entry: Int) throws -> String {
    if entry == 0 { return "nil" }
    let offset = try offset(ofEntry: entry)
    guard let parts = try plist.parts(at: offset), parts.isDictionary else {
      return "a reference to \(text(ofValue: offset))"
    }
    let record = try plist.entries(at: offset, what: "an object").first { $0.key == "$class" }
    let name = try record.flatMap { try ClassRecord(at: resolve($0.reference).offset, in: plist)?.name }
    return "a reference to \(name ?? "a dictionary")"
  }

  fileprivate func text(ofValue offset: Int) -> String {
    switch try? plist.leaf(at: offset) {
    case .float(let value)?: return "\(value) of 32 bits"
    case let node?: return "\(node)"
    case nil: return plist.describe(at: offset)
    }
  }
}
