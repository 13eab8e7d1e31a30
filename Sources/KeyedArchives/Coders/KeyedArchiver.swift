public import ArchiveBytes
internal import ArchiveValues
public import Foundation
internal import PropertyLists

/// An `NSCoder` that writes a keyed archive object by object, like `NSKeyedArchiver`, and throws its errors.
///
/// Use it for existing `NSSecureCoding` classes, together with `Coding` objects. Values do not need it;
/// ``KeyedArchive/encode(_:options:)-(Value,_)`` writes them directly.
///
/// ```swift
/// let archiver = KeyedArchiver(requiringSecureCoding: true)
/// archiver.encode(document, forKey: "document")
/// archiver.encode(3, forKey: "revision")
/// let data = try archiver.finishEncoding()
/// ```
///
/// `encode(_:forKey:)` cannot throw, so ``finishEncoding()`` throws the first error. Use an archiver on one thread
/// only: like every `NSCoder`, it is not `Sendable`.
open class KeyedArchiver: _KeyedCoder {
  /// The keys that an object has stored so far.
  struct Frame {
    private(set) var keys: [UInt32] = []
    private var positions: [UInt32: Int] = [:]
    /// The index of the object's first value in `pending`.
    var mark: Int
    /// The number of the next value without a key.
    var nextUnkeyed = 0

    init(mark: Int) { self.mark = mark }

    /// Returns the position of a known key. Appends a new key and returns `nil`.
    mutating func note(_ key: UInt32) -> Int? {
      if let known = positions[key] { return known }
      positions[key] = keys.count
      keys.append(key)
      return nil
    }
  }

  /// The property list format to write; binary by default.
  open var outputFormat: PropertyListSerialization.PropertyListFormat = .binary

  /// The writer; `nil` while a value uses it. The value lends it back for each object inside.
  final var writer: ObjectTableWriter!
  /// Whether the archive is the coder's own. A coder of the objects inside a value borrows the value's writer for
  /// each object.
  let isOwn: Bool
  let requiresSecure: Bool
  var frames: [Frame]
  /// The top-level keys, in their stored form.
  private var topKeys: [String] = []
  /// The objects stored so far, by identity.
  var identities = ArchivedIdentities()
  /// The classes of the objects stored so far.
  var classes: [ObjectIdentifier: ArchivedClass] = [:]
  var classNames: [ObjectIdentifier: String] = [:]
  /// Whether a field's collection is being written. When it is decoded, no type names the classes of its elements.
  var isInPlainCollection = false
  private var finished: Data?

  /// Creates an archiver.
  ///
  /// - Parameters:
  ///   - requiringSecureCoding: Whether every object must conform to `NSSecureCoding`.
  ///   - limits: The limits. Encoding uses only the depth.
  public init(requiringSecureCoding: Bool, limits: ArchiveLimits = ArchiveLimits()) {
    var writer = ObjectTableWriter(limits: limits)
    writer.place.mode = .inline
    writer.place.scope.kind = .keyed
    self.writer = writer
    isOwn = true
    requiresSecure = requiringSecureCoding
    frames = [Frame(mark: 0)]
    super.init()
  }

  /// Creates a coder for the objects inside a value, without a writer.
  override init() {
    isOwn = false
    requiresSecure = true
    frames = []
    super.init()
  }

  open override var requiresSecureCoding: Bool { requiresSecure }

  /// Sets the name under which objects of a class are stored; `nil` restores the class's own name.
  ///
  /// The name of a `Coding` also applies to its values anywhere in the archive. Set names before you encode anything.
  open func setClassName(_ name: String?, for type: AnyClass) {
    guard writer != nil else { return refuseCallOfValue() }
    classes = [:]
    classNames[ObjectIdentifier(type)] = name
    if let coding = type as? any ArchiveWrapper.Type { rename(coding, to: name) }
    if let instance = type as? any ArchivableObject.Type { writer.rename(instance, to: name) }
  }

  private func rename<Coding: ArchiveWrapper>(_ type: Coding.Type, to name: String?) {
    writer.rename(Coding.Value.self, to: name)
  }

  /// Finishes the archive and returns its bytes; further calls return the same bytes.
  ///
  /// - Throws: The first ``ArchiveError`` since the archiver was created.
  @discardableResult
  open func finishEncoding() throws -> Data {
    if let failure { throw failure }
    if let finished { return finished }
    guard writer != nil else { throw callOfValue() }
    do {
      // Writes the class instances.
      let data = try withWriter { try $0.finish(keys: topKeys) }
      let converted = try PlistConversion.convert(data, to: outputFormat, writer.limits)
      finished = converted
      return converted
    } catch {
      // The writer is left half-finished, so another call must not try again.
      let error = ArchiveError.wrapping(error)
      failure = error
      throw error
    }
  }

