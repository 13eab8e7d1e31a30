public import ArchiveBytes
package import ArchiveValues
public import Foundation
internal import PropertyLists

/// An `NSCoder` that reads a keyed archive object by object, like `NSKeyedUnarchiver`. It throws its errors, and no
/// file can crash it, unless a class's own `init(coder:)` crashes on the objects it is given.
///
/// On Apple platforms, an Objective-C exception in `init(coder:)` becomes an error, even in a class of yours. An
/// exception while an object is hashed, compared or copied, as a member of a set or the key of a dictionary, is not
/// caught and ends the program. So does a trap in your code.
///
/// Use it for existing `NSSecureCoding` classes. The classes you ask for decide what is created. Any other object is
/// an error that names both classes, unless its class name is registered with ``setClass(_:forClassName:)``.
///
/// ```swift
/// let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
/// let document = unarchiver.decodeObject(of: Document.self, forKey: "document")
/// let revision = unarchiver.decodeInteger(forKey: "revision")
/// try unarchiver.finishDecoding()
/// ```
///
/// `decodeObject(of:forKey:)` cannot throw. After the first error, it and all later calls return `nil`, and
/// ``finishDecoding()`` throws the error. Use an unarchiver on one thread only: like every `NSCoder`, it is not
/// `Sendable`.
open class KeyedUnarchiver: _KeyedCoder {
  /// The state of an object that is being read.
  struct Frame {
    var shape: DictionaryShape
    /// The offset of the references to its values.
    var values: Int
    /// Its number in `$objects`.
    var object = ObjectTable.inline
    /// The classes allowed at the object's place.
    var allowed: [AnyClass]?
    var nextUnkeyed = 0
  }

  /// The reader; `nil` while a value uses it. The value lends it back for each object inside.
  final var reader: ObjectTableReader!
  /// Whether the archive is the coder's own. A coder of the objects inside a value borrows the value's reader for
  /// each object.
  let isOwn: Bool
  let requiresSecure: Bool
  var frames: [Frame]
  private(set) var classes: [String: AnyClass] = [:]
  /// The decisions for each class record, by the reference to it.
  var makers: [Int: [ObjectMaker.Decision]] = [:]
  /// Whether an object of a field is being read.
  var isInField = false
  /// The objects created so far, by number.
  var objects: [AnyObject?] = []
  /// The placeholder for an object that is being created.
  let beingMade = NSObject()
  var expandedSizes = ExpandedSizes()
  /// The bytes that the coder's own reader reads.
  private let storage: NSData?
  /// Whether the archive was converted from another form.
  private let isConverted: Bool
  /// The nesting depth of the values being read.
  var unwrapDepth = 0
  #if canImport(ObjectiveC)
    /// Data whose bytes callers may use as long as the coder exists.
    var lentData: [NSData] = []
  #endif

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - data: The archive, binary or XML; it may be a slice.
  ///   - requiringSecureCoding: Whether every object's class must support secure coding.
  ///   - archivers: The accepted archivers, by the name in `$archiver`; `nil` accepts any.
  ///   - limits: Limits on depth and decoded size.
  /// - Throws: ``ArchiveError`` if the bytes are not a keyed archive.
  public init(
    forReadingFrom data: Data, requiringSecureCoding: Bool = true,
    archivers: Set<String>? = ["NSKeyedArchiver"],
    limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    let (storage, table) = try PlistConversion.reading(from: data, limits) { data in
      let storage = data as NSData
      let table = try ObjectTable(in: storage)
      try table.checkArchiver(archivers)
      return (storage, table)
    }
    isConverted = data.beginsAsXML
    reader = ObjectTableReader(table, limits: limits)
    isOwn = true
    self.storage = storage
    requiresSecure = requiringSecureCoding
    let plist = table.plist
    let (count, start) = try plist.counted(at: table.topOffset, width: 2 * plist.referenceSize)
    let top = try DictionaryShape(keysStart: start, names: table.top().map(\.key))
    frames = [Frame(shape: top, values: start + count * plist.referenceSize)]
    super.init()
  }

