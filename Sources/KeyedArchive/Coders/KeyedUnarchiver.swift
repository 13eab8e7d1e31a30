internal import ArchiveBytes
package import ArchiveValues
public import Foundation

/// An `NSCoder` that reads a keyed archive object by object: what `NSKeyedUnarchiver` does, with errors that are
/// thrown and no way for a file to end the program.
///
/// For existing classes that conform to `NSSecureCoding`. The classes asked for decide what is made: an object whose
/// class is none of them, nor registered for its name by ``setClass(_:forClassName:)``, is an error that names both.
///
/// ```swift
/// let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
/// let document = unarchiver.decodeObject(of: Document.self, forKey: "document")
/// let revision = unarchiver.decodeInteger(forKey: "revision")
/// try unarchiver.finishDecoding()
/// ```
///
/// `decodeObject(of:forKey:)` cannot throw; the first thing that goes wrong makes it, and all that follow, return
/// `nil`, and is thrown by ``finishDecoding()``. An unarchiver belongs to one thread: it is not
/// `Sendable`, as no `NSCoder` is.
open class KeyedUnarchiver: NSCoder {
  /// The entries of the object that is being read.
  struct Frame {
    var entries: [String: Int]
    var nextUnkeyed = 0
  }

  var reader: ObjectTableReader
  private let requiresSecure: Bool
  private var frames: [Frame]
  private var classes: [String: AnyClass] = [:]
  /// The objects made so far, by their number.
  private var objects: [Int: Any] = [:]
  private var objectsBeingMade: Set<Int> = []
  var expandedSizes = ExpandedSizes()
  private(set) var failure: ArchiveError?
  private let storage: ByteStorage?
  /// Whether the archive came in another form than the one that is read.
  private let isConverted: Bool
  /// How many values are being read inside one another.
  private var unwrapDepth = 0
  /// Data whose bytes were lent to callers, for as long as the coder lives.
  var lentData: [NSData] = []

  /// Opens an archive.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are not a keyed archive.
  public convenience init(
    forReadingFrom data: Data, options: KeyedArchive.DecodingOptions = KeyedArchive.DecodingOptions()
  ) throws {
    try self.init(data, requiringSecureCoding: true, options: options)
  }

  /// Opens an archive, and says whether its objects must support secure coding.
  public init(
    _ data: Data, requiringSecureCoding: Bool,
    options: KeyedArchive.DecodingOptions = KeyedArchive.DecodingOptions()
  ) throws {
    let (storage, table) = try PlistConversion.reading(from: data) { data in
      let storage = ByteStorage(copying: data)
      let table = try unsafe ObjectTable(storage.bytes)
      try table.checkArchiver(options.archivers)
      return (storage, table)
    }
    isConverted = data.beginsAsXML
    reader = ObjectTableReader(table, limits: options.limits)
    self.storage = storage
    requiresSecure = requiringSecureCoding
    frames = [Frame(entries: Self.dictionary(table.top))]
    super.init()
  }

  /// A coder for the objects among the values that a reader reads; the reader is lent to it for each.
  init(for reader: ObjectTableReader) {
    self.reader = reader
    isConverted = false
    storage = nil
    requiresSecure = true
    frames = []
    super.init()
  }

  open override var allowsKeyedCoding: Bool { true }
  open override var requiresSecureCoding: Bool { requiresSecure }

  /// Makes objects whose class has this name in the archive be read as a class of yours, where that class or one
  /// above it is asked for.
  open func setClass(_ type: AnyClass?, forClassName name: String) { classes[name] = type }

  /// Ends the reading.
  ///
  /// - Throws: The first ``ArchiveError`` that occurred since the archive was opened.
  open func finishDecoding() throws {
    if let failure { throw isConverted ? failure.withoutOffset : failure }
  }

