internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSURL`: the base, itself a URL or `nil`, and the string relative to it.
extension URL: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSURL", formerly: [], superclasses: ["NSObject"], fields: ["NS.base", "NS.relative"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(baseURL, at: 0)
    try encoder.encode(relativeString, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let base: URL? = try decoder.decode(at: 0)
    let relative: String = try decoder.decode(at: 1)
    guard let url = URL(string: relative, relativeTo: base) else {
      throw decoder.invalid("the string \"\(relative)\"", expected: "a URL")
    }
    self = url
  }

  // On Linux, a cast with `as` drops the base.
  public var _archiveObject: NSObject? {
    #if canImport(ObjectiveC)
      self as NSURL
    #else
      NSURL(string: relativeString, relativeTo: baseURL) ?? self as NSURL
    #endif
  }

  public init?(_archiveObject: NSObject) {
    guard let url = _archiveObject as? NSURL else { return nil }
    #if canImport(ObjectiveC)
      self = url as URL
    #else
      self = URL(string: url.relativeString, relativeTo: url.baseURL) ?? url as URL
    #endif
  }

  public static var archiveClasses: [AnyClass] { [NSURL.self] }
}

/// Apple's layout of `NSUUID`: its sixteen bytes.
extension UUID: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSUUID", formerly: [], superclasses: ["NSObject"], fields: ["NS.uuidbytes"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    let bytes = unsafe withUnsafeBytes(of: uuid) { unsafe [UInt8]($0) }
    try encoder.encode(RawBytes(bytes: bytes), at: 0)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let bytes = (try decoder.decode(at: 0) as RawBytes).bytes
    guard bytes.count == 16 else {
      throw decoder.invalid("\(bytes.count) bytes", expected: "the 16 bytes of a UUID")
    }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

/// Bytes as a field in a record's own layout.
struct RawBytes: ArchiveValue {
  let bytes: [UInt8]

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeBytes(bytes)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> RawBytes {
    RawBytes(bytes: try decoder._decodeBytes())
  }

  static var archiveClasses: [AnyClass] { [NSData.self] }
}
