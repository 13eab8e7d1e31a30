internal import ArchiveBytes
internal import KeyedArchives
internal import PropertyLists

/// The entries of `$objects` that the top of a keyed archive reaches, class records among them.
struct TableReach {
  private let table: ObjectTable
  private var isReached: [Bool]
  /// Whether an object of the property list was visited.
  private var isVisited: [Bool]
  private var open: [Int] = []
  private var work: MeterWork

  init(_ table: ObjectTable) throws {
    self.table = table
    isReached = Array(repeating: false, count: table.objectCount)
    isVisited = Array(repeating: false, count: table.plist.objectCount)
    work = MeterWork(forArchiveOf: table.plist.count)
    open = try table.top().map(\.reference)
    while let object = open.popLast() { try visit(object) }
  }

  /// The entries that nothing refers to. Entry 0, `$null`, is never one of them.
  var unreached: [Int] { isReached.indices.dropFirst().filter { !isReached[$0] } }

  private mutating func visit(_ object: Int) throws {
    let plist = table.plist
    let offset = try plist.offset(of: object)
    guard !isVisited[object] else { return }
    isVisited[object] = true
    if plist.kind(at: offset) == BinaryPlist.Kind.uid {
      let entry = try table.entry(ofUIDAt: offset)
      guard !isReached[entry] else { return }
      isReached[entry] = true
      open.append(try table.reference(ofEntry: entry))
    } else if let parts = try plist.parts(at: offset) {
      try work.charge(parts.count, at: offset)
      for position in 0..<parts.count {
        open.append(
          try parts.isDictionary ? plist.value(position, of: parts) : plist.reference(position, of: parts))
      }
    }
  }
}

extension ObjectTable {
  /// Returns the object of the property list that is the entry of `$objects` with this number.
  func reference(ofEntry object: Int) throws -> Int {
    try plist.reference(at: objectsStart + object * plist.referenceSize)
  }
}
