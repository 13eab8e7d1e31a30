public import Foundation

extension Double: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Double {
    try decoder.decodeDouble()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension Float: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Float {
    try decoder.decodeFloat()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

/// Stored as a `Double` on every platform. Where `CGFloat` has 32 bits, reading rounds.
extension CGFloat: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(Double(self))
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> CGFloat {
    CGFloat(try decoder.decodeDouble())
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stored as a `Float`. A signalling NaN may come back quiet, as the processor converts it.
  extension Float16: ArchiveValue {
    public func encodeValue(to encoder: inout some KeyedEncoder) throws {
      try encoder.encode(Float(self))
    }

    public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Float16 {
      let number = try decoder.decodeFloat()
      let value = Float16(number)
      guard Float(value) == number || number.isNaN else {
        throw decoder.invalid("\(number)", expected: "a number that fits Float16")
      }
      return value
    }

    public static var archiveClasses: [AnyClass] { [NSNumber.self] }
  }
#endif
