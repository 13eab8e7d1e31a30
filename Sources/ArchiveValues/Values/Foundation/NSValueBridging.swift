package import Foundation

/// A structure that an `NSValue` can hold.
///
/// The initialisers of `NSValue` have different names on different platforms (`point:` in Foundation on macOS and
/// Linux, `cgPoint:` in UIKit), but all of them accept a type encoding.
package protocol HeldByNSValue: ArchiveRecord {
  static var layout: NSValueLayout { get }
  /// Creates any value, as a buffer to read into.
  init()
}

extension HeldByNSValue {
  public var _archiveObject: NSObject? { NSValue(holding: self) }

  public init?(_archiveObject: NSObject) {
    guard let structure: Self = (_archiveObject as? NSValue)?.held() else { return nil }
    self = structure
  }

  public static var archiveClasses: [AnyClass] { [NSValue.self] }
}

extension NSValue {
  convenience init<Structure: HeldByNSValue>(holding structure: Structure) {
    // SAFETY: `NSValue` copies as many bytes as the encoding describes, and it is the structure's own encoding.
    unsafe self.init(
      bytes: withUnsafeBytes(of: structure) { unsafe [UInt8]($0) }, objCType: Structure.layout.encoding)
  }

  /// Returns the structure in the value; `nil` if the value holds another type.
  func held<Structure: HeldByNSValue>() -> Structure? {
    guard unsafe String(cString: objCType) == Structure.layout.encoding else { return nil }
    var structure = Structure()
    // SAFETY: the encodings were compared above, so the value has as many bytes as the structure.
    unsafe withUnsafeMutableBytes(of: &structure) { bytes in
      guard let address = bytes.baseAddress else { return }
      #if canImport(ObjectiveC)
        unsafe getValue(address, size: bytes.count)
      #else
        unsafe getValue(address)
      #endif
    }
    return structure
  }
}
