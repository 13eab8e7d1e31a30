internal import Foundation

/// A structure that an `NSValue` can hold.
///
/// The initialisers of `NSValue` have different names on different platforms (`point:` in Foundation on macOS and
/// Linux, `cgPoint:` in UIKit), but all of them accept a type encoding.
protocol HeldByNSValue {
  /// The structure's name in its Objective-C type encoding.
  static var encodedName: String { get }
  /// The part of the encoding after the name.
  static var encodedMembers: String { get }
  /// Creates any value, as a buffer to read into.
  init()
}

extension NSValue {
  convenience init<Structure: HeldByNSValue>(holding structure: Structure) {
    let encoding = "{\(Structure.encodedName)=\(Structure.encodedMembers)}"
    // SAFETY: `NSValue` copies as many bytes as the encoding says, and the encoding is that of the structure.
    unsafe self.init(bytes: withUnsafeBytes(of: structure) { unsafe [UInt8]($0) }, objCType: encoding)
  }

  /// Returns the structure in the value; `nil` if the value holds another type.
  func held<Structure: HeldByNSValue>() -> Structure? {
    let encoding = unsafe String(cString: objCType)
    guard encoding == "{\(Structure.encodedName)=\(Structure.encodedMembers)}" else { return nil }
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

extension CGFloat {
  /// Its letter in a type encoding.
  static var encodedLetter: String { MemoryLayout<CGFloat>.size == 8 ? "d" : "f" }
}

private let float = CGFloat.encodedLetter

extension CGPoint: HeldByNSValue {
  static var encodedName: String { "CGPoint" }
  static var encodedMembers: String { float + float }
}

extension CGSize: HeldByNSValue {
  static var encodedName: String { "CGSize" }
  static var encodedMembers: String { float + float }
}

extension CGRect: HeldByNSValue {
  static var encodedName: String { "CGRect" }
  static var encodedMembers: String { "{CGPoint=\(float)\(float)}{CGSize=\(float)\(float)}" }
}

extension NSRange: HeldByNSValue {
  static var encodedName: String { "_NSRange" }
  static var encodedMembers: String { MemoryLayout<Int>.size == 8 ? "QQ" : "II" }
}
