package import ArchiveBytes

/// The instances that an encoder has encountered. Each has a number, and is stored once, after the value that led to
/// it.
///
/// Instances wait in a queue, so storing a chain of references takes no recursion, however long the chain is.
package struct EncodedObjects {
  private var families = ObjectFamilies()
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// All instances, by number. The encoder holds them, so that no new object can get the address of an earlier one.
  private var objects: [any ArchivableObject] = []
  private var isStored: [Bool] = []
  /// The numbers of the instances to store, in order. The first `takenCount` have been taken.
  private var waiting: [Int32] = []
  private var takenCount = 0
  /// The targets of unowned references, each with the error to throw if nothing else stores it.
  private var expected: [(number: Int, error: ArchiveError)] = []

  package init() {}

  /// Whether there are no instances.
  package var isEmpty: Bool { objects.isEmpty }
  /// The number of instances, including instances reachable only through weak references.
  package var count: Int { objects.count }

  /// Returns the number of an instance, and adds it to the instances to store.
  ///
  /// - Parameter base: The declared class of the reference.
  @inline(__always)
  package mutating func number<Object: ArchivableObject>(of object: Object, as base: Object.Type) throws
    -> Int
  {
    let number = try conditionalNumber(of: object, as: base)
    if !isStored[number] {
      isStored[number] = true
      waiting.append(Int32(truncatingIfNeeded: number))
    }
    return number
  }

  /// Returns the number of an instance that is stored only if something else refers to it.
  @inline(__always)
  package mutating func conditionalNumber<Object: ArchivableObject>(
    of object: Object, as base: Object.Type
  ) throws -> Int {
    if type(of: object) == base, let number = numbers[ObjectIdentifier(object)] { return number }
    return try add(object, as: base)
  }

  @inline(never)
  private mutating func add<Object: ArchivableObject>(
    _ object: Object, as base: Object.Type
  ) throws -> Int {
    let type = type(of: object)
    if type != base { try families.check(type, isOneOf: base) }
    if let number = numbers[ObjectIdentifier(object)] { return number }
    numbers[ObjectIdentifier(object)] = objects.count
    objects.append(object)
    isStored.append(false)
    return objects.count - 1
  }

  /// Returns whether the instance with this number is stored, or waits to be stored.
  package func isStored(_ number: Int) -> Bool { isStored[number] }

  /// Returns the next instance to store.
  package mutating func next() -> (number: Int, object: any ArchivableObject)? {
    guard takenCount < waiting.count else { return nil }
    let number = Int(waiting[takenCount])
    takenCount += 1
    return (number, objects[number])
  }

  /// Records an unowned reference. It is an error if nothing else stores the instance.
  package mutating func expectStored(_ number: Int, path: [ArchiveError.PathComponent] = []) {
    let name = type(of: objects[number]).archiveSchema.className
    expected.append(
      (
        number,
        ArchiveError(
          .invalidValue, expected: "an instance that something else in the archive holds",
          found: "an instance of \(name) that only unowned references lead to", path: path,
          advice: .changeCode("Archive the instance's owner, or make the reference strong or weak."))
      ))
  }

  /// Checks that the targets of all unowned references were stored. Call it after all instances are stored.
  package func checkExpected() throws {
    for (number, error) in expected where !isStored[number] { throw error }
  }

  /// Returns an error in the fields of an instance. Its path begins with the class name and the number of the instance,
  /// because no path from the root is available.
  package func located(_ error: any Error, in object: any ArchivableObject, number: Int) -> ArchiveError {
    ArchiveError.wrapping(error).prefixed(.field("\(type(of: object).archiveSchema.className)#\(number)"))
  }
}
