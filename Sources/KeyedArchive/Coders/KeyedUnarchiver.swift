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
open class KeyedUnarchiver: KeyedCoder {
  /// The object that is being read.
  struct Frame {
    var shape: ObjectShape
    /// Where the references to its values begin.
    var values: Int
    /// Its number in `$objects`.
    var object = ObjectTable.inline
    /// The classes that were allowed where the object is.
    var allowed: [AnyClass]?
    var nextUnkeyed = 0
  }

  /// The reader, which values that are being read have for as long as that takes.
  let baton: Baton<ObjectTableReader>
  let requiresSecure: Bool
  var frames: [Frame]
  private(set) var classes: [String: AnyClass] = [:]
  /// What was decided on the classes that objects name; see ``ObjectMaker``.
  var makers: [Int: [ObjectMaker.Decision]] = [:]
  /// The classes that are allowed where a field names one, by that.
  var allowedForFields: [ObjectIdentifier: [AnyClass]] = [:]
  let shapes = ObjectShapes()
  /// The objects made so far, by their number.
  var objects: [AnyObject?] = []
  /// Stands for an object that is being made.
  let beingMade = NSObject()
  var expandedSizes = ExpandedSizes()
  /// The bytes that the coder's own reader reads.
  private let storage: ByteStorage?
  /// Whether the archive came in another form than the one that is read.
  private let isConverted: Bool
  /// How many values are being read inside one another.
  var unwrapDepth = 0
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
    let (storage, table) = try PlistConversion.reading(from: data, options.limits) { data in
      let storage = ByteStorage(copying: data)
      let table = try unsafe ObjectTable(storage.bytes)
      try table.checkArchiver(options.archivers)
      return (storage, table)
    }
    isConverted = data.beginsAsXML
    baton = Baton(ObjectTableReader(table, limits: options.limits))
    self.storage = storage
    requiresSecure = requiringSecureCoding
    let plist = table.plist
    let (count, start) = try plist.counted(at: table.topOffset, width: 2 * plist.referenceSize)
    let top = ObjectShape(keysStart: start, names: table.top.map(\.key))
    frames = [Frame(shape: top, values: start + count * plist.referenceSize)]
    super.init()
  }

  /// A coder for the objects among the values that a reader reads, which it has for each of them.
  init(_ baton: Baton<ObjectTableReader>) {
    self.baton = baton
    isConverted = false
    storage = nil
    requiresSecure = true
    frames = []
    super.init()
  }

  final var reader: ObjectTableReader {
    @inline(__always) _read { yield baton.tool }
    @inline(__always) _modify { yield &baton.tool }
  }

  open override var requiresSecureCoding: Bool { requiresSecure }

  /// Makes objects whose class has this name in the archive be read as a class of yours, where that class or one
  /// above it is asked for.
  open func setClass(_ type: AnyClass?, forClassName name: String) {
    guard baton.isHere else { return refuseCallOfValue() }
    makers = [:]
    if let coding = classes[name] as? any ArchiveDecodable.Type { rename(coding, from: name, isRead: false) }
    if let coding = type as? any ArchiveDecodable.Type { rename(coding, from: name, isRead: true) }
    classes[name] = type
  }

  private func rename<Coding: ArchiveDecodable>(_ type: Coding.Type, from name: String, isRead: Bool) {
    let number = reader.number(of: Coding.Value.self)
    reader.types[number].otherNames.removeAll { $0 == name }
    if isRead { reader.types[number].otherNames.append(name) }
  }

  /// Says which object is being made, so that its parts can refer back to it.
  ///
  /// In Objective-C an unarchiver makes an object before it reads what is in it. In Swift nobody has the object before
  /// its `init(coder:)` returns, and a part that asks for its whole gets an ``ArchiveError/Code/cycle``. A class whose
  /// parts do so says when it is there, and reads the parts after that:
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
  /// The parts get an object that is not complete yet, as they do in Objective-C.
  open func willDecodeParts(of object: NSObject) {
    guard let number = frames.last?.object, number >= 0 else { return }
    // The table of objects is there since this one was begun.
    objects[number] = object
  }

  /// Ends the reading.
  ///
  /// - Throws: The first ``ArchiveError`` that occurred since the archive was opened.
  open func finishDecoding() throws {
    if let failure { throw isConverted ? failure.withoutOffset : failure }
  }

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

  // MARK: Keys

  /// Whether the object being read has an entry of this name, as it stands in the archive.
  func hasEntry(_ name: String) -> Bool { frames.last?.shape.positions[name] != nil }

  /// Reads the value under a key of the object being read; `nil` when there is none, or after an error.
  func read<Value>(_ key: String, _ body: () throws -> Value?) -> Value? {
    read(key, as: ObjectTableWriter.escaped(key), body)
  }

  /// The same, with the key as it stands in the archive.
  private func read<Value>(_ key: String, as stored: String, _ body: () throws -> Value?) -> Value? {
    guard failure == nil, let frame = frames.last, let position = frame.shape.positions[stored] else {
      return nil
    }
    guard baton.isHere else {
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

  /// Reads a record of an older version from what the object that is being read stores.
  package func decodeUpgraded<Record: ArchiveRecord>(_ type: Record.Type, from version: Int) throws -> Record
  {
    // While an object is read, the reader stands at it.
    guard baton.isHere else { throw callOfValue() }
    return try withReader { try $0.upgraded(type, from: version) }
  }

  open override func containsValue(forKey key: String) -> Bool { hasEntry(ObjectTableWriter.escaped(key)) }

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
    read(key) { try decodePlaceWithoutClasses("decodeObject(forKey: \"\(key)\")", plainClasses) }
  }

  open override func decodePropertyList(forKey key: String) -> Any? {
    read(key) { try decodePlace(allowed: Self.propertyListClasses) }
  }

  // MARK: Without keys

  /// Reads the next value that was stored without a key; `nil` when there is none, or after an error.
  private func readUnkeyed<Value>(_ body: () throws -> Value?) -> Value? {
    guard failure == nil, let frame = frames.indices.last else { return nil }
    let key = "$\(frames[frame].nextUnkeyed)"
    frames[frame].nextUnkeyed += 1
    return read(key, as: key, body)
  }

  /// Reads the next value that was stored without a key.
  ///
  /// There is no way to name classes here. A secure coder makes texts, numbers, data and dates, and objects of the
  /// classes that were allowed for the object that is being read.
  open override func decodeObject() -> Any? { readUnkeyed { try decodeUnkeyedPlace("decodeObject()") } }

  func decodeUnkeyedPlace(_ method: String) throws -> AnyObject? {
    try decodePlaceWithoutClasses(method, plainClasses + (frames.last?.allowed ?? []))
  }

  func readCValue(ofType encoding: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer) {
    do {
      unsafe readCValue(try unsafe CType(encoding), at: address)
    } catch {
      failWithError(error)
    }
  }

  /// Reads the next value without a key into the memory at an address.
  func readCValue(_ type: CType, at address: UnsafeMutableRawPointer) {
    _ = readUnkeyed { () throws -> Void? in try unsafe decodeCValue(type, at: address) }
  }

  open override func decodeData() -> Data? {
    readUnkeyed { try reader.decodeNil() ? nil : reader.decodeData() }
  }
  open override func decodePropertyList() -> Any? {
    readUnkeyed { try decodePlace(allowed: Self.propertyListClasses) }
  }

  /// What some of Foundation's own classes read without naming it.
  private var plainClasses: [AnyClass] { [NSString.self, NSNumber.self, NSData.self, NSDate.self] }

  private static var propertyListClasses: [AnyClass] {
    [NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSDictionary.self]
  }

  /// Reads the object at the reader's place for a method that names no classes.
  private func decodePlaceWithoutClasses(_ method: String, _ allowed: [AnyClass]) throws -> AnyObject? {
    guard requiresSecure else { return try decodePlace(allowed: [NSObject.self]) }
    do {
      return try decodePlace(allowed: allowed)
    } catch let error as ArchiveError where error.code == .classMismatch && error.path.isEmpty {
      throw reader.failure(
        .unsupported, expected: "decodeObject(of:forKey:) with the classes to allow", found: method,
        advice: "A secure coder must be told what it may make.")
    }
  }

  #if !canImport(ObjectiveC)
    open override var allowedClasses: [AnyClass]? { frames.last?.allowed }

    open override func decodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer)
    {
      unsafe readCValue(ofType: type, at: address)
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
