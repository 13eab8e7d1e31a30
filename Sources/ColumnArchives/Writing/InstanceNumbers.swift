internal import ArchiveBytes
internal import ArchiveValues

/// The class instances that a batch refers to, with their numbers. `Trees` writes them.
final class InstanceNumbers {
  // Exclusivity is not checked at each access. Its methods call schemas of users. SAFETY of each use: only one call uses
  // a writer at a time, and that code is given no encoder.
  @exclusivity(unchecked) private var objects = EncodedObjects()

  var isEmpty: Bool { unsafe objects.isEmpty }

  /// Returns the number of an instance, and adds it to the instances to store.
  @inline(__always)
  func number<Object: ArchivableObject>(of object: Object) throws -> Int {
    try unsafe objects.number(of: object, as: Object.self)
  }

  /// Returns the number of an instance that is stored only if something else refers to it.
  @inline(__always)
  func conditionalNumber<Object: ArchivableObject>(of object: Object) throws -> Int {
    try unsafe objects.conditionalNumber(of: object, as: Object.self)
  }

  /// Records an unowned reference. It is an error if nothing else stores the instance.
  func expectStored(_ number: Int) { unsafe objects.expectStored(number) }

  // MARK: Writing them

  /// The number of instances so far.
  var count: Int { unsafe objects.count }

  /// The instance with the number 0.
  var first: (any ArchivableObject)? { unsafe objects.first }

  /// Returns the next instance to store.
  func next() -> (number: Int, object: any ArchivableObject)? { unsafe objects.next() }

  /// Returns an error of an instance, located at the reference through which it was found.
  func located(_ error: any Error, in object: any ArchivableObject, number: Int) -> any Error {
    unsafe objects.located(error, in: object, number: number)
  }

  /// Throws if an instance that must be stored is not.
  func checkExpected() throws { try unsafe objects.checkExpected() }
}
