public import Foundation

// A value type of Foundation that bridges to a class is that class's object in an `NSCoder`.
extension ArchiveRecord where Self: _ObjectiveCBridgeable, _ObjectiveCType: NSObject {
  public var archiveObject: NSObject { _bridgeToObjectiveC() }

  public init?(archiveObject: NSObject) {
    guard let object = archiveObject as? _ObjectiveCType else { return nil }
    self = ._unconditionallyBridgeFromObjectiveC(object)
  }

  public static var archiveClasses: [AnyClass] { [_ObjectiveCType.self] }
}