  /// Notes an error, which ``finishDecoding()`` throws; later ones are dropped, as they mostly follow from the first.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = ArchiveError.wrapping(error) }
  }

  /// The first error that occurred, an ``ArchiveError``; `nil` while all went well.
  open override var error: (any Error)? { failure }

  /// Reads by a method of `NSCoder`, and throws what goes wrong instead of keeping it. So whoever reads an object's
  /// fields can do without one of them, and go on with the others.
  ///
  /// - Throws: The failure, with a path from the value that is read; or an earlier one, after which nothing is read.
  package func throwing<Result>(_ read: () -> Result) throws -> Result {
    if let failure { throw failure }
    let result = read()
    guard var error = failure else { return result }
    failure = nil
    // The key of the value comes first; the caller knows it.
    if !error.path.isEmpty { error.path.removeFirst() }
    throw error
  }

  private static func dictionary(_ entries: [(key: String, reference: Int)]) -> [String: Int] {
    Dictionary(entries.map { ($0.key, $0.reference) }, uniquingKeysWith: { _, last in last })
  }

  // MARK: Keys

  private func reference(forKey key: String) -> Int? {
    frames.last?.entries[ObjectTableWriter.escaped(key)]
  }

  /// Reads the value under a key of the object being read; `nil` when there is none, or after an error.
  func read<Value>(_ key: String, _ body: () throws -> Value?) -> Value? {
    guard failure == nil, let reference = reference(forKey: key) else { return nil }
    return read(reference, .field(key), body)
  }

  private func read<Value>(
    _ reference: Int, _ component: ArchiveError.PathComponent, _ body: () throws -> Value?
  ) -> Value? {
    let saved = reader.place
    do {
      try reader.move(to: reference)
      let value = try body()
      reader.place = saved
      return value
    } catch {
      reader.place = saved
      failure = ArchiveError.wrapping(error).prefixed(component)
      return nil
    }
  }

  /// Reads a record of an older version from what the object that is being read stores.
  package func decodeUpgraded<Record: ArchiveRecord>(_ type: Record.Type, from version: Int) throws -> Record
  {
    // While an object is read, the reader stands at it.
    try withReader { try $0.upgraded(type, from: version) }
  }

  open override func containsValue(forKey key: String) -> Bool { reference(forKey: key) != nil }

  open override func decodeBool(forKey key: String) -> Bool { read(key) { try reader.decodeBool() } ?? false }
  open override func decodeInt64(forKey key: String) -> Int64 { read(key) { try reader.decodeInt64() } ?? 0 }
  open override func decodeInteger(forKey key: String) -> Int {
    read(key) { try reader.fitting(reader.decodeInt64()) } ?? 0
  }
  open override func decodeDouble(forKey key: String) -> Double {
    read(key) { try reader.decodeDouble() } ?? 0
  }
  open override func decodeFloat(forKey key: String) -> Float { read(key) { try reader.decodeFloat() } ?? 0 }
  open override func decodeCInt(forKey key: String) -> Int32 { decodeInt32(forKey: key) }
  open override func decodeInt32(forKey key: String) -> Int32 {
    read(key) {
      let value = try reader.decodeInt64()
      guard let value = Int32(exactly: value) else {
        throw reader.invalid("\(value)", expected: "an integer of 32 bits")
      }
      return value
    } ?? 0
  }

  /// The bytes under a key, or `nil`.
  open func decodeData(forKey key: String) -> Data? { read(key) { try reader.decodeData() } }

  open override func decodeObject(forKey key: String) -> Any? {
    guard !requiresSecure else {
      return read(key) {
        // Some of Foundation's own classes read their strings this way.
        do {
          return try decodePlace(allowed: [NSString.self, NSNumber.self, NSData.self, NSDate.self])
        } catch let error as ArchiveError where error.code == .classMismatch {
          throw reader.failure(
            .unsupported, expected: "decodeObject(of:forKey:) with the classes to allow",
            found: "decodeObject(forKey: \"\(key)\")", advice: "A secure coder must be told what it may make."
          )
        }
      }
    }
    return read(key) { try decodePlace(allowed: [NSObject.self]) }
  }

  /// Reads the next value that was stored without a key.
  open override func decodeObject() -> Any? {
    guard let frame = frames.indices.last else { return nil }
    let key = "$\(frames[frame].nextUnkeyed)"
    frames[frame].nextUnkeyed += 1
    guard failure == nil, let reference = frames[frame].entries[key] else { return nil }
    return read(reference, .field(key)) { try decodePlace(allowed: [NSObject.self]) }
  }

  #if !canImport(ObjectiveC)
    open override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
      object(of: classes, forKey: key)
    }

    open override func withDecodedUnsafeBufferPointer<Result>(
      forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
      guard let data = decodeData(forKey: key) else { return try body(nil) }
      return try unsafe Array(data).withUnsafeBufferPointer { try unsafe body($0) }
    }

    open override func withDecodedUnsafeBytes<Result>(
      forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
      guard let data = decodeData(forKey: key) else { return try body(nil) }
      return try unsafe data.withUnsafeBytes { try unsafe body($0) }
    }
  #endif

  /// Reads an object of one of the given classes.
  func object(of allowed: [AnyClass]?, forKey key: String) -> Any? {
    guard let allowed else { return decodeObject(forKey: key) }
    return read(key) { try decodePlace(allowed: allowed) }
  }

  // MARK: Objects

  /// Reads the object at the reader's place, which must be of one of the allowed classes.
  func decodePlace(allowed: [AnyClass]) throws -> Any? {
    let number = reader.place.object
    if try reader.decodeNil() { return allowed.contains { $0 == NSNull.self } && number > 0 ? NSNull() : nil }
    if number >= 0, let object = objects[number] {
      guard allowed.contains(where: { type(of: object) is AnyClass && Self.isKind(object, of: $0) }) else {
        throw reader.mismatch(Self.names(of: allowed))
      }
      return object
    }
    if number >= 0, !objectsBeingMade.insert(number).inserted {
      throw reader.failure(
        .cycle, expected: "an object", found: "one that contains itself",
        advice: "A class in Swift cannot be made before its parts are; archive the reference another way.")
    }
    defer { objectsBeingMade.remove(number) }
    let object = try makeObject(allowed: allowed)
    if number >= 0 { objects[number] = object }
    return object
  }

  private static func isKind(_ object: Any, of type: AnyClass) -> Bool {
    (object as? NSObject)?.isKind(of: type) ?? false
  }

  private func makeObject(allowed: [AnyClass]) throws -> Any {
    guard let name = try reader.placeClassName() else { return try makePlainObject(allowed: allowed) }
    if let type = try classToMake(name, allowed: allowed) {
      return try makeObject(of: type, allowed: allowed)
    }
    if let object = try makeFoundationObject(name, allowed: allowed) { return object }
    throw ArchiveError(
      .classMismatch, expected: Self.names(of: allowed), found: "an object of class \(name)",
      offset: reader.place.offset,
      advice: "Allow the class, or name the one to read it as by setClass(_:forClassName:).")
  }

  static func names(of classes: [AnyClass]) -> String {
    "an object of class "
      + classes.map { (try? ArchiveClassNames.name(of: $0)) ?? "\($0)" }.joined(separator: " or ")
  }

  /// The class to make for a name in the archive: one of those allowed, or one registered that descends from them.
  private func classToMake(_ name: String, allowed: [AnyClass]) throws -> AnyClass? {
    if let type = classes[name], allowed.contains(where: { Self.descends(type, from: $0) }) { return type }
    return allowed.first { ArchiveClassNames.accepts(name, as: $0) && !Self.isFoundations($0) }
  }

  /// Whether the class is one that `makeFoundationObject` makes.
  private static func isFoundations(_ type: AnyClass) -> Bool {
    FoundationKind.allCases.contains { kind in kind.classes.contains { $0 == type } }
      || type == NSObject.self || type == NSNumber.self || type == NSNull.self
  }

  static func descends(_ type: AnyClass, from ancestor: AnyClass) -> Bool {
    var current: AnyClass? = type
    while let candidate = current {
      if candidate == ancestor { return true }
      current = _getSuperclass(candidate)
    }
    return false
  }

  private func makeObject(of type: AnyClass, allowed: [AnyClass]) throws -> Any {
    if let wrapper = type as? any ArchiveDecodable.Type { return try unwrap(wrapper) }
    guard let coding = type as? any NSCoding.Type,
      !requiresSecure || (type as? any NSSecureCoding.Type)?.supportsSecureCoding == true
    else {
      throw reader.failure(
        .unsupported, expected: "a class that supports secure coding", found: "\(type)",
        advice: "Conform the class to NSSecureCoding.")
    }
    let entries = try reader.keyedEntries()
    let enclosing = try reader.enterKeyed()
    frames.append(Frame(entries: Self.dictionary(entries)))
    let object = coding.init(coder: self)
    frames.removeLast()
    reader.leaveKeyed(enclosing)
    if let failure {
      self.failure = nil
      throw failure
    }
    guard let object else {
      throw reader.failure(
        .invalidValue, expected: "an object of class \(type)", found: "fields that it does not accept",
        advice: nil)
    }
    return object
  }

  private func unwrap<Coding: ArchiveDecodable>(_ type: Coding.Type) throws -> Coding {
    unwrapDepth += 1
    defer { unwrapDepth -= 1 }
    return try withReader { reader in
      let value = try reader.decodeRecord(of: Coding.Value.self)
      // Inside of another value, or of one that a reader reads which lent itself, instances are not complete yet.
      if unwrapDepth == 1, storage != nil { try reader.finishInstances(keepingIdentity: true) }
      return Coding(value)
    }
  }

  /// Lends the reader to code that may come back to this coder for an object.
  func withReader<Result>(_ body: (inout ObjectTableReader) throws -> Result) rethrows -> Result {
    var lent = ObjectTableReader(reader.table, limits: reader.limits)
    swap(&lent, &reader)
    // A reader that lent itself to this coder keeps it, and with it the objects that were met.
    let owned = lent.objectCoder
    lent.objectCoder = self
    defer {
      lent.objectCoder = owned
      swap(&lent, &reader)
    }
    return try body(&lent)
  }
}

