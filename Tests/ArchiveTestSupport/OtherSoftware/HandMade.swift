import Foundation

/// The bytes of a FastCoding file, made by hand.
public struct HandMade {
  public private(set) var data: Data

  /// A header with the numbers of cached objects, classes and strings, which readers do not need.
  public init(major: UInt8 = 3, objects: UInt32 = 0, classes: UInt32 = 0, strings: UInt32 = 0) {
    data = Data([0x54, 0x53, 0x41, 0x46, major, 0, 3, 0])
    for count in [objects, classes, strings] { word(count) }
  }

  public mutating func bytes(_ bytes: UInt8...) { data.append(contentsOf: bytes) }

  public mutating func append(_ bytes: Data) { data.append(bytes) }

  public mutating func align(_ alignment: Int) { while data.count % alignment != 0 { data.append(0) } }

  /// A number of two bytes.
  public mutating func half(_ number: UInt16) {
    align(2)
    for shift: UInt16 in [0, 8] { data.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// A number of four bytes.
  public mutating func word(_ number: UInt32) {
    align(4)
    for shift: UInt32 in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// A number of eight bytes.
  public mutating func long(_ number: UInt64) {
    align(8)
    for shift in 0..<8 { data.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
  }

  public mutating func float(_ number: Float) { word(number.bitPattern) }

  public mutating func double(_ number: Double) { long(number.bitPattern) }

  public mutating func text(_ text: String) { data.append(contentsOf: Array(text.utf8) + [0]) }

  /// A type and a text.
  public mutating func string(_ text: String, type: UInt8 = 8) {
    bytes(type)
    self.text(text)
  }

  /// A type and a count: the start of a collection, and of ranges.
  public mutating func start(_ type: UInt8, _ count: UInt32) {
    bytes(type)
    word(count)
  }

  /// The definition of a class, whose value comes next.
  public mutating func classDefinition(_ name: String, _ properties: String...) {
    string(name, type: 29)
    word(UInt32(properties.count))
    for property in properties { text(property) }
  }

  public static func file(_ make: (inout HandMade) -> Void) -> Data {
    var file = HandMade()
    make(&file)
    return file.data
  }
}
