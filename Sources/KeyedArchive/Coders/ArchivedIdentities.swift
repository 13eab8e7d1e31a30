internal import ArchiveBytes
internal import Foundation

/// Which objects an archiver met, by their identity, and where they are in `$objects`.
struct ArchivedIdentities {
  /// The entry of each object stored.
  private var numbers = IdentityTable()
  /// The entries kept for objects that were only referred to so far.
  private var reserved: [ObjectIdentifier: Int] = [:]
  /// What objects are archived as that asked for something else; `nil` for nothing.
  private var substitutes: [ObjectIdentifier: Any?] = [:]
  /// The objects, which must live as long as their addresses count.
  private var objects: [NSObject] = []

  /// The entry of an object that was stored. (A call that may change the table finds it in place; others copy it first.)
  mutating func number(of object: NSObject) -> Int? { numbers[Self.key(of: object)] }

  private static func key(of object: NSObject) -> UInt64 {
    UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// Notes that the next entry is this object's.
  mutating func note(_ object: NSObject, in writer: inout ObjectTableWriter) {
    numbers.insert(writer.objects.count, for: Self.key(of: object))
    objects.append(object)
    if let kept = reserved.isEmpty ? nil : reserved.removeValue(forKey: ObjectIdentifier(object)) {
      writer.forwarded[kept] = writer.objects.count
    }
  }

  /// Keeps an entry for an object that something else may store. It stays `$null` when nothing does, as in Apple's
  /// archives.
  mutating func reserve(for object: NSObject, in writer: inout ObjectTableWriter) -> Int {
    let identity = ObjectIdentifier(object)
    if let number = reserved[identity] { return number }
    let number = writer.addObject(PlistReference.nullString)
    reserved[identity] = number
    objects.append(object)
    return number
  }

  /// What an object is archived as, if it asked for something else before.
  mutating func substitute(for object: NSObject) -> Any?? {
    substitutes.isEmpty ? nil : substitutes[ObjectIdentifier(object)]
  }

  mutating func note(_ substitute: Any?, for object: NSObject) {
    substitutes.updateValue(substitute, forKey: ObjectIdentifier(object))
    objects.append(object)
  }
}
