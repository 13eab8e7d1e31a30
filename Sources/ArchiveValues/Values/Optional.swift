internal import Foundation

/// Stored as `nil`, or like the value itself.
///
/// An optional of a type that may itself be stored as `nil` stores its content in an array of one element, so that
/// `.some(nil)` and `nil` remain distinct at every level.
extension Optional: ArchiveValue where Wrapped: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    guard let value = self else { return try encoder.encodeNil() }
    guard Wrapped._isNilStorable else { return try encoder._encodeSome(value) }
    try encoder._encodeCollection(.array, count: 1) { try $0.encode(value, at: 0) }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Wrapped? {
    if try decoder.decodeNil() { return nil }
    guard Wrapped._isNilStorable else { return try Wrapped.decodeValue(from: &decoder) }
    return try decoder._decodeCollection(.array) { decoder, count in
      guard count == 1 else {
        throw decoder.invalid("\(count) elements", expected: "the one element of a nested optional")
      }
      return try decoder.decode(at: 0) as Wrapped
    }
  }

  public static var archiveClasses: [AnyClass] {
    Wrapped.archiveClasses.adding(Wrapped._isNilStorable ? [NSArray.self, NSNull.self] : [NSNull.self])
  }

  public static var archiveName: String { "Optional_\(Wrapped.archiveName)" }
  public static var valueWhenAbsent: Wrapped?? { .some(nil) }
  public static var _isNilStorable: Bool { true }
}
