package import ArchiveBytes

/// Instances that are held while they are made. Letting go of them does not end the stack, however they hold each other: an
/// archive that is found to be damaged may have made any chain of them before.
private final class HeldObjects {
  @exclusivity(unchecked) var objects: [any ArchivableObject] = []

  deinit {
    if objects.isEmpty { return }
    let last: [AnyObject] = objects
    objects = []
    StackGuard.release(consume last)
  }
}

/// The instances that a decoder has made, and those of them whose references are still to be read.
///
/// The decoder itself keeps what it needs to come back to the fields of each, in the order in which they were made.
package struct DecodedObjects {
  private var families = ObjectFamilies()
  /// For the number of each object in the archive: 0 before it is met, -1 while it is made, then one more than its
  /// position in `made`.
  private var positions: [Int32] = []
  /// All instances, in the order in which they were made. They are held until all are complete, for those that only
  /// weak references lead to.
  private var made: [any ArchivableObject] {
    _read {
      if let held { yield held.objects } else { yield[] }
    }
    _modify {
      let held = held ?? HeldObjects()
      self.held = held
      yield &held.objects
    }
  }
  /// Made with the first instance: most values have none.
  private var held: HeldObjects?
  private var references = StrongReferences()
  private var completedCount = 0
  private var awokenCount = 0
  private var awakens = false
  /// The class of the instance that was made last.
  private var lastType = ObjectIdentifier(AnyObject.self)
  private var unowned: [Unowned] = []

  private struct Unowned {
    weak var object: AnyObject?
    let error: ArchiveError
  }

  package init() {}

  package var isEmpty: Bool { made.isEmpty }
  /// How many are held.
  package var count: Int { made.count }

  /// The family of a class.
  package mutating func family(of type: any ArchivableObject.Type) throws -> ObjectFamily {
    try families.family(of: type)
  }

  /// The instance that was made of an object, which is one of a class, or of one that it lists.
  ///
  /// - Parameter count: How many objects the archive has.
  /// - Throws: When the object is in the making, or its class is none that is asked for.
  package mutating func instance(
    _ number: Int, of type: any ArchivableObject.Type, count: Int
  ) throws -> (any ArchivableObject)? {
    if positions.count < count { positions += Array(repeating: 0, count: count - positions.count) }
    let position = positions[number]
    if position == 0 { return nil }
    guard position > 0 else { throw Self.circle(type) }
    let object = made[Int(position) - 1]
    let found = Swift.type(of: object)
    if found != type {
      guard try families.family(of: type).contains(found) else {
        throw try families.family(of: type).mismatch(found: found.archiveSchema.className)
      }
    }
    references.add(Int(position) - 1)
    return object
  }

  private static func circle(_ type: any ArchivableObject.Type) -> ArchiveError {
    ArchiveError(
      .cycle, expected: "an instance of \(type) that can be made before what refers to it",
      found: "one that needs itself for one of its properties",
      advice: "Make a property on the way a variable that is optional or an array, or make it weak.")
  }

  /// Says that an object is being made.
  ///
  /// - Parameter number: That of the object; `nil` for one that nothing else can refer to.
  /// - Returns: What ``cancel(_:_:)`` and ``add(_:number:_:)`` need.
  package mutating func begin(_ number: Int?) -> Making {
    if let number { positions[number] = -1 }
    return Making(owner: references.open(nil))
  }

  /// Says that making it has failed, so that it may be tried as something else.
  package mutating func cancel(_ number: Int?, _ making: Making) {
    if let number { positions[number] = 0 }
    references.close(making.owner)
  }

  /// An object that is being made, or completed.
  package struct Making { fileprivate let owner: Int }

  /// Adds an instance whose references are still to be read.
  ///
  /// - Parameter number: That of its object; `nil` for one that nothing else can refer to.
  package mutating func add(_ object: any ArchivableObject, number: Int?, _ making: Making) {
    let index = made.count
    references.close(making.owner, as: index)
    references.add(index)
    made.append(object)
    if let number { positions[number] = Int32(truncatingIfNeeded: index + 1) }
    let type = ObjectIdentifier(type(of: object))
    if type != lastType {
      lastType = type
      if Swift.type(of: object) is any AwakesAfterDecoding.Type { awakens = true }
    }
  }

  /// The next instance whose references are to be read, and how many were made before it.
  package mutating func next() -> (object: any ArchivableObject, index: Int)? {
    guard completedCount < made.count else { return nil }
    completedCount += 1
    return (made[completedCount - 1], completedCount - 1)
  }

  /// Says that the references of an instance are being read, until ``endCompleting(_:)``.
  package mutating func beginCompleting(_ index: Int) -> Making { Making(owner: references.open(index)) }

  package mutating func endCompleting(_ making: Making) { references.close(making.owner) }

  /// Says that the last reference does not hold its instance.
  package mutating func doesNotHold(_ object: any ArchivableObject) {
    if let last = references.last, made[last] === object { references.removeLast() }
  }

  /// Checks that no chain of instances is longer than may be let go of.
  private func checkChains(_ limits: ArchiveLimits) throws {
    let limit = limits.maximumReferenceDepth ?? StackGuard.releaseDepth
    guard made.count > limit, references.depth(of: made.count) > limit else { return }
    throw ArchiveError.chainTooLong(limit)
  }

  /// Makes it an error when nothing but unowned references, or the decoder, holds an instance.
  package mutating func expectOwner(
    of object: any ArchivableObject, else error: @autoclosure () -> ArchiveError
  ) {
    doesNotHold(object)
    unowned.append(Unowned(object: object, error: error()))
  }

  /// Awakes the instances that were made since the last time, when all are complete.
  package mutating func awake() throws {
    defer { awokenCount = made.count }
    guard awakens else { return }
    for object in made[awokenCount...].reversed() {
      guard var awaking = object as? any AwakesAfterDecoding else { continue }
      do {
        try awaking.awakeAfterDecoding()
      } catch {
        throw located(error, in: object)
      }
    }
  }

  /// An error in the fields of an instance: which it is, when no path from the root is at hand.
  package func located(_ error: any Error, in object: any ArchivableObject) -> ArchiveError {
    // Mostly it is the one whose references are being read.
    let last = completedCount - 1
    let index = last >= 0 && made[last] === object ? last : made.firstIndex { $0 === object }
    let number = index.map { "#\($0)" } ?? ""
    return ArchiveError.wrapping(error).prefixed(.field(type(of: object).archiveSchema.className + number))
  }

  /// Checks what ``release()`` checks, and holds the instances that have owners, for values that are read later.
  package mutating func checkOwners(_ limits: ArchiveLimits) throws {
    try checkChains(limits)
    if unowned.isEmpty { return }
    let weak = made.map { WeakReference(object: $0) }
    made = []
    if let error = unowned.first(where: { $0.object == nil })?.error {
      // What refers to them is of no use: whoever reads on begins anew.
      positions = []
      references = StrongReferences()
      (completedCount, awokenCount, unowned) = (0, 0, [])
      throw error
    }
    unowned = []
    let alive = weak.map { $0.object as? any ArchivableObject }
    var moved = [Int32](repeating: 0, count: weak.count + 1)
    for (index, object) in alive.enumerated() {
      guard let object else { continue }
      made.append(object)
      moved[index + 1] = Int32(made.count)
    }
    references.move { Int(moved[$0 + 1]) - 1 }
    for number in positions.indices where positions[number] > 0 {
      positions[number] = moved[Int(positions[number])]
    }
    completedCount = made.count
    awokenCount = made.count
  }

  private struct WeakReference {
    weak var object: AnyObject?
  }

  /// Lets go of the instances, and checks that what unowned references lead to has an owner besides.
  package mutating func release(_ limits: ArchiveLimits) throws {
    try checkChains(limits)
    references = StrongReferences()
    // Their values hold them; what these do not hold is in chains that were just found to be short.
    held?.objects = []
    positions = []
    completedCount = 0
    awokenCount = 0
    defer { unowned = [] }
    for reference in unowned where reference.object == nil { throw reference.error }
  }
}

extension ArchiveError {
  /// The error for an instance that only unowned references lead to.
  package static func withoutOwner(_ type: any ArchivableObject.Type, offset: Int? = nil) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "an instance of \(type) that something else in the archive holds",
      found: "one that only unowned references lead to", offset: offset,
      advice: "The archive is damaged, or was written with another model.")
  }
}
