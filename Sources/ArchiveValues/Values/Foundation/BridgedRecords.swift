public import Foundation

// In an `NSCoder`, a Foundation value type that bridges to a class is an object of that class.
extension ArchiveRecord where Self: _ObjectiveCBridgeable, _ObjectiveCType: NSObject {
  public var archiveObject: NSObject { _bridgeToObjectiveC() }

  public init?(archiveObject: NSObject) {
    guard let object = archiveObject as? _ObjectiveCType else { return nil }
    self = ._unconditionallyBridgeFromObjectiveC(object)
  }

  public static var archiveClasses: [AnyClass] { [_ObjectiveCType.self] }
}
