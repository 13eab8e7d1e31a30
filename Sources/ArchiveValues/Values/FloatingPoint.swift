internal import ArchiveBytes
public import Foundation

extension Double: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Double {
    try decoder.decodeDouble()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension Float: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Float {
    try decoder.decodeFloat()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

/// Stored as a `Double` on every platform. If `CGFloat` has 32 bits, decoding rounds.
extension CGFloat: ArchiveRepresentable {
  public var archiveForm: Double { Double(self) }
  public init(archiveForm: Double) { self.init(archiveForm) }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stored as a `Float`. A signalling NaN may become a quiet NaN, because the processor converts it.
  extension Float16: ArchiveRepresentable {
    public var archiveForm: Float { Float(self) }

    public init(archiveForm: Float) throws {
      self.init(archiveForm)
      guard Float(self) == archiveForm || archiveForm.isNaN else {
        throw ArchiveError(.invalidValue, expected: "a number that fits Float16", found: "\(archiveForm)")
      }
    }
  }
#endif
