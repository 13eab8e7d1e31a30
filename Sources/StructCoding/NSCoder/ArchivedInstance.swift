public import ArchiveValues

/// A value that holds an instance of an `@Archivable` class, so that any `NSCoder` can archive the instance too.
/// ``ArchivableObject/encoded`` creates its object:
///
/// ```swift
/// let object = track.encoded  // an NSObject, NSSecureCoding
/// object.decoded === track
/// let data = try KeyedArchive.archivedData(withRootObject: tracks.encoded, requiringSecureCoding: true)
/// ```
///
/// Instances keep their identity within one archive of ``KeyedArchiver`` or ``KeyedArchive``. Any other `NSCoder`
/// stores each object as data: a separate keyed archive.
public struct ArchivedInstance<Object: ArchivableObject>: Archivable, ArchiveStruct {
  /// The instance that the value holds.
  public let object: Object

  /// Wraps an instance.
  public init(_ object: Object) { self.object = object }

  /// The class name in archives is the instance's class name followed by `_Coding`.
  public static var archiveFields: ArchiveFields<ArchivedInstance> {
    .shared("\(Object.archiveSchema.className)_Coding") { $0.field("object", \.object) }
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(object, at: 0) }

  public init(fields decoder: inout some FieldDecoder) throws { object = try decoder.decode(at: 0) }

  /// The object of an instance.
  public final class Coding: CodingObject, InstanceWrapper {
    public typealias Value = ArchivedInstance
    public override class var supportsSecureCoding: Bool { true }
    /// The wrapped or decoded instance itself.
    public var decoded: Object { _instance }
    public var _instance: Object { wrappedValue(of: self).object }
    #if canImport(ObjectiveC)
      public override var classForKeyedArchiver: AnyClass? {
        Self.registerArchiveNames()
        return Self.self
      }
    #endif
  }
}

/// The object of an instance of an `@Archivable` class.
public protocol InstanceWrapper: ArchiveWrapper {
  /// The class of the instance.
  associatedtype Object: ArchivableObject
  /// The instance that the value holds.
  var _instance: Object { get }
}

extension ArchivableObject {
  /// The instance as an object that any `NSCoder` can archive.
  public var encoded: ArchivedInstance<Self>.Coding { ArchivedInstance(self).encoded }
}

extension Sequence where Element: ArchivableObject {
  /// The instances as objects that any `NSCoder` can archive.
  public var encoded: [ArchivedInstance<Element>.Coding] { map(\.encoded) }
}

extension Sequence where Element: InstanceWrapper {
  /// The instances of the objects.
  public var decoded: [Element.Object] { map(\._instance) }
}

private func wrappedValue<Wrapper: ArchiveWrapper>(of wrapper: Wrapper) -> Wrapper.Value { wrapper.decoded }
