public import ArchiveBytes
internal import ArchiveValues
public import Foundation

/// An `NSCoder` that writes a keyed archive object by object: what `NSKeyedArchiver` does, with errors that are thrown.
///
/// For existing classes that conform to `NSSecureCoding`, and for `Coding` objects among them. Values need none of
/// it; ``KeyedArchive/encode(_:options:)-(Value,_)`` writes them directly.
///
/// ```swift
/// let archiver = KeyedArchiver(requiringSecureCoding: true)
/// archiver.encode(document, forKey: "document")
/// archiver.encode(3, forKey: "revision")
/// let data = try archiver.finishEncoding()
/// ```
///
/// `encode(_:forKey:)` cannot throw; the first thing that goes wrong is thrown by ``finishEncoding()``. An archiver
/// belongs to one thread: it is not `Sendable`, as no `NSCoder` is.
open class KeyedArchiver: NSCoder {
  /// The keys that one object has stored so far.
  struct Frame {
    var keys: [UInt32] = []
    /// Where the object's values begin among the pending ones.
    var mark: Int
    /// The number of the next value without a key.
    var nextUnkeyed = 0
  }

  /// The kind of property list to write; binary by default.
  open var outputFormat: PropertyListSerialization.PropertyListFormat = .binary

  var writer: ObjectTableWriter
  private let requiresSecure: Bool
  var frames: [Frame]
  /// The keys at the top of the archive, as they are stored.
  private var topKeys: [String] = []
  /// The entry of `$objects` of each object stored, and the objects, which must live as long as their addresses count.
  private var objectNumbers: [ObjectIdentifier: Int] = [:]
  private var storedObjects: [NSObject] = []
  private var classNames: [ObjectIdentifier: String] = [:]
  private var failure: ArchiveError?
  private var finished: Data?

  /// Creates an archiver.
  ///
  /// - Parameters:
  ///   - requiringSecureCoding: Whether every object must conform to `NSSecureCoding`.
  ///   - limits: Only the depth counts when writing.
  public init(requiringSecureCoding: Bool, limits: ArchiveLimits = ArchiveLimits()) {
    writer = ObjectTableWriter(limits: limits)
    requiresSecure = requiringSecureCoding
    frames = [Frame(mark: 0)]
    super.init()
    writer.mode = .inline
    writer.scope.kind = .keyed
  }

  open override var allowsKeyedCoding: Bool { true }
  open override var requiresSecureCoding: Bool { requiresSecure }

  /// Makes objects of a class be stored under a name of your choice.
  open func setClassName(_ name: String?, for type: AnyClass) {
    classNames[ObjectIdentifier(type)] = name
  }

  /// Ends the archive and returns its bytes; further calls return the same.
  ///
  /// - Throws: The first ``ArchiveError`` that occurred since the archiver was made.
  @discardableResult
  open func finishEncoding() throws -> Data {
    if let failure { throw failure }
    if let finished { return finished }
    let data = try writer.finish(keys: topKeys)
    finished = try PlistConversion.convert(data, to: outputFormat, writer.limits)
    return finished!
  }