  /// Creates a coder for the objects inside a value, without a reader.
  override init() {
    isOwn = false
    isConverted = false
    storage = nil
    requiresSecure = true
    frames = []
    super.init()
  }

  open override var requiresSecureCoding: Bool { requiresSecure }

  /// Sets the class to create for objects with a class name, wherever that class or one of its superclasses is
  /// allowed.
  open func setClass(_ type: AnyClass?, forClassName name: String) {
    guard reader != nil else { return refuseCallOfValue() }
    makers = [:]
    if let coding = classes[name] as? any ArchiveWrapper.Type { rename(coding, from: name, isRead: false) }
    if let coding = type as? any ArchiveWrapper.Type { rename(coding, from: name, isRead: true) }
    classes[name] = type
  }

  private func rename<Coding: ArchiveWrapper>(_ type: Coding.Type, from name: String, isRead: Bool) {
    let number = reader.number(of: Coding.Value.self)
    reader.types[number].otherNames.removeAll { $0 == name }
    if isRead { reader.types[number].otherNames.append(name) }
  }

  /// Registers the object being created, so that its parts can refer back to it.
  ///
  /// In Objective-C an unarchiver allocates an object before it reads its parts. In Swift the object is unavailable
  /// until its `init(coder:)` returns, so a part that asks for its whole gets an ``ArchiveError/Code/cycle``. A class
  /// with such parts calls this method first, and then reads the parts:
  ///
  /// ```swift
  /// required init?(coder: NSCoder) {
  ///   name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
  ///   super.init()
  ///   (coder as? KeyedUnarchiver)?.willDecodeParts(of: self)
  ///   rooms = coder.decodeObject(of: [NSArray.self, Room.self], forKey: "rooms") as? [Room] ?? []
  /// }
  /// ```
  ///
  /// The parts get an incomplete object, as in Objective-C.
  open func willDecodeParts(of object: NSObject) {
    guard let number = frames.last?.object, number >= 0 else { return }
    // The table of objects has existed since this object was begun.
    objects[number] = object
  }

  /// Ends decoding, and throws the first error, if there was one.
  ///
  /// - Throws: The first ``ArchiveError`` since the archive was opened.
  open func finishDecoding() throws {
    if let failure { throw isConverted ? failure.withoutOffset : failure }
  }

  /// Reads with a method of `NSCoder`, and throws an error instead of recording it. So a caller that reads an
  /// object's fields can skip one that fails and continue with the others.
  ///
  /// - Throws: The error, with a path from the value being read; or an earlier recorded error, after which nothing is
  ///   read.
  package func throwing<Result>(_ read: () -> Result) throws -> Result {
    if let failure { throw failure }
    let result = read()
    guard var error = failure else { return result }
    failure = nil
    // The path starts with the key of the value, which the caller adds itself.
    if !error.path.isEmpty { error.path.removeFirst() }
    throw error
  }

  // MARK: Keys

  /// Reads the value under a key of the current object; returns `nil` if the key is missing, or after an error.
  ///
  /// - Parameter stored: The key in its stored form, if it is a name of the format.
  func read<Value>(_ key: String, as stored: String? = nil, _ body: () throws -> Value?) -> Value? {
    guard failure == nil, let frame = frames.last,
      let position = frame.shape.positions[stored ?? key.escapedKey]
    else { return nil }
    guard reader != nil else {
      refuseCallOfValue()
      return nil
    }
    let saved = reader.place
    do {
      let plist = reader.plist
      try reader.move(to: plist.reference(at: frame.values &+ position &* plist.referenceSize))
      let value = try body()
      reader.place = saved
      return value
    } catch {
      reader.place = saved
      failure = ArchiveError.wrapping(error).prefixed(.field(key))
      return nil
    }
  }

  /// Reads a record of an older version from the fields of the current object.
  package func decodeUpgraded<Record: ArchiveRecord>(_ type: Record.Type, from version: Int) throws -> Record
  {
    // The reader is at the place of the object being read.
    guard reader != nil else { throw callOfValue() }
    return try withReader { try $0.upgraded(type, from: version) }
  }