extension ObjectTableReader {
  /// Reads an object of a class that conforms to `NSSecureCoding`.
  mutating func decodeObject<Object: NSObject>(of type: Object.Type) throws -> Object {
    let coder = objectCoder ?? KeyedUnarchiver(for: ObjectTableReader(table, limits: limits))
    objectCoder = coder
    // The coder reads with this very reader, and hands it back.
    swap(&self, &coder.reader)
    defer { swap(&self, &coder.reader) }
    guard let object = try coder.decodePlace(allowed: [type]) as? Object else {
      throw coder.reader.mismatch("an object of class \(type)")
    }
    return object
  }

  /// The class name of the object at the current place, or `nil` when it is a plain value.
  mutating func placeClassName() throws -> String? {
    guard table.plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { return nil }
    guard let reference = try keyedEntries().first(where: { $0.key == "$class" })?.reference else {
      throw withoutClass()
    }
    return try className(at: table.resolve(reference).offset)
  }

  /// The entries of the object at the current place, paid for by their number.
  mutating func keyedEntries() throws -> [(key: String, reference: Int)] {
    let entries = try table.plist.entries(at: place.offset, what: "an object")
    try charge(entries.reduce(64 * (1 + entries.count)) { $0 + $1.key.utf8.count })
    return entries
  }
}
