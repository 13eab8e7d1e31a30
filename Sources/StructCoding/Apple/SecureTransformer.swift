// `NSSecureUnarchiveFromDataTransformer` is there on Apple platforms only. Written with care, and not compiled: the
// project's machines run Linux.

#if canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation

  /// The secure transformer of an archivable type: what a transformable attribute of a Core Data model names.
  ///
  /// Between data and the type's `Coding`, or an array of them; nothing else is let in at the top of the data. What the
  /// fields may be, the `Coding` checks itself when it is read.
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
  public final class SecureTransformer<Value: Archivable>: NSSecureUnarchiveFromDataTransformer {
    public override class var allowedTopLevelClasses: [AnyClass] { [Value.Coding.self, NSArray.self] }

    public override class func allowsReverseTransformation() -> Bool { true }

    /// The data of a `Coding`, of a value, or of an array of either.
    public override func reverseTransformedValue(_ value: Any?) -> Any? {
      switch value {
      case let value as Value: super.reverseTransformedValue(value.encoded)
      case let values as [Value]: super.reverseTransformedValue(values.map(\.encoded))
      default: super.reverseTransformedValue(value)
      }
    }
  }

  extension Archivable {
    /// Makes a transformer between data and the type's `Coding` (or arrays of it) known under a name, which a Core
    /// Data model can then give for its transformable attributes; see ``SecureTransformer``.
    ///
    /// Call it before the model is loaded.
    public static func registerSecureTransformer(named name: String) {
      Coding.registerArchiveNames()
      ValueTransformer.setValueTransformer(SecureTransformer<Self>(), forName: NSValueTransformerName(name))
    }
  }
#endif
