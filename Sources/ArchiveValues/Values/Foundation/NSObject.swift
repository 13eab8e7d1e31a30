public import Foundation

/// Existing classes as fields: any class that conforms to `NSSecureCoding` is stored as the object it is.
///
/// The conformance belongs to `NSObject`, so that collections and optionals of such classes follow. A class that is
/// not `NSCoding` compiles as a field and is refused by the encoder.
extension NSObject: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encodeObject(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Self {
    try decoder.decodeObject(of: self)
  }

  public static var archiveClasses: [AnyClass] { [self] }
}
