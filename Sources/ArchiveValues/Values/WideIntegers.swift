internal import ArchiveBytes
internal import Foundation

// Integers of 128 bits are stored as arrays of two integers of 64: the upper half, which has the sign, and the lower.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: ArchiveValue {
  private typealias Stored = ArchiveTuple<Int64, UInt64>

  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try stored.encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Int128 {
    Int128(stored: try Stored.decodeValue(from: &decoder))
  }

  public static var archiveClasses: [AnyClass] { Stored.archiveClasses }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Stored.self) { (value: Int128) in
      value.stored
    } decode: {
      Int128(stored: $0)
    }
  }

  private var stored: Stored {
    ArchiveTuple(Int64(truncatingIfNeeded: self >> 64), UInt64(truncatingIfNeeded: self))
  }

  private init(stored: Stored) { self = Int128(stored.parts.0) << 64 | Int128(stored.parts.1) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: ArchiveValue {
  private typealias Stored = ArchiveTuple<UInt64, UInt64>

  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try stored.encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> UInt128 {
    UInt128(stored: try Stored.decodeValue(from: &decoder))
  }

  public static var archiveClasses: [AnyClass] { Stored.archiveClasses }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Stored.self) { (value: UInt128) in
      value.stored
    } decode: {
      UInt128(stored: $0)
    }
  }

  private var stored: Stored {
    ArchiveTuple(UInt64(truncatingIfNeeded: self >> 64), UInt64(truncatingIfNeeded: self))
  }

  private init(stored: Stored) { self = UInt128(stored.parts.0) << 64 | UInt128(stored.parts.1) }
}
