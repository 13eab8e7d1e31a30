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
open class KeyedArchiver: KeyedCoder {
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

  /// The writer, which values that are being written have for as long as that takes.
  let baton: Baton<ObjectTableWriter>
  let requiresSecure: Bool
  var frames: [Frame]
  /// The keys at the top of the archive, as they are stored.
  private var topKeys: [String] = []
  /// What was stored so far, by its identity.
  var identities = ArchivedIdentities()
  /// The classes of what was stored so far.
  private(set) var classes = ArchivedClasses()
  var classNames: [ObjectIdentifier: String] = [:]
  /// Whether the collection of a field is being written, which is read without anyone naming classes of its elements.
  var isInPlainCollection = false
  private var finished: Data?

  /// Creates an archiver.
  ///
  /// - Parameters:
  ///   - requiringSecureCoding: Whether every object must conform to `NSSecureCoding`.
  ///   - limits: Only the depth counts when writing.
  public init(requiringSecureCoding: Bool, limits: ArchiveLimits = ArchiveLimits()) {
    var writer = ObjectTableWriter(limits: limits)
    writer.mode = .inline
    writer.scope.kind = .keyed
    baton = Baton(writer)
    requiresSecure = requiringSecureCoding
    frames = [Frame(mark: 0)]
    super.init()
  }

  /// A coder for the objects among the values that a writer writes, which it has for each of them.
  init(_ baton: Baton<ObjectTableWriter>) {
    self.baton = baton
    requiresSecure = true
    frames = []
    super.init()
  }

  final var writer: ObjectTableWriter {
    @inline(__always) _read { yield baton.tool }
    @inline(__always) _modify { yield &baton.tool }
  }

  open override var requiresSecureCoding: Bool { requiresSecure }

  /// Makes objects of a class be stored under a name of your choice; `nil` gives the class its own name again.
  ///
  /// The name of a `Coding` is that of its values too, wherever these stand. Set names before anything is encoded.
  open func setClassName(_ name: String?, for type: AnyClass) {
    guard baton.isHere else { return refuseCallOfValue() }
    classes = ArchivedClasses()
    classNames[ObjectIdentifier(type)] = name
    if let coding = type as? any ArchiveDecodable.Type { rename(coding, to: name) }
    if let instance = type as? any ArchivableObject.Type { writer.rename(instance, to: name) }
  }

  private func rename<Coding: ArchiveDecodable>(_ type: Coding.Type, to name: String?) {
    writer.rename(Coding.Value.self, to: name)
  }

  /// Ends the archive and returns its bytes; further calls return the same.
  ///
  /// - Throws: The first ``ArchiveError`` that occurred since the archiver was made.
  @discardableResult
  open func finishEncoding() throws -> Data {
    if let failure { throw failure }
    if let finished { return finished }
    guard baton.isHere else { throw callOfValue() }
    // Instances of classes are written now.
    let data = try baton.pass { try $0.finish(keys: topKeys) }
    finished = try PlistConversion.convert(data, to: outputFormat, writer.limits)
    return finished!
  }

  // MARK: Keys

  /// Stores one value under a key of the object being written, and notes an error for later.
  private func store(_ key: String, _ body: () throws -> Void) {
    store(key, as: ObjectTableWriter.escaped(key), body)
  }

  /// The same, with the key as it stands in the archive.
  private func store(_ key: String, as stored: String, _ body: () throws -> Void) {
    guard failure == nil else { return }
    guard baton.isHere, !frames.isEmpty else { return refuseCallOfValue() }
    guard finished == nil else {
      failure = ArchiveError(
        .unsupported, expected: "an archive that is still written", found: "one that is finished",
        path: [.field(key)], advice: "Encode before finishEncoding().")
      return
    }
    writer.mode = .inline
    do {
      try body()
    } catch {
      failure = ArchiveError.wrapping(error).prefixed(.field(key))
      return
    }
    enter(stored)
  }

  /// Gives the value that is pending last a key of the object being written.
  private func enter(_ key: String) {
    let frame = frames.count - 1
    let reference = writer.keyReference(key)
    if let known = frames[frame].keys.firstIndex(of: reference) {
      // The last value stored under a key is the one that counts.
      let last = writer.pending.count - 1
      writer.pending[frames[frame].mark + known] = writer.pending[last]
      writer.pending.count = last
    } else {
      frames[frame].keys.append(reference)
      if frame == 0, baton.isOwn { topKeys.append(key) }
    }
  }

  /// The key of the next value that is stored without one: `$0`, `$1` …
  private func nextUnkeyedName() -> String {
    guard !frames.isEmpty else { return "$0" }
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
    store(key) { try writer.encodeBytes(unsafe Self.bytes(bytes, length)) }
  }

  private static func bytes(_ bytes: UnsafeRawPointer?, _ length: Int) throws -> [UInt8] {
    guard let bytes = unsafe bytes, length > 0 else {
      guard length == 0 else {
        throw ArchiveError(.invalidValue, expected: "bytes", found: "a length of \(length) without them")
      }
      return []
    }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: length))
  }

  /// Stores a reference to an object that something else stores, sooner or later; it reads as `nil` when nothing does.
  ///
  /// For references that do not own, such as that of a part to its whole. Texts, numbers and values, which have no
  /// identity, are stored.
  open override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    store(key) { try encodeConditionalPlace(object) }
  }

  // MARK: Without keys

  /// Stores a value without a key; `decodeObject()` and the like read such values in the order in which they were
  /// stored.
  func encodeUnkeyed(_ body: () throws -> Void) {
    // The name is the format's own, and so is not escaped.
    let name = nextUnkeyedName()
    store(name, as: name, body)
  }

  open override func encode(_ object: Any?) { encodeUnkeyed { try encodePlace(object) } }
  open override func encode(_ data: Data) { encodeUnkeyed { try encodePlace(data) } }
  open override func encodeConditionalObject(_ object: Any?) {
    encodeUnkeyed { try encodeConditionalPlace(object) }
  }
  open override func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) {
    encodeUnkeyed { try writer.encodeBytes(unsafe Self.bytes(bytes, length)) }
  }
  open override func encodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeRawPointer) {
    encodeUnkeyed { try unsafe encodeCValue(CType(type), at: address) }
  }
  open override func encodePropertyList(_ list: Any) {
    encodeUnkeyed {
      guard PropertyListSerialization.propertyList(list, isValidFor: .binary) else {
        throw ArchiveError(
          .unsupported, expected: "a property list", found: "a value of type \(type(of: list))",
          advice: "Only texts, numbers, dates, data, and arrays and dictionaries of them go in one.")
      }
      try encodePlace(list)
    }
  }
}
