internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// Class instances: one object each, however often it is referenced.
extension ObjectTableWriter {
  @inline(__always)
  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    let number = try instances.number(of: object, as: Object.self)
    pending.append(PlistReference.uid(entry(ofInstance: number)))
  }

  /// Stores a reference to an entry that stays `$null` if nothing else stores the instance, as in Apple's archives.
  mutating func _encodeUnretained<Object: ArchivableObject>(
    _ object: Object?, at position: Int, mustBeStored: Bool
  ) throws {
    try checkTurn(of: position)
    guard let object else { return try encodeNil() }
    do {
      let number = try instances.conditionalNumber(of: object, as: Object.self)
      pending.append(PlistReference.uid(entry(ofInstance: number)))
      if mustBeStored { instances.expectStored(number, path: [.field(fieldName(position))]) }
    } catch {
      throw located(error, at: position)
    }
  }

  /// Returns the entry of `$objects` reserved for an instance.
  @inline(__always)
  private mutating func entry(ofInstance number: Int) -> Int {
    // Numbers are assigned in order, so a new number is the next one.
    if number == instanceEntries.count { instanceEntries.append(addObject(0)) }
    return instanceEntries[number]
  }

  /// Stores the waiting instances, and the instances they refer to.
  mutating func finishInstances() throws {
    while let (number, object) = instances.next() {
      try encode(object, number: number, entry: instanceEntries[number])
    }
    try instances.checkExpected()
  }

  /// Stores an instance as the content of an entry.
  mutating func encode(_ object: any ArchivableObject, number: Int, entry: Int) throws {
    do {
      try encodeFields(of: object, entry: entry)
    } catch {
      throw instances.located(error, in: object, number: number)
    }
  }

  private mutating func encodeFields(of object: any ArchivableObject, entry: Int) throws {
    let type = number(ofClass: Swift.type(of: object))
    let mark = pending.count
    let enclosing = try enter(
      Scope(kind: .record, type: type, shape: vocabulary.types[type].structShape, base: mark), mode: .inline)
    defer { leave(enclosing) }
    try object.encodeFields(to: &self)
    try finishRecord(entry, from: mark, omitted: place.omissions != enclosing.omissions)
  }
}
