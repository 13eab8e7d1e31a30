internal import ArchiveBytes
internal import Foundation

/// A class whose instances keep their identity in an archive. `@ArchivableObject` conforms classes to it.
///
/// An instance that is referenced from several places is stored once, and decoded as one instance. References may form
/// cycles. Instances are stored side by side, so references are not nesting. ``ArchiveLimits/maximumReferenceDepth``
/// limits the length of a chain of references, because Swift must be able to release it.
///
/// ```swift
/// @Archivable
/// final class Folder {
///   var name: String
///   var children: [Folder] = []
///   weak var parent: Folder?
///
///   init(name: String) { self.name = name }
/// }
/// ```
///
/// ## How an instance is made
///
/// Decoding calls none of your own initialisers. It creates an instance in three steps:
///
/// 1. `init(fields:)`, which the macro writes, sets the properties that need a value: constants, properties without
///    an initial value, and properties with observers. The others keep their initial value: `nil` for an optional
///    variable, and an empty array, dictionary or set.
/// 2. ``decodeReferences(from:)`` sets these other properties. By then, every instance that leads to this one exists,
///    so cycles can close.
/// 3. ``AwakesAfterDecoding/awakeAfterDecoding()`` is called, if the class implements it, after all instances of the
///    archive have all their properties. The instance created last is called first.
///
/// An instance of a class that is ``ReplaceableAfterDecoding`` takes the second step right after the first. It may
/// then return another instance to replace it.
///
/// Instances that need each other in the first step cannot be created, neither by a decoder nor by any initialiser in
/// Swift. Decoding them throws ``ArchiveError/Code/cycle``. Make one of the properties an optional variable, or
/// `weak`.
///
/// A `weak` or `unowned` reference does not keep its instance in the archive. If no other archived value holds the
/// instance, a weak reference is stored as `nil`, and an unowned reference is an error.
public protocol ArchivableObject: AnyObject, ArchiveValue, SendableMetatype {
  /// The class name and the names of the fields, with the superclasses' fields first.
  static var archiveSchema: ArchiveSchema { get }

  /// The subclasses whose instances may be archived in place of this class. The classes that they list are included.
  ///
  /// ```swift
  /// @ArchivableObject
  /// class Shape {
  ///   class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self, Polygon.self] }
  /// }
  /// ```
  ///
  /// Every class lists its own subclasses. A class that is not listed is never written and never created, whatever an
  /// archive contains.
  static var archiveSubclasses: [any ArchivableObject.Type] { get }

  /// Stores every field in the order of the schema, each with one call. The fields of superclasses come first.
  func encodeFields(to encoder: inout some FieldEncoder) throws

  /// Creates an instance, and sets the properties that need a value from the start.
  init(fields decoder: inout some FieldDecoder) throws

  /// Sets the properties that `init(fields:)` did not set.
  func decodeReferences(from decoder: inout some FieldDecoder) throws
}

extension ArchivableObject {
  public static var archiveSubclasses: [any ArchivableObject.Type] { [] }

  public func decodeReferences(from decoder: inout some FieldDecoder) throws {}

  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeInstance(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder._decodeInstance(of: self)
  }

  /// An `NSCoder` stores an instance as data: a keyed archive of the instance.
  public static var archiveClasses: [AnyClass] { [NSData.self] }

  public static var archiveName: String { archiveSchema.className }

  /// Throws if a superclass that is not archived has stored properties, which would be lost. Generated code calls it,
  /// because a macro does not see the inherited members of its class.
  public func _requireNoStoredProperties() throws {
    var type: AnyClass = Swift.type(of: self)
    while let superclass = _getSuperclass(type), superclass is any ArchivableObject.Type { type = superclass }
    guard _getSuperclass(type) != nil else { return }
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror, current.subjectType != type { mirror = current.superclassMirror }
    while let above = mirror?.superclassMirror {
      mirror = above
      guard let property = above.children.first else { continue }
      throw ArchiveError(
        .unsupported, expected: "a superclass whose properties are archived",
        found: "\(above.subjectType) with “\(property.label ?? "_")” above \(type)",
        advice:
          .changeCode(
            "Mark \(above.subjectType) @ArchivableObject, and properties that no archive needs @Transient."
          )
      )
    }
  }
}
