package import ArchiveBytes

/// The instances that an encoder has met: each has a number, and is stored once, after what led to it.
///
/// Instances wait in line to be stored, so however long a chain of references is, storing it takes no recursion.
package struct EncodedObjects {
  private var families = ObjectFamilies()
  private var numbers = AddressTable()
  /// All instances by their numbers. They are held, so that no other object takes the address of one.
  private var objects: [any ArchivableObject] = []
  private var isStored: [Bool] = []
  /// The numbers of those to be stored, in order, and how many of them were taken.
  private var waiting: [Int32] = []
  private var takenCount = 0
  /// What unowned references lead to, and the error when nothing else stores it.
  private var expected: [(number: Int, error: ArchiveError)] = []

  package init() {}

  /// Whether there is any instance.
  package var isEmpty: Bool { objects.isEmpty }
  package var first: (any ArchivableObject)? { objects.first }
  /// How many there are, those included that only weak references lead to.
  package var count: Int { objects.count }

  /// The number of an instance that is to be stored.
  ///
  /// - Parameter base: The class that is asked for where it is referenced.
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

  /// The number of an instance that is stored when something else refers to it.
  @inline(__always)
  package mutating func conditionalNumber<Object: ArchivableObject>(
    of object: Object, as base: Object.Type
  ) throws -> Int {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    let number = numbers[address]
    if number >= 0, type(of: object) == base { return number }
    return try add(object, address, as: base)
  }

  @inline(never)
  private mutating func add<Object: ArchivableObject>(
    _ object: Object, _ address: UInt, as base: Object.Type
  ) throws -> Int {
    let type = type(of: object)
    if type != base { try families.check(type, isOneOf: base) }
    let number = numbers[address]
    if number >= 0 { return number }
    numbers.insert(objects.count, for: address)
    objects.append(object)
    isStored.append(false)
    return objects.count - 1
  }

  /// Whether the instance of a number is stored, or in line for it.
  package func isStored(_ number: Int) -> Bool { isStored[number] }

  /// The instance that is to be stored next.
  package mutating func next() -> (number: Int, object: any ArchivableObject)? {
    guard takenCount < waiting.count else { return nil }
    let number = Int(waiting[takenCount])
    takenCount += 1
    return (number, objects[number])
  }

  /// Makes it an error when nothing stores an instance.
  package mutating func expectStored(_ number: Int, path: [ArchiveError.PathComponent] = []) {
    let name = type(of: objects[number]).archiveSchema.className
    expected.append(
      (
        number,
        ArchiveError(
          .invalidValue, expected: "an instance that something else in the archive holds",
          found: "an instance of \(name) that only unowned references lead to", path: path,
          advice: "Archive what owns it, or make the reference a strong or a weak one.")
      ))
  }

  /// Checks, when all instances are stored, that these include what unowned references lead to.
  package func checkExpected() throws {
    for (number, error) in expected where !isStored[number] { throw error }
  }

  /// An error in the fields of an instance: where it is, when no path from the root is at hand.
  package func located(_ error: any Error, in object: any ArchivableObject, number: Int) -> ArchiveError {
    ArchiveError.wrapping(error).prefixed(.field("\(type(of: object).archiveSchema.className)#\(number)"))
  }
}
