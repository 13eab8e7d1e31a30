// `NSSecureUnarchiveFromDataTransformer` is there on Apple platforms only. Written with care, and not compiled: the
// project's machines run Linux.

#if canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation
  internal import KeyedArchive

  /// The secure transformer of an archivable type: what a transformable attribute of a Core Data model names.
  ///
  /// Between data and the type's `Coding`, or an array of them; nothing else is let in at the top of the data. What the
  /// fields may be, the `Coding` checks itself when it is read. Data are read by ``KeyedArchive``: those of older
  /// versions are upgraded.
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
  /// A `ValueTransformer` cannot throw: where reading or writing fails, the result is `nil`, and the error is written to
  /// the log.
  public final class SecureTransformer<Value: Archivable>: NSSecureUnarchiveFromDataTransformer {
    public override class var allowedTopLevelClasses: [AnyClass] { [Value.Coding.self, NSArray.self] }

    public override class func allowsReverseTransformation() -> Bool { true }

    /// The `Coding`, or the array of them, in data.
    public override func transformedValue(_ value: Any?) -> Any? {
      result(of: value as? Data) {
        try KeyedArchive.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: $0)
      }
    }

    /// The data of a `Coding`, of a value, or of an array of either.
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

    private func result<Input>(of input: Input?, _ transform: (Input) throws -> Any?) -> Any? {
      guard let input else { return nil }
      do {
        return try transform(input)
      } catch {
        NSLog("%@", "\(Self.self): \(error)" as NSString)
        return nil
      }
    }
  }

  extension Archivable {
    /// Makes a transformer between data and the type's `Coding` (or arrays of it) known under a name, which a Core
    /// Data model can then give for its transformable attributes; see ``SecureTransformer``.
    ///
    /// Call it before the model is loaded.
    public static func registerSecureTransformer(named name: String) {
      ValueTransformer.setValueTransformer(SecureTransformer<Self>(), forName: NSValueTransformerName(name))
    }
  }
#endif
