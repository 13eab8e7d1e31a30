package import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import PropertyLists

/// Holds instances while they are created. Releasing them never overflows the stack, however they hold each other:
/// decoding may have created any chain of them before it finds the archive to be damaged.
private final class HeldObjects {
  // Exclusivity is not checked at each access, although releasing instances runs users' deinitialisers. SAFETY of
  // each use: only `DecodedObjects` holds this object, and no user code can reach a `DecodedObjects`.
  @exclusivity(unchecked) var objects: [any ArchivableObject] = []

  deinit {
    if unsafe objects.isEmpty { return }
    let last: [AnyObject] = unsafe objects
    unsafe objects = []
    StackGuard.release(consume last)
  }
}

/// The instances that a decoder has created, including those whose references are still to be read.
///
/// The decoder itself keeps the positions of each instance's fields, in the order of creation.
package struct DecodedObjects {
  private var families = ObjectFamilies()
  /// A state for each object in the archive, by number: 0 before the decoder reaches it, -1 while its instance is being
  /// created, then its position in `made` plus 1.
  private var positions: [Int32] = []
  /// All instances, in the order of creation. They are held until all are complete, because some may only be
  /// reachable through weak references.
  private var made: [any ArchivableObject] {
    get { unsafe held?.objects ?? [] }
    _modify {
      let held = held ?? HeldObjects()
      self.held = held
      yield unsafe &held.objects
    }
  }
  /// Created with the first instance, since most values contain no instances.
  private var held: HeldObjects?
  private var references = StrongReferences()
  private var completedCount = 0
  /// The instances to awake, in the order of creation.
  private var waiting: [Int] = []
  /// The class of the instance that was created last, and whether its instances are awoken.
  private var lastClass: (type: ObjectIdentifier, awakes: Bool)?
  private var unowned: [WeakReference] = []

  private struct WeakReference {
    weak var object: AnyObject?
    /// The error if nothing else holds the object of an unowned reference.
    var error: ArchiveError?
  }

  package init() {}

  package var isEmpty: Bool { made.isEmpty }
  /// The number of instances that are held.
  package var count: Int { made.count }

  /// Returns the family of a class.
  package mutating func family(of type: any ArchivableObject.Type) throws -> ObjectFamily {
    try families.family(of: type)
  }

  /// Returns the instance of an object if it already exists. Its class must be `type` or a class that `type` lists.
  ///
  /// - Parameter count: The number of objects in the archive.
  /// - Throws: An error if the instance is still being created, or has another class.
  package mutating func instance(
    _ number: Int, of type: any ArchivableObject.Type, count: Int
  ) throws -> (any ArchivableObject)? {
    if positions.count < count { positions += Array(repeating: 0, count: count - positions.count) }
    let position = positions[number]
    if position == 0 { return nil }
    guard position > 0 else {
      throw ArchiveError(
        .cycle, expected: "an instance of \(type) that can be created before anything refers to it",
        found: "an instance that needs itself as one of its properties",
        advice: .changeCode(
          type is any ReplaceableAfterDecoding.Type
            ? "\(type) may be replaced after decoding, so what it refers to must not lead back to it."
            : "Make one of the properties in the cycle an optional or array variable, or make it weak."))
    }
    let object = made[Int(position) - 1]
    let found = Swift.type(of: object)
    if found != type {
      guard try families.family(of: type).contains(found) else {
        throw try families.family(of: type).mismatch(found: found.archiveSchema.className)
      }
    }
    return object
  }

  /// Records that the instance of an object is being created.
  ///
  /// - Parameter number: The number of the object; `nil` for an object that nothing else can refer to.
  package mutating func begin(_ number: Int?) { if let number { positions[number] = -1 } }

  /// Records that creating the instance has failed, so that the decoder may try another type.
  package mutating func cancel(_ number: Int?) { if let number { positions[number] = 0 } }

  /// Adds an instance whose references are still to be read.
  ///
  /// - Parameters:
  ///   - number: The number of its object; `nil` for an object that nothing else can refer to.
  ///   - isReplacement: Whether it replaces the decoded instance. A replacement is not awoken.
  package mutating func add(_ object: any ArchivableObject, number: Int?, isReplacement: Bool = false) {
    made.append(object)
    if let number { positions[number] = Int32(truncatingIfNeeded: made.count) }
    if isReplacement { return }
    let type = type(of: object)
    let known = lastClass.flatMap { $0.type == ObjectIdentifier(type) ? $0.awakes : nil }
    let awakes = known ?? (type is any AwakesAfterDecoding.Type)
    lastClass = (ObjectIdentifier(type), awakes)
    if awakes { waiting.append(made.count - 1) }
  }

  /// Returns the next instance whose references must be read, and the number of instances created before it.
  package mutating func next() -> (object: any ArchivableObject, index: Int)? {
    guard completedCount < made.count else { return nil }
    completedCount += 1
    return (made[completedCount - 1], completedCount - 1)
  }

  /// Checks that no chain of instances is too long to be released.
  private mutating func checkChains(_ limits: ArchiveLimits) throws {
    let limit = limits.maximumReferenceDepth ?? StackGuard.releaseDepth
    guard made.count > limit, references.longestChain(among: made) > limit else { return }
    throw ArchiveError.chainTooLong(limit)
  }

  /// Records an unowned reference. It is an error if only unowned references and the decoder hold the instance.
  ///
  /// - Parameter offset: The offset of its object in the archive, for the error.
  package mutating func expectOwner(of object: any ArchivableObject, at offset: Int? = nil) {
    unowned.append(WeakReference(object: object, error: .withoutOwner(type(of: object), offset: offset)))
  }

  /// Awakes the instances created since the last call. All must be complete.
  package mutating func awake() throws {
    defer { waiting = [] }
    for index in waiting.reversed() {
      let object = made[index]
      guard var awaking = object as? any AwakesAfterDecoding else { continue }
      try ArchiveError.located(at: .instance(object, index)) { try awaking.awakeAfterDecoding() }
    }
  }

  /// Makes the same checks as ``release(_:)``, but continues to hold the instances that have owners, for values read
  /// later.
  package mutating func checkOwners(_ limits: ArchiveLimits) throws {
    if unowned.isEmpty { return try checkChains(limits) }
    let (weak, numbers) = (made.map { WeakReference(object: $0) }, positions)
    try release(limits)
    let alive = weak.map { $0.object as? any ArchivableObject }
    var moved = [Int32](repeating: 0, count: weak.count + 1)
    for (index, object) in alive.enumerated() {
      guard let object else { continue }
      made.append(object)
      moved[index + 1] = Int32(made.count)
    }
    positions = numbers.map { $0 > 0 ? moved[Int($0)] : $0 }
    completedCount = made.count
  }

  /// Releases the instances, and checks that each unowned reference leads to an instance with another owner.
  package mutating func release(_ limits: ArchiveLimits) throws {
    try checkChains(limits)
    references = StrongReferences()
    // Decoded values hold most of them. The others are in chains that the check above found to be short enough.
    unsafe held?.objects = []
    positions = []
    completedCount = 0
    waiting = []
    defer { unowned = [] }
    if let error = unowned.first(where: { $0.object == nil })?.error { throw error }
  }
}

extension ArchiveError {
  /// Returns the error for an instance reachable only through unowned references.
  fileprivate static func withoutOwner(_ type: any ArchivableObject.Type, offset: Int?) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "an instance of \(type) that something else in the archive holds",
      found: "one that only unowned references lead to", offset: offset,
      advice: "The archive is damaged, or was written with another model.")
  }
}

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
  private let stack = StackGuard()

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
