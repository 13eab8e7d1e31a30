internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSIndexPath`: its length, and either a single index, or several packed indexes.
extension IndexPath: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSIndexPath", formerly: [], superclasses: ["NSObject"],
    fields: ["NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(count, at: 0)
    if count == 1 { try encoder.encode(self[0], at: 1) } else { try encoder.omit(at: 1) }
    if count > 1 {
      try encoder.encode(Varints.packed(map { UInt64(bitPattern: Int64($0)) }), at: 2)
    } else {
      try encoder.omit(at: 2)
    }
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let count: Int = try decoder.decode(at: 0)
    switch count {
    case 0: self.init()
    case 1: self.init(index: try decoder.decode(at: 1))
    case 2...:
      let packed: Data = try decoder.decode(at: 2)
      guard let indexes = Varints.unpacked(packed), indexes.count == count else {
        throw decoder.invalid("\(packed.count) bytes of other content", expected: "\(count) packed indexes")
      }
      self.init(
        indexes: try indexes.map { stored in
          let index = Int64(bitPattern: stored)
          guard let index = Int(exactly: index) else {
            throw decoder.invalid("\(index)", expected: "an index of \(Int.bitWidth) bits")
          }
          return index
        })
    default: throw decoder.invalid("\(count)", expected: "a number of indexes")
    }
  }
}
