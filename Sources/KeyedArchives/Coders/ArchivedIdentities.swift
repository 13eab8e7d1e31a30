internal import ArchiveBytes
internal import Foundation

/// The objects an archiver has visited, by identity, and their entries in `$objects`.
struct ArchivedIdentities {
  /// The entry of each stored object.
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// The entries reserved for objects that were only referred to so far.
  private var reserved: [ObjectIdentifier: Int] = [:]
  /// The replacements of objects that asked for one; `nil` means no object.
  private var substitutes: [ObjectIdentifier: Any?] = [:]
  /// The objects, retained because their addresses serve as keys.
  private var objects: [NSObject] = []

  /// Returns the entry of a stored object.
  func number(of object: NSObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Records that the next entry belongs to this object.
  mutating func note(_ object: NSObject, in writer: inout ObjectTableWriter) {
    numbers[ObjectIdentifier(object)] = writer.objects.count
    objects.append(object)
    if let kept = reserved.isEmpty ? nil : reserved.removeValue(forKey: ObjectIdentifier(object)) {
      writer.forwarded[kept] = writer.objects.count
    }
  }

  /// Reserves an entry for an object that may be stored elsewhere. It stays `$null` if nothing stores the object, as
  /// in Apple's archives.
  mutating func reserve(for object: NSObject, in writer: inout ObjectTableWriter) -> Int {
    let identity = ObjectIdentifier(object)
    if let number = reserved[identity] { return number }
    let number = writer.addObject(PlistReference.nullString)
    reserved[identity] = number
    objects.append(object)
    return number
  }

  /// Returns the replacement of an object, if it asked for one before.
  mutating func substitute(for object: NSObject) -> Any?? {
    substitutes.isEmpty ? nil : substitutes[ObjectIdentifier(object)]
  }

  mutating func note(_ substitute: Any?, for object: NSObject) {
    substitutes.updateValue(substitute, forKey: ObjectIdentifier(object))
    objects.append(object)
  }
}
