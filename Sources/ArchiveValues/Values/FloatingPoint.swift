internal import ArchiveBytes
public import Foundation

extension Double: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Double {
    try decoder.decodeDouble()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }

  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.double, of: self) }
}

extension Float: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Float {
    try decoder.decodeFloat()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }

  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.float, of: self) }
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

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Double.self) { (value: CGFloat) in
      Double(value)
    } decode: {
      CGFloat($0)
    }
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stored as a `Float`. A signalling NaN may come back quiet, as the processor converts it.
  extension Float16: ArchiveValue {
    public func encodeValue(to encoder: inout some KeyedEncoder) throws {
      try encoder.encode(Float(self))
    }

    public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Float16 {
      let number = try decoder.decodeFloat()
      return try decoder.locating { try Float16(stored: number) }
    }

    public static var archiveClasses: [AnyClass] { [NSNumber.self] }

    public static var archiveColumn: ArchiveColumn {
      .stored(as: Float.self) { (value: Float16) in
        Float(value)
      } decode: {
        try Float16(stored: $0)
      }
    }

    private init(stored number: Float) throws {
      self.init(number)
      guard Float(self) == number || number.isNaN else {
        throw ArchiveError(.invalidValue, expected: "a number that fits Float16", found: "\(number)")
      }
    }
  }
#endif
