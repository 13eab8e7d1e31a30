internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

// The classes whose objects the unarchiver creates itself.
extension FoundationClass {
  /// The class and its mutable subclass.
  var classes: [AnyClass] {
    switch self {
    case .null: [NSNull.self]
    case .string: [NSString.self, NSMutableString.self]
    case .data: [NSData.self, NSMutableData.self]
    case .date: [NSDate.self]
    case .array: [NSArray.self, NSMutableArray.self]
    case .orderedSet: [NSOrderedSet.self, NSMutableOrderedSet.self]
    case .set: [NSSet.self, NSMutableSet.self]
    case .countedSet: [NSCountedSet.self]
    case .dictionary: [NSDictionary.self, NSMutableDictionary.self]
    }
  }

  /// The classes by their names. (The first call of `NSStringFromClass` takes milliseconds on Linux.)
  static let named: [String: (class: FoundationClass, isMutable: Bool)] = {
    var named: [String: (class: FoundationClass, isMutable: Bool)] = [:]
    for known in allCases where known != .null {
      let name = known.schema.className
      named[name] = (known, false)
      if known.classes.count > 1 { named["NSMutable" + name.dropFirst(2)] = (known, true) }
    }
    return named
  }()
}

// Foundation's own objects, created from the layouts that the typed reader knows.
extension KeyedUnarchiver {
  /// Creates the string, number, date or data at the reader's place, which has no class.
  func makePlainObject() throws -> NSObject {
    let plist = reader.plist
    let offset = reader.place.offset
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.ascii, BinaryPlist.Kind.utf16: return try reader.decodeString() as NSString
    case BinaryPlist.Kind.data: return try reader.decodeData() as NSData
    case BinaryPlist.Kind.date: return try reader.decodeDate() as NSDate
    default:
      switch try plist.number(at: offset) {
      case .bool(let value)?: return value as NSNumber
      case .signed(let value)?: return value as NSNumber
      case .unsigned(let value)?: return value as NSNumber
      case .float(let value)?: return value as NSNumber
      case .double(let value)?: return value as NSNumber
      case nil:
        throw reader.failure(
          .malformed, expected: "an object", found: plist.describe(at: offset),
          advice: "The file is damaged.")
      }
    }
  }

  /// Creates the string, data, date or collection at the reader's place.
  func makeFoundationObject(_ kind: FoundationClass, isMutable: Bool, allowed: [AnyClass]) throws -> NSObject
  {
    let made: NSObject
    var parts: [AnyObject]?
    switch kind {
    case .null: made = NSNull()
    case .string: made = try reader.decodeString() as NSString
    case .data: made = try reader.decodeData() as NSData
    case .date: made = try reader.decodeDate() as NSDate
    case .array, .orderedSet:
      let members = try elements(.array, allowed)
      parts = members
      made = kind == .array ? Self.array(members) : try orderedSet(of: members)
    case .set, .countedSet:
      let members = try comparable(elements(.set, allowed))
      parts = members
      made = kind == .set ? NSSet(array: members) : try countedSet(of: members)
    case .dictionary:
      let members = try elements(.dictionary, allowed)
      parts = members
      made = try dictionary(of: members)
    }
    let object = isMutable ? made.mutableCopy() as? NSObject ?? made : made
    if let parts {
      // Bridging the collection to Swift converts everything in it, and shared parts once per reference.
      if expandedSizes.note(object, parts: parts) > reader.budget { throw reader.overBudget() }
    }
    return object
  }

  /// Creates the `NSValue` at the reader's place, using the record for its kind of structure.
  func makeStructure() throws -> NSObject {
    let kind = try part("NS.special", of: openObject()) { try reader.decodeInt64() }
    guard let type = kind.flatMap({ FoundationRecords.structure(ofKind: $0) }) else {
      throw reader.failure(
        .unsupported, expected: "a point, a size, a rectangle, a range or insets",
        found: "an NSValue of another kind",
        advice: nil)
    }
    return try makeRecord(type)
  }

  /// Reads the value under a key of an open object; returns `nil` if the object lacks the key.
  private func part<Value>(
    _ key: String, of object: (shape: DictionaryShape, values: Int), _ read: () throws -> Value
  ) throws -> Value? {
    guard let position = object.shape.positions[key] else { return nil }
    let place = reader.place
    defer { reader.place = place }
    let plist = reader.plist
    try reader.move(to: plist.reference(at: object.values &+ position &* plist.referenceSize))
    return try read()
  }

  func makeRecord<Record: ArchiveRecord>(_ type: Record.Type) throws -> NSObject {
    let record = try withReader { try $0._decodeRecord(of: type) }
    guard let object = record._archiveObject else {
      throw reader.failure(.unsupported, expected: "a type with an object", found: "\(type)")
    }
    return object
  }

  /// Returns an array of objects. Passes them by address, since a Swift array would convert each part and back.
  private static func array(_ parts: [AnyObject]) -> NSArray {
    unsafe parts.withUnsafeBufferPointer { unsafe NSArray(objects: $0.baseAddress, count: $0.count) }
  }

  /// Returns the dictionary of these keys and, after them, values.
  private func dictionary(of parts: [AnyObject]) throws -> NSDictionary {
    let keys = try comparable(Array(parts.prefix(parts.count / 2)))
    let dictionary = NSMutableDictionary()
    for (key, value) in zip(keys, parts.suffix(keys.count)) {
      guard let key = key as? any NSObject & NSCopying else {
        throw reader.failure(
          .typeMismatch, expected: "keys that can be copied", found: "a key of class \(type(of: key))",
          advice: nil)
      }
      Self.set(value, forKey: key, in: dictionary)
    }
    return dictionary.copy() as? NSDictionary ?? dictionary
  }

  /// Sets an entry. Generic because `setObject(_:forKey:)` accepts any key on Linux, but requires `NSCopying` on
  /// other platforms.
  private static func set<Key: NSObject & NSCopying>(
    _ value: AnyObject, forKey key: Key, in dictionary: NSMutableDictionary
  ) {
    dictionary.setObject(value, forKey: key)
  }

  /// Returns an ordered set of these members. In a field, an equal second member is an error, as in a `Set`.
  private func orderedSet(of members: [AnyObject]) throws -> NSOrderedSet {
    let set = try NSOrderedSet(array: comparable(members))
    guard set.count == members.count || !isInField else {
      throw reader.invalid(
        "\(set.count) among \(members.count)", expected: "distinct elements of an ordered set")
    }
    return set
  }

  /// Returns a set of these members with the counts from the object at the reader's place.
  private func countedSet(of members: [AnyObject]) throws -> NSCountedSet {
    let object = try openObject()
    let set = NSCountedSet()
    for (position, member) in members.enumerated() {
      let count = try part("NS.count\(position)", of: object) { try reader.decodeInt64() } ?? 1
      guard count > 0 else {
        throw reader.invalid("\(count)", expected: "a count of 1 or more for the member \(position)")
      }
      // Foundation's set needs one call per count.
      try reader.charge(8 * Int(min(count, .max / 8)))
      for _ in 0..<count { set.add(member) }
    }
    return set
  }

  /// Returns the members of a set, or the keys of a dictionary, and charges for comparing them.
  private func comparable(_ members: [AnyObject]) throws -> [AnyObject] {
    try reader.charge(expandedSizes.stepsToCompare(members) * 8)
    return members
  }

  /// Returns the elements of the array, or all keys and then all values of the dictionary, stored under a key.
  func parts(of kind: _ArchiveCollection, allowed: [AnyClass], forKey key: String) -> [AnyObject]? {
    read(key) {
      if try reader.decodeNil() { return nil }
      if kind == .array, let objects = try bareBytes(allowed: allowed) { return objects }
      let parts = try elements(kind, allowed)
      if kind == .dictionary { _ = try comparable(Array(parts.prefix(parts.count / 2))) }
      return parts
    }
  }

  /// Returns the elements of the collection at the reader's place; for a dictionary, all keys and then all values.
  private func elements(_ kind: _ArchiveCollection, _ allowed: [AnyClass]) throws -> [AnyObject] {
    let enclosing = try reader.enterCollection(kind)
    var elements: [AnyObject] = []
    // The archive contains a reference for each element, so its size bounds the count.
    elements.reserveCapacity(reader.scope.count)
    do {
      for position in 0..<reader.scope.count {
        try ArchiveError.located(at: .index(position)) {
          _ = try reader.move(toPart: position)
          elements.append(try ObjectPool.around { try decodePlace(allowed: allowed) ?? NSNull() })
        }
      }
    } catch {
      throw reader.leaving(error, enclosing)
    }
    reader.leave(enclosing)
    return elements
  }
}