  /// Notes an error, which ``finishEncoding()`` throws; later ones are dropped, as they mostly follow from the first.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = ArchiveError.wrapping(error) }
  }

  // MARK: Keys

  /// Stores one value under a key of the object being written, and notes an error for later.
  private func store(_ key: String, _ body: () throws -> Void) {
    store(key, as: ObjectTableWriter.escaped(key), body)
  }

  /// The same, with the key as it stands in the archive.
  private func store(_ key: String, as stored: String, _ body: () throws -> Void) {
    guard failure == nil else { return }
    precondition(finished == nil, "the archive is finished")
    let count = writer.pending.count
    writer.mode = .inline
    do {
      try body()
    } catch {
      failure = ArchiveError.wrapping(error).prefixed(.field(key))
      return
    }
    assert(writer.pending.count == count + 1)
    enter(stored, at: count)
  }

  private func enter(_ key: String, at position: Int) {
    let frame = frames.count - 1
    let reference = writer.keyReference(key)
    if let known = frames[frame].keys.firstIndex(of: reference) {
      // The last value stored under a key is the one that counts.
      writer.pending[frames[frame].mark + known] = writer.pending[position]
      writer.pending.count = position
    } else {
      frames[frame].keys.append(reference)
      if frame == 0 { topKeys.append(key) }
    }
  }

  /// The key of the next value that is stored without one: `$0`, `$1` …
  private func nextUnkeyedName() -> String {
    defer { frames[frames.count - 1].nextUnkeyed += 1 }
    return "$\(frames[frames.count - 1].nextUnkeyed)"
  }

  open override func encode(_ value: Any?, forKey key: String) { store(key) { try encodePlace(value) } }
  open override func encode(_ value: Bool, forKey key: String) { store(key) { writer.encode(value) } }
  open override func encode(_ value: Int32, forKey key: String) { store(key) { writer.encode(Int64(value)) } }
  open override func encode(_ value: Int64, forKey key: String) { store(key) { writer.encode(value) } }
  open override func encode(_ value: Float, forKey key: String) { store(key) { writer.encode(value) } }
  open override func encode(_ value: Double, forKey key: String) { store(key) { writer.encode(value) } }
  open override func encode(_ value: Int, forKey key: String) { store(key) { writer.encode(Int64(value)) } }

  open override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    let buffer = unsafe UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length)
    store(key) { try writer.encodeBytes(Array(buffer)) }
  }

  /// Stores the object only if it is stored elsewhere already; otherwise `nil`.
  open override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    store(key) {
      guard let object = object as? NSObject, let number = objectNumbers[ObjectIdentifier(object)] else {
        return writer.pending.append(PlistReference.null)
      }
      writer.pending.append(PlistReference.uid(number))
    }
  }

  open override func encode(_ object: Any?) {
    // The name of an unkeyed value is the format's own, and so is not escaped.
    let name = nextUnkeyedName()
    store(name, as: name) { try encodePlace(object) }
  }

  // MARK: Objects

  /// Stores any object or value at the writer's current place, as an object.
  func encodePlace(_ value: Any?) throws {
    guard let value else { return try writer.encodeNil() }
    let saved = writer.mode
    if saved == .inline { writer.mode = .boxed }
    defer { writer.mode = saved }
    if type(of: value) is AnyClass, let object = value as? NSObject { return try encodeObject(object) }
    switch value {
    case let value as any ArchiveValue: try withWriter { try value.encodeValue(to: &$0) }
    case let values as [Any]: try encodeElements(values, as: .array)
    case let values as Set<AnyHashable>: try encodeElements(values.map(\.base), as: .set)
    case let values as [AnyHashable: Any]: try encodeEntries(values.map { ($0.key.base, $0.value) })
    default:
      throw ArchiveError(
        .unsupported, expected: "an object or an archivable value",
        found: "a value of type \(type(of: value))",
        advice: "Mark its type @Archivable.")
    }
  }

  func encodeObject(_ object: NSObject) throws {
    let identity = ObjectIdentifier(object)
    if let number = objectNumbers[identity] { return writer.pending.append(PlistReference.uid(number)) }
    let wrapper = object as? any ArchiveDecodable
    if wrapper == nil, try encodeFoundationObject(object) { return }
    guard let coding = object as? any NSObject & NSCoding, isSecure(coding) else {
      throw ArchiveError(
        .unsupported,
        expected: requiresSecure ? "an object that supports secure coding" : "an NSCoding object",
        found: "one of class \(type(of: object))", advice: "Conform the class to NSSecureCoding.")
    }
    remember(object)
    if let wrapper {
      // A wrapped value is written from its description, which is faster and needs no keys.
      try encodeWrapped(wrapper)
    } else {
      try encodeKeyed(coding)
    }
  }

  /// Notes that the next entry of `$objects` is this object's, so that it is stored once.
  private func remember(_ object: NSObject) {
    objectNumbers[ObjectIdentifier(object)] = writer.objects.count
    storedObjects.append(object)
  }

  private func isSecure(_ object: any NSObject & NSCoding) -> Bool {
    guard requiresSecure else { return true }
    return (type(of: object) as? any NSSecureCoding.Type)?.supportsSecureCoding ?? false
  }

  private func encodeWrapped<Coding: ArchiveDecodable>(_ coding: Coding) throws {
    try withWriter { try $0.encodeWrapped(coding.decoded) }
  }

  private func encodeKeyed(_ object: any NSObject & NSCoding) throws {
    let type: AnyClass = object.classForCoder
    let names = try ArchiveClassNames.chain(of: type, renamed: classNames[ObjectIdentifier(type)])
    let number = writer.beginObject()
    let enclosing = try writer.enter(ObjectTableWriter.Scope(kind: .keyed), mode: .inline)
    frames.append(Frame(mark: writer.pending.count))
    object.encode(with: self)
    let frame = frames.removeLast()
    writer.leave(enclosing)
    if let failure {
      self.failure = nil
      throw failure
    }
    let shape = writer.keyedShape(keys: frame.keys, classNames: names)
    writer.resolveClass(of: shape)
    writer.objects[number] = writer.note(recordOf: shape, from: frame.mark)
  }

  // MARK: Foundation's objects

  /// Stores an object of one of Foundation's own classes; `false` when it is none of them.
  private func encodeFoundationObject(_ object: NSObject) throws -> Bool {
    switch object {
    case is NSNull: try encodeNull()
    case let string as NSString: try writer.encode(string as String)
    case let number as NSNumber where !(number is NSDecimalNumber): encodeNumber(number)
    case let date as NSDate:
      remember(date)
      writer.encode(date as Date)
    case let data as NSData:
      remember(data)
      try writer.encode(data as Data)
    case let array as NSArray:
      remember(array)
      try encodeElements(array.map { $0 }, as: .array)
    case let set as NSSet where !(set is NSCountedSet):
      remember(set)
      try encodeElements(set.allObjects, as: .set)
    case let dictionary as NSDictionary:
      remember(dictionary)
      try encodeEntries(dictionary.allKeys.map { ($0, dictionary[$0] as Any) })
    default:
      for type in FoundationRecords.types where try encode(object, asRecord: type) { return true }
      return false
    }
    return true
  }

  private func encode<Record: ArchiveRecord>(_ object: NSObject, asRecord type: Record.Type) throws -> Bool {
    guard let record = Record(archiveObject: object) else { return false }
    remember(object)
    try withWriter { try $0.encodeRecord(record) }
    return true
  }

  private func encodeNull() throws {
    writer.mode = .element
    try writer.encodeNil()
    writer.mode = .boxed
  }

  private func encodeNumber(_ number: NSNumber) {
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): writer.encode(number.doubleValue)
    case UInt8(ascii: "f"): writer.encode(number.floatValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): writer.encode(number.uint64Value)
    default:
      if number === (true as NSNumber) || number === (false as NSNumber) {
        writer.encode(number.boolValue)
      } else {
        writer.encode(number.int64Value)
      }
    }
  }

  private func encodeElements(_ elements: [Any], as kind: ArchiveCollection) throws {
    try encodeCollection(kind, count: elements.count, elements)
  }

  private func encodeEntries(_ entries: [(key: Any, value: Any)]) throws {
    try encodeCollection(.dictionary, count: entries.count, entries.map(\.key) + entries.map(\.value))
  }

  /// Stores a collection of objects by the same notes as the writer's own, with this coder storing the elements.
  private func encodeCollection(_ kind: ArchiveCollection, count: Int, _ elements: [Any]) throws {
    let collection = try writer.beginCollection(kind, count: count)
    for (position, element) in elements.enumerated() {
      do {
        try encodePlace(element)
      } catch {
        writer.leave(collection.enclosing)
        throw ArchiveError.wrapping(error).prefixed(.index(position % max(count, 1)))
      }
    }
    writer.finish(collection)
  }

  /// Lends the writer to code that may come back to this coder for an object.
  private func withWriter<Result>(
    _ body: (inout ObjectTableWriter) throws -> Result
  ) rethrows -> Result {
    var lent = ObjectTableWriter(limits: writer.limits)
    swap(&lent, &writer)
    // A writer that lent itself to this coder keeps it, and with it the objects that were met.
    let owned = lent.objectCoder
    lent.objectCoder = self
    defer {
      lent.objectCoder = owned
      swap(&lent, &writer)
    }
    return try body(&lent)
  }
}

extension ObjectTableWriter {
  /// Stores an object of a class that conforms to `NSSecureCoding`.
  mutating func encodeObject(_ object: NSObject) throws {
    let coder = objectCoder ?? KeyedArchiver(requiringSecureCoding: true, limits: limits)
    objectCoder = coder
    // The coder writes with this very writer, and hands it back.
    swap(&self, &coder.writer)
    defer { swap(&self, &coder.writer) }
    try coder.encodePlace(object)
  }
}
