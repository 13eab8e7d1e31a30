internal import ArchiveBytes
public import ArchiveValues
public import Foundation

/// The superclass of the generated `Coding` classes, which holds the value and archives it.
///
/// A subclass names the type of its value, and overrides `supportsSecureCoding`:
///
/// ```swift
/// #if canImport(ObjectiveC)
///   @objc(Session)
/// #endif
/// final class Coding: CodingObject, ArchiveWrapper {
///   typealias Value = Session
///   override class var supportsSecureCoding: Bool { true }
/// }
/// ```
///
/// The override is necessary: Foundation refuses to decode a class that has an `init(coder:)` but only inherits
/// `supportsSecureCoding`, and Swift gives every subclass an `init(coder:)`. If the value is `Sendable`, also state
/// `@unchecked Sendable`, since the object is immutable. Objective-C finds a nested class by the name that `@objc`
/// sets; the compiler does not require the attribute.
open class CodingObject: NSObject, NSSecureCoding, NSCopying {
  /// The value in its own memory. Only the library creates instances.
  public class _Storage {
    init() {}
  }

  fileprivate let storage: _Storage

  /// Wraps a value; `init(_:)` calls it.
  public required init(_holding storage: _Storage) { self.storage = storage }

  /// Reads the value.
  ///
  /// - Returns: `nil` on failure, after passing the error to `failWithError(_:)` of `coder`.
  public required init?(coder: NSCoder) {
    func unarchive<Coding: ArchiveWrapper>(_ type: Coding.Type) -> _Storage? {
      type.unarchive(from: coder).map { ValueStorage($0) }
    }
    guard let type = Self.self as? any ArchiveWrapper.Type else {
      CoderFailure.report(
        ArchiveError(.unsupported, expected: "a class that is an ArchiveWrapper", found: "\(Self.self)"),
        whileDecodingFrom: coder)
      return nil
    }
    guard let storage = unarchive(type) else { return nil }
    self.storage = storage
  }

  /// Whether the class supports secure coding. Subclasses override it; see ``CodingObject``.
  open class var supportsSecureCoding: Bool { true }

  /// Stores the value.
  public func encode(with coder: NSCoder) { wrapper?.archive(to: coder) }

  /// Returns whether the object has the same class and an equal value. If the value is not `Equatable`, only the same
  /// object is equal.
  public override func isEqual(_ object: Any?) -> Bool {
    wrapper?.hasEqualValue(to: object) ?? super.isEqual(object)
  }

  /// The hash of the value.
  public override var hash: Int { wrapper?.hashOfValue ?? super.hash }

  /// Returns the object itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  #if !canImport(ObjectiveC)
    /// The class itself. On Linux, Foundation's archiver reads this property, and ends the process if the class is
    /// nested. This property ends the process first, with a message that names the remedy.
    @_documentation(visibility: internal)
    open override var classForKeyedArchiver: AnyClass? {
      guard String(reflecting: Self.self).split(separator: ".").count == 2 else {
        fatalError(
          """
          NSKeyedArchiver on Linux cannot archive the nested class \(String(reflecting: Self.self)). \
          Use KeyedArchiver, or KeyedArchive.archivedData(withRootObject:requiringSecureCoding:): they write the same format.
          """)
      }
      return Self.self
    }
  #endif

  private var wrapper: (any ArchiveWrapper)? { self as? any ArchiveWrapper }
}

extension ArchiveWrapper where Self: CodingObject {
  public var decoded: Value {
    // The initialiser below and `init(coder:)` create the storage for the class's `Value`. No other code creates a
    // storage.
    (storage as! ValueStorage<Value>).value
  }

  public init(_ value: Value) {
    self.init(_holding: ValueStorage(value))
    #if !canImport(ObjectiveC)
      WrappersInUse.note(Self.self)
    #endif
  }
}

private final class ValueStorage<Value>: CodingObject._Storage {
  let value: Value

  init(_ value: Value) { self.value = value }
}

// `NSCoder` support of the generated `Coding` class: its `encode(with:)` calls `archive(to:)`, and its `init(coder:)`
// calls `unarchive(from:)`.

extension ArchiveWrapper {
  /// Stores the fields of the value in `coder`, under their stored names.
  ///
  /// `encode(with:)` cannot throw. If a field cannot be stored, ``KeyedArchiver`` throws the error when it finishes.
  /// Foundation's archiver cannot report an error: calling `failWithError(_:)` would end the program. This method
  /// marks its archive instead, and every reader of the object throws the error. A coder without keys, such as
  /// `NSArchiver`, is not supported: its `failWithError(_:)` ends the program.
  package func archive(to coder: NSCoder) {
    do {
      try CoderFailure.checkKeys(of: coder)
      var encoder = CoderEncoder(coder: coder, schema: Value.archiveSchema)
      try encoder.encodeFields(of: decoded)
      if Value.archiveSchema.version > 1 {
        coder.encode(Int64(Value.archiveSchema.version), forKey: ArchiveSchema.versionKey)
      }
    } catch {
      CoderFailure.report(.wrapping(error), whileEncodingTo: coder)
    }
  }

  /// Reads a value stored by ``archive(to:)`` from `coder`.
  ///
  /// - Returns: `nil` on failure, after passing the error to `failWithError(_:)` of `coder`, since `init(coder:)`
  ///   cannot throw. If the coder's policy is `.raiseException`, as for an `NSKeyedUnarchiver` created with
  ///   `init(forReadingWith:)`, `failWithError(_:)` raises an Objective-C exception, which Swift cannot catch.
  ///   ``KeyedUnarchiver`` and `NSKeyedUnarchiver(forReadingFrom:)` keep the error.
  package static func unarchive(from coder: NSCoder) -> Value? {
    do {
      try CoderFailure.checkKeys(of: coder)
      var decoder = CoderDecoder(coder: coder, schema: Value.archiveSchema)
      try CoderFailure.check(coder)
      return try decoder.decodeWhole(Value.self)
    } catch {
      CoderFailure.report(.wrapping(error), whileDecodingFrom: coder)
      return nil
    }
  }

  /// Returns whether `object` has the same class and an equal value. If the value is not `Equatable`, only the same
  /// object is equal.
  ///
  /// The generated `isEqual(_:)` calls it.
  package func hasEqualValue(to object: Any?) -> Bool {
    guard let other = object as? Self else { return false }
    if self === other { return true }
    guard let value = decoded as? any Equatable else { return false }
    return value.isEqual(to: other.decoded)
  }

  /// A hash consistent with ``hasEqualValue(to:)``.
  package var hashOfValue: Int {
    if let value = decoded as? any Hashable { return value.hashValue }
    // Equal values must have equal hashes, so all values that are not `Hashable` share one hash.
    if decoded is any Equatable { return ObjectIdentifier(Self.self).hashValue }
    return ObjectIdentifier(self).hashValue
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}