/// The sizes of an archive's collections, counting shared parts each time.
///
/// Sets and dictionaries compare their members and keys, and Foundation compares collections part by part. So a few
/// kilobytes of arrays that share their parts can take practically forever to compare. The same applies to bridging
/// such an array to Swift, where Foundation on Linux converts everything in it.
///
/// Foundation's hashes are the same in every process. A string's hash covers only 96 characters, and a collection's
/// only its count. So a file can contain many different members with the same hash, and each is compared with all the
/// others.
struct ExpandedSizes {
  /// The objects are retained, since they are identified by address. The sizes of nested collections multiply, and a
  /// `Double` does not overflow.
  private var sizes: [ObjectIdentifier: (object: NSObject, size: Double)] = [:]

  /// Records a collection with these parts, and returns its size.
  mutating func note(_ collection: NSObject, parts: [AnyObject]) -> Int {
    let size = parts.reduce(1) { $0 + (sizes[ObjectIdentifier($1)]?.size ?? 1) }
    sizes[ObjectIdentifier(collection)] = (collection, size)
    return Self.steps(size)
  }

  /// Returns the maximum number of steps for comparing all members with equal hashes with one another.
  func stepsToCompare(_ members: some Sequence<AnyObject>) -> Int {
    /// The members with each hash: their number and their total size.
    var groups: [Int: (count: Double, size: Double)] = [:]
    for case let member as NSObject in members {
      let known = groups[member.hash] ?? (0, 0)
      groups[member.hash] = (known.count + 1, known.size + stepsToCompare(member))
    }
    // Comparing two members takes no more steps than the smaller of them has.
    return Self.steps(groups.values.reduce(0) { $0 + ($1.count - 1) * $1.size / 2 })
  }

  private func stepsToCompare(_ object: NSObject) -> Double {
    switch object {
    case let text as NSString: 1 + Double(text.length) / 64
    case let data as NSData: 1 + Double(data.length) / 64
    default: sizes[ObjectIdentifier(object)]?.size ?? 1
    }
  }

  private static func steps(_ size: Double) -> Int { Int(min(size, Double(Int.max / 32))) }
}
