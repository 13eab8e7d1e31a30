internal import Foundation

/// The objects in which Foundation's collections keep values of Swift.
enum SwiftBox {
  /// Returns whether the object is such a box, so that a cast of it gives the value.
  ///
  /// On Apple platforms an element of an `NSArray` is the box itself. Elsewhere Foundation opens it.
  static func holdsValue(_ object: NSObject) -> Bool {
    #if canImport(ObjectiveC)
      boxClass.map { object.isKind(of: $0) } ?? false
    #else
      false
    #endif
  }

  #if canImport(ObjectiveC)
    /// The name is in the Swift runtime, `stdlib/public/runtime/SwiftValue.mm`.
    private static let boxClass: AnyClass? = NSClassFromString("__SwiftValue")
  #endif
}
