// `NSSecureUnarchiveFromDataTransformer` exists only on Apple platforms. This code is type-checked for iOS, and was
// never run.

#if canImport(ObjectiveC)
  internal import ArchiveBytes
  public import ArchiveValues
  public import Foundation
  internal import KeyedArchives

  /// The secure transformer of an archivable type, for transformable attributes of Core Data models.
  ///
  /// Converts between data and the type's `Coding`, or an array, a set or a dictionary of them, and refuses any other root
  /// object. A `Coding` checks its own fields when it is decoded. ``KeyedArchive`` reads the data, so older versions are
  /// upgraded.
  ///
  /// Register it before the model is loaded, and enter the name as the attribute's transformer:
  ///
  /// ```swift
  /// Session.registerSecureTransformer()  // as "SessionTransformer"
  ///
  /// final class Recording: NSManagedObject {
  ///   @NSManaged var session: Session.Coding?       // recording.session?.decoded is the Session
  ///   @NSManaged var history: [Session.Coding]?     // recording.history = sessions.encoded
  /// }
  /// ```
  ///
  /// A `ValueTransformer` cannot throw: if reading or writing fails, the result is `nil`, and ``DecodeFailures``
  /// receives the error; see ``Archivable/registerSecureTransformer(named:onFailure:)``.
  public final class SecureTransformer<Value: Archivable>: NSSecureUnarchiveFromDataTransformer {
    private let onFailure: (@Sendable (ArchiveError) -> Void)?

    init(_ onFailure: (@Sendable (ArchiveError) -> Void)?) { self.onFailure = onFailure }

    public override class var allowedTopLevelClasses: [AnyClass] {
      [Value.Coding.self, NSArray.self, NSSet.self, NSDictionary.self]
    }

    public override class func allowsReverseTransformation() -> Bool { true }

    /// Returns the `Coding`, or the collection of them, in the data.
    public override func transformedValue(_ value: Any?) -> Any? {
      result(of: value as? Data) {
        // The keys of a dictionary are strings.
        let object = try KeyedArchive.unarchivedObject(
          ofClasses: Self.allowedTopLevelClasses + [NSString.self], from: $0)
        guard object is NSString else { return object }
        throw ArchiveError(.classMismatch, expected: "a Coding of \(Value.self)", found: "a string")
      }
    }

    /// Returns the data of a `Coding`, a value, or a collection of either.
    public override func reverseTransformedValue(_ value: Any?) -> Any? {
      func encoded(_ value: Any) -> Any { (value as? Value)?.encoded ?? value }
      let object: Any? =
        switch value {
        case let value as Value: value.encoded
        case let values as NSArray: values.map(encoded)
        case let values as NSSet: NSSet(array: values.map(encoded))
        case let values as [String: Any]: values.mapValues(encoded)
        default: value
        }
      return result(of: object) {
        try KeyedArchive.archivedData(withRootObject: $0, requiringSecureCoding: true)
      }
    }

    /// Returns the result of a transformation; `nil` for `nil`, and after an error, which is reported.
    private func result<Input>(of input: Input?, _ transform: (Input) throws -> Any?) -> Any? {
      guard let input else { return nil }
      do {
        return try transform(input)
      } catch {
        if let onFailure {
          onFailure(ArchiveError.wrapping(error))
        } else {
          DecodeFailures.report(error, used: .nil)
        }
        return nil
      }
    }
  }

  extension Archivable {
    /// Registers a transformer between data and the type's `Coding` (or collections of it), for the transformable attributes
    /// of a Core Data model; see ``SecureTransformer``.
    ///
    /// Call it before the model is loaded. `NSManagedObjectModel.unregisteredTransformerNames`, of the product
    /// `ManagedObjects`, finds a model's names that are not registered.
    ///
    /// - Parameters:
    ///   - name: The transformer name of the attributes in the model; ``Archivable/secureTransformerName`` by
    ///     default.
    ///   - onFailure: Called with the error of each value that could not be read or stored and became `nil`, on the
    ///     thread where the error occurs. By default, ``DecodeFailures`` receives it.
    /// - Returns: The name.
    @discardableResult
    public static func registerSecureTransformer(
      named name: NSValueTransformerName = NSValueTransformerName(secureTransformerName),
      onFailure: (@Sendable (ArchiveError) -> Void)? = nil
    ) -> NSValueTransformerName {
      ValueTransformer.setValueTransformer(SecureTransformer<Self>(onFailure), forName: name)
      return name
    }
  }
#endif
