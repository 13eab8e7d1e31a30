public import Foundation

/// The Foundation types that are records in Apple's layout. An `NSCoder` or a document may contain them even if no
/// user type names them.
package enum FoundationRecords {
  /// The types, in search order. A type whose class is a subclass of another type's class comes first. Of several
  /// types with the same class, such as `NSValue`, the first is used if only the name of the class is known. Generic
  /// types, such as `Measurement`, are not in the list.
  package static var types: [any ArchiveRecord.Type] {
    var types: [any ArchiveRecord.Type] = [
      Decimal.self, URL.self, UUID.self, DateInterval.self, DateComponents.self, Calendar.self, Locale.self,
      TimeZone.self, IndexSet.self, IndexPath.self, CGPoint.self, CGSize.self, CGRect.self, NSRange.self,
    ]
    #if canImport(AppKit) || !canImport(ObjectiveC)
      types.append(NSEdgeInsets.self)
    #endif
    return types
  }

  /// Returns the type that reads an `NSValue` with this number under `NS.special`; `nil` if the number is unknown.
  package static func structure(ofKind number: Int64) -> (any ArchiveRecord.Type)? {
    types.first { type in
      (type as? any HeldByNSValue.Type).map { Int64($0.layout.kind) == number } ?? false
    }
  }
}

// In an `NSCoder`, a Foundation value type that bridges to a class is an object of that class.
// `_ObjectiveCBridgeable` is the only protocol by which generic code can bridge: on Linux, several of these types are
// not `ReferenceConvertible`, and `as?` returns no object.
extension ArchiveRecord where Self: _ObjectiveCBridgeable, _ObjectiveCType: NSObject {
  public var _archiveObject: NSObject? { _bridgeToObjectiveC() }

  public init?(_archiveObject: NSObject) {
    guard let object = _archiveObject as? _ObjectiveCType else { return nil }
    self = ._unconditionallyBridgeFromObjectiveC(object)
  }

  public static var archiveClasses: [AnyClass] { [_ObjectiveCType.self] }
}
