import ArchiveDocuments
import FastCoding
import Foundation
import StructCoding

/// The bytes of a FastCoding file, made by hand.
struct HandMade {
  private(set) var data: Data

  /// A header without counts, which readers do not need.
  init(major: UInt8 = 3) {
    data = Data([0x54, 0x53, 0x41, 0x46, major, 0, 3, 0] + Array(repeating: 0, count: 12))
  }

  mutating func bytes(_ bytes: UInt8...) { data.append(contentsOf: bytes) }

  mutating func append(_ bytes: Data) { data.append(bytes) }

  mutating func align(_ alignment: Int) { while data.count % alignment != 0 { data.append(0) } }

  mutating func word(_ number: UInt32) {
    align(4)
    for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  mutating func double(_ number: Double) {
    align(8)
    for shift in 0..<8 { data.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * shift))) }
  }

  mutating func text(_ text: String) { data.append(contentsOf: Array(text.utf8) + [0]) }

  static func file(_ make: (inout HandMade) -> Void) -> Data {
    var file = HandMade()
    make(&file)
    return file.data
  }
}

extension FastCodingArchive {
  /// The node of a file in which all classes are allowed.
  static func everything(in data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveNode {
    try FastCodingArchive(data, options: .init(classes: .all, limits: limits)).node()
  }
}
