internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import PropertyLists

/// Finds the longest chain of instances that hold each other. It lets the instances encode their fields, as to an
/// encoder. References stored as weak or unowned hold nothing.
struct StrongReferences {
  private var positions: [ObjectIdentifier: Int] = [:]
  /// For each instance that was visited, the number of instances in the longest chain that begins with it.
  private var depths: [Int32] = []
  /// The positions of the instances held by each instance of the current visit, and the index where each one's
  /// positions begin.
  private var held: [Int32] = []
  private var starts: [Int] = []
  private var stack = StackGuard()

  /// Visits the instances that were not visited before, and returns the number of instances in the longest chain. A
  /// chain ends where a reference leads back into it.
  ///
  /// - Complexity: Linear in the size of the instances' values. An instance is not visited from inside another, however
  ///   long the chain is.
  mutating func longestChain(among objects: [any ArchivableObject]) -> Int {
    let first = depths.count
    for position in first..<objects.count { positions[ObjectIdentifier(objects[position])] = position }
    (held, starts) = ([], [0])
    for object in objects[first...] {
      // After an error, the instance stores no further references.
      try? object.encodeFields(to: &self)
      starts.append(held.count)
    }
    depths += Array(repeating: 0, count: objects.count - first)
    for position in first..<objects.count where depths[position] == 0 { visit(position, from: first) }
    return Int(depths.max() ?? 0)
  }

  /// Finds the depth of an instance: one more than the depth of the deepest instance it holds.
  private mutating func visit(_ position: Int, from first: Int) {
    var chain = [(position: position, next: starts[position - first])]
    depths[position] = -1
    while let (top, next) = chain.last {
      let range = starts[top - first]..<starts[top - first + 1]
      if next < range.upperBound {
        chain[chain.count - 1].next += 1
        let inner = Int(held[next])
        if depths[inner] == 0 {
          depths[inner] = -1
          chain.append((inner, starts[inner - first]))
        }
        continue
      }
      depths[top] = 1 + held[range].reduce(0) { max($0, depths[Int($1)]) }
      chain.removeLast()
    }
  }

  /// Visits the parts of a value.
  private mutating func inside(_ visit: (inout Self) throws -> Void) throws {
    guard stack.hasRoom() else { throw ArchiveError(.limitExceeded, found: "a value that nests too deeply") }
    try visit(&self)
  }
}

extension StrongReferences: FieldEncoder {
  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    try value.encodeValue(to: &self)
  }

  mutating func omit(at position: Int) {}
  mutating func encodeCase(_ index: Int) {}

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try record.encodeFields(to: &self)
  }

  mutating func _encodeUnretained<Object: ArchivableObject>(
    _ object: Object?, at position: Int, mustBeStored: Bool
  ) {}
}

extension StrongReferences: ValueEncoder {
  mutating func encodeNil() {}
  mutating func _encode(_ number: StoredNumber) {}
  mutating func encode(_ value: String) {}
  mutating func encode(_ value: Date) {}
  mutating func encode(_ value: Data) {}

  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    try inside { try record.encodeFields(to: &$0) }
  }

  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void
  ) throws {
    try inside(body)
  }

  mutating func _encodeObject(_ object: NSObject) {}
  mutating func _encodeForeign(_ object: ArchiveNode) {}

  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) {
    if let position = positions[ObjectIdentifier(object)] { held.append(Int32(truncatingIfNeeded: position)) }
  }
}