  // MARK: Keys

  /// Stores one value under a key of the current object, and records an error for later.
  ///
  /// - Parameter stored: The key in its stored form, if it is a name of the format.
  private func store(_ key: String, as stored: String? = nil, _ body: () throws -> Void) {
    guard failure == nil else { return }
    guard writer != nil, !frames.isEmpty else { return refuseCallOfValue() }
    guard finished == nil else {
      failure = ArchiveError(
        .unsupported, expected: "an unfinished archive", found: "a finished one",
        path: [.field(key)], advice: .changeCode("Encode before finishEncoding()."))
      return
    }
    writer.place.mode = .inline
    do {
      try body()
    } catch {
      failure = ArchiveError.wrapping(error).prefixed(.field(key))
      return
    }
    enter(stored ?? key.escapedKey)
  }

  /// Assigns a key of the current object to the last pending value.
  private func enter(_ key: String) {
    let frame = frames.count - 1
    let number = writer.key(key)
    if let known = frames[frame].note(number) {
      // The last value stored under a key wins.
      let last = writer.pending.count - 1
      let value = writer.pending[last]
      writer.pending[frames[frame].mark + known] = value
      writer.pending.count = last
    } else if frame == 0, isOwn {
      topKeys.append(key)
    }
  }

  open override func encode(_ value: Any?, forKey key: String) { store(key) { try encodePlace(value) } }
  open override func encode(_ value: Bool, forKey key: String) { store(key) { writer._encode(.bool(value)) } }
  open override func encode(_ value: Int32, forKey key: String) { encode(Int64(value), forKey: key) }
  open override func encode(_ value: Int64, forKey key: String) {
    store(key) { writer._encode(.signed(value)) }
  }
  open override func encode(_ value: Float, forKey key: String) {
    store(key) { writer._encode(.float(value)) }
  }
  open override func encode(_ value: Double, forKey key: String) {
    store(key) { writer._encode(.double(value)) }
  }
  open override func encode(_ value: Int, forKey key: String) { encode(Int64(value), forKey: key) }
  #if canImport(ObjectiveC)
    open override func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }
  #endif

  open override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    store(key) { try writer._encodeBytes(unsafe Self.bytes(bytes, length)) }
  }

  private static func bytes(_ bytes: UnsafeRawPointer?, _ length: Int) throws -> [UInt8] {
    guard let bytes = unsafe bytes, length > 0 else {
      guard length == 0 else {
        throw ArchiveError(.invalidValue, expected: "bytes", found: "no bytes, and a length of \(length)")
      }
      return []
    }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: length))
  }

  /// Stores a reference to an object that is stored elsewhere, earlier or later. It reads as `nil` if nothing stores
  /// the object.
  ///
  /// Use it for non-owning references, such as from a part to its whole. Strings, numbers and values have no
  /// identity, so they are always stored.
  open override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    store(key) { try encodeConditionalPlace(object) }
  }

  // MARK: Without keys

  /// Stores a value without a key. `decodeObject()` and similar methods read such values in the order in which they
  /// were stored.
  private func encodeUnkeyed(_ body: () throws -> Void) {
    guard let frame = frames.indices.last else { return refuseCallOfValue() }
    // The name belongs to the format, so it is not escaped.
    let name = "$\(frames[frame].nextUnkeyed)"
    frames[frame].nextUnkeyed += 1
    store(name, as: name, body)
  }

  open override func encode(_ object: Any?) { encodeUnkeyed { try encodePlace(object) } }
  open override func encode(_ data: Data) { encodeUnkeyed { try encodePlace(data) } }
  open override func encodeConditionalObject(_ object: Any?) {
    encodeUnkeyed { try encodeConditionalPlace(object) }
  }
  open override func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) {
    encodeUnkeyed { try writer._encodeBytes(unsafe Self.bytes(bytes, length)) }
  }
  open override func encodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeRawPointer) {
    refuseAddress(use: "encode(_:forKey:)")
  }
  #if os(macOS) || !canImport(ObjectiveC)
    open override func encodePropertyList(_ list: Any) {
      encodeUnkeyed {
        guard PropertyListSerialization.propertyList(list, isValidFor: .binary) else {
          throw ArchiveError(
            .unsupported, expected: "a property list", found: "a value of type \(type(of: list))",
            advice: "It can hold only strings, numbers, dates, data, and arrays and dictionaries of these.")
        }
        try encodePlace(list)
      }
    }
  #endif
}
