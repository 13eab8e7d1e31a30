internal import ArchiveBytes
internal import Foundation

/// A class whose instances keep their identity in an archive: what `@Archivable` makes of a class.
///
/// An instance that is referenced from several places is stored once, and is one instance after decoding. References may
/// lead in circles. Instances are stored side by side, so references are no nesting; how long a chain of them may be, which
/// Swift must be able to let go of, is limited by ``ArchiveLimits/maximumReferenceDepth``.
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
/// No initialiser of yours is called. An instance is decoded in three steps:
///
/// 1. `init(fields:)`, which the macro writes, sets the properties that need a value: constants, those without an initial
///    value, and those with observers. The others have their initial value, which is `nil` for an optional variable
///    and empty for a variable of an array, a dictionary or a set.
/// 2. ``decodeReferences(from:)`` sets these others. By then every instance that leads here is there, so circles close.
/// 3. ``AwakesAfterDecoding/awakeAfterDecoding()`` is called when the class has it: after all instances of the archive
///    have all their properties, those made last first.
///
/// Instances that need each other in the first step cannot be made, by this or by any initialiser of Swift: reading
/// them throws ``ArchiveError/Code/cycle``. Make one of the properties an optional variable, or `weak`.
///
/// A `weak` or `unowned` reference does not keep what it leads to in the archive. When nothing else that is archived
/// holds the instance, a weak one is stored as `nil`, and an unowned one is an error.
public protocol ArchivableObject: AnyObject, ArchiveValue {
  /// The class name, and the names of the fields: those of the classes above first.
  static var archiveSchema: ArchiveSchema { get }

  /// The classes below this one whose instances are archived where it is asked for, and those that they list.
  ///
  /// ```swift
  /// @Archivable(.superclass)
  /// class Shape {
  ///   class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self, Polygon.self] }
  /// }
  /// ```
  ///
  /// Every class lists its own; a class that is not listed is neither written nor made, whatever an archive says.
  static var archiveSubclasses: [any ArchivableObject.Type] { get }

  /// Stores every field, those of the classes above first, each by one call in the order of the schema.
  func encodeFields(to encoder: inout some FieldEncoder) throws

  /// Creates an instance, with the properties that need a value from the start.
  init(fields decoder: inout some FieldDecoder) throws

  /// Sets the properties that `init(fields:)` left as they are.
  func decodeReferences(from decoder: inout some FieldDecoder) throws
}

extension ArchivableObject {
  public static var archiveSubclasses: [any ArchivableObject.Type] { [] }

  public func decodeReferences(from decoder: inout some FieldDecoder) throws {}

  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encodeInstance(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder.decodeInstance(of: self)
  }

  /// Through an `NSCoder`, an instance is stored as data: the keyed archive of itself.
  public static var archiveClasses: [AnyClass] { [NSData.self] }

  public static var archiveName: String { archiveSchema.className }

  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.instance(self), of: self) }
}
