internal import ArchiveBytes
public import Foundation

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
