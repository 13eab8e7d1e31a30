internal import ArchiveValues
internal import Foundation

/// An archiver's facts about a class whose objects it writes, determined once.
final class ArchivedClass {
  /// Whether the class may be a Foundation class that the archiver writes itself.
  let isFoundations: Bool
  /// The class, if it conforms to `NSSecureCoding`.
  let secure: (any NSSecureCoding.Type)?
  /// Whether the class is a Foundation collection, whose type does not name its element classes.
  let isCollection: Bool
  /// The class names under which its objects are stored; `nil` before the first object.
  var names: ClassNames?

  init(_ type: AnyClass) {
    isFoundations =
      !(type is any ArchiveWrapper.Type)
      && Self.foundations.contains { KeyedUnarchiver.descends(type, from: $0) }
    secure = type as? any NSSecureCoding.Type
    isCollection = (type as? NSObject.Type)?.isCollection ?? false
  }

  private static var foundations: [AnyClass] {
    [NSNumber.self] + FoundationClass.allCases.flatMap(\.classes)
      + FoundationRecords.types.flatMap { $0.archiveClasses }
  }
}

extension KeyedArchiver {
  /// Returns the facts about a class.
  func archivedClass(_ type: AnyClass) -> ArchivedClass {
    if let known = classes[ObjectIdentifier(type)] { return known }
    let found = ArchivedClass(type)
    classes[ObjectIdentifier(type)] = found
    return found
  }
}

/// The objects an archiver has visited, by identity, and their entries in `$objects`.
struct ArchivedIdentities {
  private struct Entry {
    /// The object, retained because its address is the key.
    let object: NSObject
    let number: Int
    /// Whether the entry stores the object. Otherwise the entry is only reserved, because the object has only been
    /// referred to so far.
    let isStored: Bool
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The replacements of objects that asked for one; `nil` means no object.
  private var substitutes: [ObjectIdentifier: (object: NSObject, substitute: Any?)] = [:]

  /// Returns the entry of a stored object.
  func number(of object: NSObject) -> Int? {
    guard let entry = entries[ObjectIdentifier(object)], entry.isStored else { return nil }
    return entry.number
  }

  /// Records that the next entry belongs to this object.
  mutating func note(_ object: NSObject, in writer: inout ObjectTableWriter) {
    let number = writer.objects.count
    let known = entries.updateValue(
      Entry(object: object, number: number, isStored: true), forKey: ObjectIdentifier(object))
    if let known, !known.isStored { writer.forwarded[known.number] = number }
  }

  /// Returns the entry of an object that may be stored elsewhere; reserves one if it has none. A reserved entry stays
  /// `$null` if nothing stores the object, as in Apple's archives.
  mutating func reference(to object: NSObject, in writer: inout ObjectTableWriter) -> Int {
    if let known = entries[ObjectIdentifier(object)] { return known.number }
    let number = writer.addObject(PlistReference.nullString)
    entries[ObjectIdentifier(object)] = Entry(object: object, number: number, isStored: false)
    return number
  }

  /// Returns the replacement of an object, if it asked for one before.
  func substitute(for object: NSObject) -> Any?? {
    substitutes[ObjectIdentifier(object)].map { $0.substitute }
  }

  mutating func note(_ substitute: Any?, for object: NSObject) {
    substitutes[ObjectIdentifier(object)] = (object, substitute)
  }
}
