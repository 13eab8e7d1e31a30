// `NSSecureUnarchiveFromDataTransformer` exists only on Apple platforms. It was type-checked for iOS, and
// never run.

#if canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation
  internal import KeyedArchives

  /// The secure transformer of an archivable type, for transformable attributes of Core Data models.
  ///
  /// Converts between data and the type's `Coding`, or an array of them, and refuses any other root object. A
  /// `Coding` checks its own fields when it is decoded. ``KeyedArchive`` reads the data, so older versions are
  /// upgraded.
  ///
  /// Register it before the model is loaded, and enter the name as the attribute's transformer:
  ///
  /// ```swift
  /// Session.registerSecureTransformer(named: "SessionTransformer")
  ///
  /// final class Recording: NSManagedObject {
  ///   @NSManaged var session: Session.Coding?       // recording.session?.decoded is the Session
  ///   @NSManaged var history: [Session.Coding]?     // recording.history = sessions.encoded
  /// }
  /// ```
  ///
  /// A `ValueTransformer` cannot throw: if reading or writing fails, the result is `nil`, and the error is logged.
  public final class SecureTransformer<Value: Archivable>: NSSecureUnarchiveFromDataTransformer {
    public override class var allowedTopLevelClasses: [AnyClass] { [Value.Coding.self, NSArray.self] }

    public override class func allowsReverseTransformation() -> Bool { true }

    /// Returns the `Coding`, or array of them, in the data.
    public override func transformedValue(_ value: Any?) -> Any? {
      result(of: value as? Data) {
        try KeyedArchive.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: $0)
      }
    }

    /// Returns the data of a `Coding`, a value, or an array of either.
    public override func reverseTransformedValue(_ value: Any?) -> Any? {
      let object: Any? =
        switch value {
        case let value as Value: value.encoded
        case let values as [Value]: values.map(\.encoded)
        default: value
        }
      return result(of: object) {
        try KeyedArchive.archivedData(withRootObject: $0, requiringSecureCoding: true)
      }
    }
  }

  extension Archivable {
    /// Registers a transformer between data and the type's `Coding` (or arrays of it) under a name, for the
    /// transformable attributes of a Core Data model; see ``SecureTransformer``.
    ///
    /// Call it before the model is loaded.
    public static func registerSecureTransformer(named name: String) {
      ValueTransformer.setValueTransformer(SecureTransformer<Self>(), forName: NSValueTransformerName(name))
    }
  }
#endif