  open override func containsValue(forKey key: String) -> Bool {
    frames.last?.shape.positions[key.escapedKey] != nil
  }

  open override func decodeBool(forKey key: String) -> Bool { read(key) { try reader.decodeBool() } ?? false }
  open override func decodeInt64(forKey key: String) -> Int64 { read(key) { try reader.decodeInt64() } ?? 0 }
  open override func decodeInteger(forKey key: String) -> Int { integer(key) }
  open override func decodeDouble(forKey key: String) -> Double {
    read(key) { try reader.decodeDouble() } ?? 0
  }
  open override func decodeFloat(forKey key: String) -> Float { read(key) { try reader.decodeFloat() } ?? 0 }
  open override func decodeCInt(forKey key: String) -> Int32 { decodeInt32(forKey: key) }
  open override func decodeInt32(forKey key: String) -> Int32 { integer(key) }

  private func integer<Number: FixedWidthInteger>(_ key: String) -> Number {
    read(key) {
      let value = try reader.decodeInt64()
      guard let number = Number(exactly: value) else {
        throw reader.invalid("\(value)", expected: "an integer of \(Number.bitWidth) bits")
      }
      return number
    } ?? 0
  }

  /// Returns the data under a key, or `nil`.
  open func decodeData(forKey key: String) -> Data? { read(key) { try reader.decodeData() } }

  open override func decodeObject(forKey key: String) -> Any? {
    read(key) { try decodePlaceWithoutClasses("decodeObject(forKey: \"\(key)\")", plainClasses) }
  }

  open override func decodePropertyList(forKey key: String) -> Any? {
    read(key) { try decodePlace(allowed: Self.propertyListClasses) }
  }

  // MARK: Without keys

  /// Reads the next value stored without a key; returns `nil` at the end, or after an error.
  private func readUnkeyed<Value>(_ body: () throws -> Value?) -> Value? {
    guard failure == nil, let frame = frames.indices.last else { return nil }
    let key = "$\(frames[frame].nextUnkeyed)"
    frames[frame].nextUnkeyed += 1
    return read(key, as: key, body)
  }

  /// Reads the next value stored without a key.
  ///
  /// This method has no parameter for allowed classes. A secure coder creates only strings, numbers, data and dates,
  /// and objects of the classes allowed for the current object.
  open override func decodeObject() -> Any? {
    readUnkeyed {
      try decodePlaceWithoutClasses("decodeObject()", plainClasses + (frames.last?.allowed ?? []))
    }
  }

  open override func decodeData() -> Data? {
    readUnkeyed { try reader.decodeNil() ? nil : reader.decodeData() }
  }
  #if os(macOS) || !canImport(ObjectiveC)
    open override func decodePropertyList() -> Any? {
      readUnkeyed { try decodePlace(allowed: Self.propertyListClasses) }
    }
  #endif

  /// The classes that some Foundation classes expect to read without naming them.
  private var plainClasses: [AnyClass] { [NSString.self, NSNumber.self, NSData.self, NSDate.self] }

  private static var propertyListClasses: [AnyClass] {
    [NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSDictionary.self]
  }

  /// Reads the object at the reader's place for a method without a list of classes.
  private func decodePlaceWithoutClasses(_ method: String, _ allowed: [AnyClass]) throws -> AnyObject? {
    guard requiresSecure else { return try decodePlace(allowed: [NSObject.self]) }
    // A plain value needs no class.
    if try !reader.decodeNil(), let reference = try classReference(),
      try maker(forClassAt: reference, allowed: allowed) == nil
    {
      throw reader.failure(
        .unsupported, expected: "decodeObject(of:forKey:) with the classes to allow", found: method,
        advice: .changeCode("A secure coder needs the list of classes it may create."))
    }
    return try decodePlace(allowed: allowed)
  }

  #if !canImport(ObjectiveC)
    open override var allowedClasses: [AnyClass]? { frames.last?.allowed }

    open override func decodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer)
    {
      refuseAddress(use: "decodeObject(of:forKey:) or decodeInteger(forKey:)")
    }

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
}
